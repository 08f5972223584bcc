/// What things of an asset type are to those that they hold, an open set.
public struct UtilityAssociationRole: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for it, such as `esriARTContainer`.
    public let rawValue: String

    /// The role of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// They hold nothing.
    public static let none = UtilityAssociationRole(rawValue: "esriARTNone")
    /// Others are within them.
    public static let container = UtilityAssociationRole(rawValue: "esriARTContainer")
    /// Others are attached to them.
    public static let structure = UtilityAssociationRole(rawValue: "esriARTStructure")
}
