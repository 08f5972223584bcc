/// What the values of a network attribute are, an open set.
public struct UtilityNetworkAttributeDataType: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for it, such as `esriNADTInteger`.
    public let rawValue: String

    /// The type of that name, with `esriNADT` before it or not, in any case of letters.
    public init(rawValue: String) {
        let name = rawValue.lowercased()
        self.rawValue = Self.known.first { [$0.lowercased(), String($0.lowercased().dropFirst(8))].contains(name) } ?? rawValue
    }

    private static let known = ["esriNADTInteger", "esriNADTFloat", "esriNADTDouble", "esriNADTBoolean"]

    /// Whole numbers.
    public static let integer = UtilityNetworkAttributeDataType(rawValue: "esriNADTInteger")
    /// Numbers of 32 bits.
    public static let float = UtilityNetworkAttributeDataType(rawValue: "esriNADTFloat")
    /// Numbers of 64 bits.
    public static let double = UtilityNetworkAttributeDataType(rawValue: "esriNADTDouble")
    /// Whether or not.
    public static let boolean = UtilityNetworkAttributeDataType(rawValue: "esriNADTBoolean")
}
