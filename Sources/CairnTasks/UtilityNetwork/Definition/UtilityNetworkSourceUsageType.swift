/// What the features of a network source are used for, an open set.
public struct UtilityNetworkSourceUsageType: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for it, such as `esriUNFCUTDevice`; empty if it says nothing.
    public let rawValue: String

    /// The usage of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    private init(_ name: String) { rawValue = "esriUNFCUT\(name)" }

    /// Devices, such as switches and meters.
    public static let device = UtilityNetworkSourceUsageType("Device")
    /// What connects lines.
    public static let junction = UtilityNetworkSourceUsageType("Junction")
    /// Pipes, wires and cables.
    public static let line = UtilityNetworkSourceUsageType("Line")
    /// What holds several devices.
    public static let assembly = UtilityNetworkSourceUsageType("Assembly")
    /// The lines of a subnetwork, as one.
    public static let subnetLine = UtilityNetworkSourceUsageType("SubnetLine")
    /// Poles, pads and manholes.
    public static let structureJunction = UtilityNetworkSourceUsageType("StructureJunction")
    /// Ducts and trenches.
    public static let structureLine = UtilityNetworkSourceUsageType("StructureLine")
    /// Vaults and stations.
    public static let structureBoundary = UtilityNetworkSourceUsageType("StructureBoundary")
    /// Points without a place, such as strands' ends.
    public static let junctionObject = UtilityNetworkSourceUsageType("JunctionObject")
    /// What connects points without a place.
    public static let edgeObject = UtilityNetworkSourceUsageType("EdgeObject")
    /// Structures without a place.
    public static let structureJunctionObject = UtilityNetworkSourceUsageType("StructureJunctionObject")
    /// Lines of structures without a place.
    public static let structureEdgeObject = UtilityNetworkSourceUsageType("StructureEdgeObject")
}
