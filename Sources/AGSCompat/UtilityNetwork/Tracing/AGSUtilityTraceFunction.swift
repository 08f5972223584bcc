import CairnTasks
public import Foundation

/// Something that is worked out of the values of a network attribute, along a trace.
public final class AGSUtilityTraceFunction: NSObject {
    let value: UtilityTraceFunction
    /// The attribute.
    public let networkAttribute: AGSUtilityNetworkAttribute
    /// What has to be met for a value to count; nil if all count.
    public let condition: AGSUtilityTraceCondition?

    init(_ value: UtilityTraceFunction, _ definition: UtilityNetworkDefinition) {
        self.value = value
        networkAttribute = AGSUtilityNetworkAttribute(named: value.networkAttributeName, in: definition)
        condition = value.condition.flatMap { AGSUtilityTraceConditionalExpression.make($0, definition) }
    }

    /// A function.
    ///
    /// - Parameters:
    ///   - functionType: What is made of the values.
    ///   - networkAttribute: The attribute.
    ///   - condition: What has to be met for a value to count; nil if all count.
    public init(
        functionType: AGSUtilityTraceFunctionType, networkAttribute: AGSUtilityNetworkAttribute,
        condition: AGSUtilityTraceCondition?
    ) {
        (self.networkAttribute, self.condition) = (networkAttribute, condition)
        value = UtilityTraceFunction(
            functionType: functionType.value, networkAttributeName: networkAttribute.name, condition: condition?.condition)
    }

    /// What is made of the values.
    public var functionType: AGSUtilityTraceFunctionType { AGSUtilityTraceFunctionType(value.functionType) }
}
