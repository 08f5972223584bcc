/// A condition on the parts of a network.
///
/// ```swift
/// let isSwitched = UtilityNetworkAttributeComparison(
///     networkAttributeName: "Device Status", comparisonOperator: .notEqual, operand: .networkAttribute("Normal Status"))
/// let isProtective = UtilityCategoryComparison(categoryName: "Protective", comparisonOperator: .exists)
/// var configuration = UtilityTraceConfiguration()
/// configuration.traversability.barriers = .or([.networkAttribute(isSwitched), .category(isProtective)])
/// ```
public indirect enum UtilityTraceConditionalExpression: Sendable, Hashable, Codable {
    /// What a network attribute is.
    case networkAttribute(UtilityNetworkAttributeComparison)
    /// Whether it is of a category.
    case category(UtilityCategoryComparison)
    /// All of them are met; of none nobody knows what is meant.
    case and([UtilityTraceConditionalExpression])
    /// One of them is met, or more; of none nobody knows what is meant.
    case or([UtilityTraceConditionalExpression])
}
