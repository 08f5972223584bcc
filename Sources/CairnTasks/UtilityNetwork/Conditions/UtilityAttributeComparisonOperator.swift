/// How values are compared, an open set.
public struct UtilityAttributeComparisonOperator: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for it, such as `greaterThanEqual`.
    public let rawValue: String

    /// The operator of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Both are the same.
    public static let equal = UtilityAttributeComparisonOperator(rawValue: "equal")
    /// They are not the same.
    public static let notEqual = UtilityAttributeComparisonOperator(rawValue: "notEqual")
    /// The first is greater.
    public static let greaterThan = UtilityAttributeComparisonOperator(rawValue: "greaterThan")
    /// The first is greater, or both are the same.
    public static let greaterThanEqual = UtilityAttributeComparisonOperator(rawValue: "greaterThanEqual")
    /// The first is less.
    public static let lessThan = UtilityAttributeComparisonOperator(rawValue: "lessThan")
    /// The first is less, or both are the same.
    public static let lessThanEqual = UtilityAttributeComparisonOperator(rawValue: "lessThanEqual")
    /// The first has all bits of the second.
    public static let includesTheValues = UtilityAttributeComparisonOperator(rawValue: "includesTheValues")
    /// The first does not have all bits of the second.
    public static let doesNotIncludeTheValues = UtilityAttributeComparisonOperator(rawValue: "doesNotIncludeTheValues")
    /// The first has some bit of the second.
    public static let includesAny = UtilityAttributeComparisonOperator(rawValue: "includesAny")
    /// The first has no bit of the second.
    public static let doesNotIncludeAny = UtilityAttributeComparisonOperator(rawValue: "doesNotIncludeAny")
}
