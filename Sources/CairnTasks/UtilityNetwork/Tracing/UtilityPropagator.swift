import CairnCore
public import CairnGeo

/// Carries the value of a network attribute from what feeds a subnetwork through all of it, such as which phases there are.
public struct UtilityPropagator: Sendable, Hashable, Codable {
    /// The name of the attribute.
    public var networkAttributeName: String
    /// The name of an attribute that says what the value becomes on the way; nil for none.
    public var substitutionAttributeName: String?
    /// What is made of values that meet.
    public var functionType: UtilityPropagatorFunctionType
    /// How what comes of it is compared.
    public var comparisonOperator: UtilityAttributeComparisonOperator
    /// What with: where it does not hold a trace ends.
    public var value: AttributeValue
    /// The name of the attribute in which the service keeps it; nil for none.
    public var propagatedAttributeName: String?

    /// A propagator.
    ///
    /// - Parameters:
    ///   - networkAttributeName: The name of the attribute.
    ///   - functionType: What is made of values that meet.
    ///   - comparisonOperator: How what comes of it is compared.
    ///   - value: What with.
    public init(
        networkAttributeName: String, functionType: UtilityPropagatorFunctionType,
        comparisonOperator: UtilityAttributeComparisonOperator, value: AttributeValue
    ) {
        (self.networkAttributeName, self.functionType) = (networkAttributeName, functionType)
        (self.comparisonOperator, self.value) = (comparisonOperator, value)
        (substitutionAttributeName, propagatedAttributeName) = (nil, nil)
    }

    init(_ part: AnswerPart) throws {
        networkAttributeName = try part.required("networkAttributeName").filledText()
        substitutionAttributeName = try part.filledWords("substitutionAttributeName")
        functionType = UtilityPropagatorFunctionType(rawValue: try part.required("propagatorFunctionType").filledText())
        comparisonOperator = UtilityAttributeComparisonOperator(rawValue: try part.required("operator").filledText())
        value = try part.required("value").plainValue()
        propagatedAttributeName = try part.filledWords("propagatedAttributeName")
    }

    var esriJSON: JSONValue {
        [
            "networkAttributeName": .string(networkAttributeName),
            "substitutionAttributeName": .string(substitutionAttributeName ?? ""),
            "propagatorFunctionType": .string(functionType.rawValue), "operator": .string(comparisonOperator.rawValue),
            "value": value.esriJSON, "propagatedAttributeName": .string(propagatedAttributeName ?? ""),
        ]
    }
}
