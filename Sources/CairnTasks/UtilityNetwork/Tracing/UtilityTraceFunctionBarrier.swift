import CairnCore

/// A barrier where a function comes to a value, such as where 100 metres have been gone.
public struct UtilityTraceFunctionBarrier: Sendable, Hashable, Codable {
    /// What is made of the values of the attribute.
    public var functionType: UtilityTraceFunctionType
    /// The name of the attribute.
    public var networkAttributeName: String
    /// How what it comes to is compared.
    public var comparisonOperator: UtilityAttributeComparisonOperator
    /// What with.
    public var value: Double
    /// Whether only values of what is near count, and not of all that has been gone through.
    public var usesLocalValues: Bool

    /// A barrier.
    ///
    /// - Parameters:
    ///   - functionType: What is made of the values of the attribute.
    ///   - networkAttributeName: The name of the attribute.
    ///   - comparisonOperator: How what it comes to is compared.
    ///   - value: What with.
    ///   - usesLocalValues: Whether only values of what is near count.
    public init(
        functionType: UtilityTraceFunctionType, networkAttributeName: String,
        comparisonOperator: UtilityAttributeComparisonOperator, value: Double, usesLocalValues: Bool = false
    ) {
        (self.functionType, self.networkAttributeName) = (functionType, networkAttributeName)
        (self.comparisonOperator, self.value) = (comparisonOperator, value)
        self.usesLocalValues = usesLocalValues
    }

    init(_ part: AnswerPart) throws {
        self.init(
            functionType: UtilityTraceFunctionType(rawValue: try part.required("functionType").filledText()),
            networkAttributeName: try part.required("networkAttributeName").text(),
            comparisonOperator: UtilityAttributeComparisonOperator(rawValue: try part.required("operator").filledText()),
            value: try part.required("value").number(), usesLocalValues: try part.optional("useLocalValues")?.flag() ?? false)
    }

    var esriJSON: JSONValue {
        [
            "functionType": .string(functionType.rawValue), "networkAttributeName": .string(networkAttributeName),
            "operator": .string(comparisonOperator.rawValue), "value": .number(value), "useLocalValues": .bool(usesLocalValues),
        ]
    }
}
