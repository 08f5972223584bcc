import CairnTasks

/// What the features of a network source are used for.
public enum AGSUtilityNetworkSourceUsageType: Int, Sendable, CaseIterable {
    /// Something that has no name here.
    case unknown = -1
    /// Devices, such as switches and meters.
    case device = 0
    /// What connects lines.
    case junction = 1
    /// Pipes, wires and cables.
    case line = 2
    /// What holds several devices.
    case assembly = 3
    /// The lines of a subnetwork, as one.
    case subnetLine = 4
    /// Poles, pads and manholes.
    case structureJunction = 5
    /// Ducts and trenches.
    case structureLine = 6
    /// Vaults and stations.
    case structureBoundary = 7
    /// Points without a place, such as strands' ends.
    case junctionObject = 8
    /// What connects points without a place.
    case edgeObject = 9
    /// Structures without a place.
    case structureJunctionObject = 10
    /// Lines of structures without a place.
    case structureEdgeObject = 11

    private static let named: [UtilityNetworkSourceUsageType: Self] = [
        .device: .device, .junction: .junction, .line: .line, .assembly: .assembly, .subnetLine: .subnetLine,
        .structureJunction: .structureJunction, .structureLine: .structureLine, .structureBoundary: .structureBoundary,
        .junctionObject: .junctionObject, .edgeObject: .edgeObject, .structureJunctionObject: .structureJunctionObject,
        .structureEdgeObject: .structureEdgeObject,
    ]

    init(_ type: UtilityNetworkSourceUsageType) {
        self = Self.named[type] ?? .unknown
    }
}
