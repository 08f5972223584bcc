/// What a propagator makes of values that meet, an open set.
public struct UtilityPropagatorFunctionType: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for it, such as `bitwiseAnd`.
    public let rawValue: String

    /// The function of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The bits that both have.
    public static let bitwiseAnd = UtilityPropagatorFunctionType(rawValue: "bitwiseAnd")
    /// The greater.
    public static let max = UtilityPropagatorFunctionType(rawValue: "max")
    /// The less.
    public static let min = UtilityPropagatorFunctionType(rawValue: "min")
}
