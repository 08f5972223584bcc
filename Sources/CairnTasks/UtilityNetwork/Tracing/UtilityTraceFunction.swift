import CairnCore

/// Something that is worked out of the values of a network attribute, along a trace.
public struct UtilityTraceFunction: Sendable, Hashable, Codable {
    /// What is made of them.
    public var functionType: UtilityTraceFunctionType
    /// The name of the attribute.
    public var networkAttributeName: String
    /// What has to be met for a value to count; nil if all count.
    public var condition: UtilityTraceConditionalExpression?
    /// The field of the subnetworks' lines in which the service keeps what it comes to; nil for none.
    public var summaryFieldName: String?

    /// A function.
    ///
    /// - Parameters:
    ///   - functionType: What is made of the values.
    ///   - networkAttributeName: The name of the attribute.
    ///   - condition: What has to be met for a value to count.
    public init(
        functionType: UtilityTraceFunctionType, networkAttributeName: String, condition: UtilityTraceConditionalExpression? = nil
    ) {
        (self.functionType, self.networkAttributeName) = (functionType, networkAttributeName)
        (self.condition, summaryFieldName) = (condition, nil)
    }

    init(_ part: AnswerPart) throws {
        functionType = UtilityTraceFunctionType(rawValue: try part.required("functionType").filledText())
        networkAttributeName = try part.required("networkAttributeName").text()
        condition = try UtilityTraceConditionalExpression(part.optional("conditions"))
        summaryFieldName = try part.filledWords("summaryAttributeName")
    }

    func esriJSON() throws(UtilityNetworkError) -> JSONValue {
        [
            "functionType": .string(functionType.rawValue), "networkAttributeName": .string(networkAttributeName),
            "conditions": try condition.rows(), "summaryAttributeName": .string(summaryFieldName ?? ""),
        ]
    }
}
