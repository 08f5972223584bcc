/// What a function makes of the values of an attribute, an open set.
public struct UtilityTraceFunctionType: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for it, such as `average`.
    public let rawValue: String

    /// The function of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Their sum.
    public static let add = UtilityTraceFunctionType(rawValue: "add")
    /// The first, less all others.
    public static let subtract = UtilityTraceFunctionType(rawValue: "subtract")
    /// Their mean.
    public static let average = UtilityTraceFunctionType(rawValue: "average")
    /// How many there are.
    public static let count = UtilityTraceFunctionType(rawValue: "count")
    /// The least.
    public static let min = UtilityTraceFunctionType(rawValue: "min")
    /// The greatest.
    public static let max = UtilityTraceFunctionType(rawValue: "max")
}
