import CairnGeo
import CairnTasks
import Foundation

/// Compares a network attribute with a value, or with another one.
public final class AGSUtilityNetworkAttributeComparison: AGSUtilityTraceConditionalExpression {
    /// The attribute.
    public let networkAttribute: AGSUtilityNetworkAttribute
    /// How it is compared.
    public let comparisonOperator: AGSUtilityAttributeComparisonOperator
    /// The value it is compared with: a number or a text; nil if that is another attribute.
    public let value: Any?
    /// The attribute it is compared with; nil if that is a value.
    public let otherNetworkAttribute: AGSUtilityNetworkAttribute?

    init(_ comparison: UtilityNetworkAttributeComparison, _ definition: UtilityNetworkDefinition) {
        networkAttribute = AGSUtilityNetworkAttribute(named: comparison.networkAttributeName, in: definition)
        comparisonOperator = AGSUtilityAttributeComparisonOperator(comparison.comparisonOperator)
        switch comparison.operand {
        case .value(let operand): (value, otherNetworkAttribute) = (LegacyAttributes.value(operand, nil), nil)
        case .networkAttribute(let name):
            (value, otherNetworkAttribute) = (nil, AGSUtilityNetworkAttribute(named: name, in: definition))
        }
        super.init(.networkAttribute(comparison))
    }

    /// A comparison with a value; nil if it is neither a finite number, a text nor a Boolean, or nobody knows how to compare.
    ///
    /// - Parameters:
    ///   - networkAttribute: The attribute.
    ///   - comparisonOperator: How it is compared.
    ///   - value: What with.
    public init?(
        networkAttribute: AGSUtilityNetworkAttribute, comparisonOperator: AGSUtilityAttributeComparisonOperator, value: Any
    ) {
        guard let way = comparisonOperator.value, let operand = Self.operand(value, networkAttribute.name) else { return nil }
        (self.networkAttribute, self.comparisonOperator) = (networkAttribute, comparisonOperator)
        (self.value, otherNetworkAttribute) = (value, nil)
        super.init(
            .networkAttribute(
                UtilityNetworkAttributeComparison(
                    networkAttribute: networkAttribute.value, comparisonOperator: way, value: operand)))
    }

    private static func operand(_ value: Any, _ name: String) -> AttributeValue? {
        // A UUID is kept as a text, which it is not here.
        guard !(value is UUID), let operand = try? LegacyAttributes.value(value, of: name) else { return nil }
        return switch operand {
        case .integer, .string: operand
        case .double(let number): number.isFinite ? operand : nil
        case .null, .date: nil
        }
    }

    /// A comparison of two network attributes; nil if nobody knows how to compare.
    ///
    /// - Parameters:
    ///   - networkAttribute: The attribute.
    ///   - comparisonOperator: How it is compared.
    ///   - otherNetworkAttribute: What with.
    public init?(
        networkAttribute: AGSUtilityNetworkAttribute, comparisonOperator: AGSUtilityAttributeComparisonOperator,
        otherNetworkAttribute: AGSUtilityNetworkAttribute
    ) {
        guard let way = comparisonOperator.value else { return nil }
        (self.networkAttribute, self.comparisonOperator) = (networkAttribute, comparisonOperator)
        (value, self.otherNetworkAttribute) = (nil, otherNetworkAttribute)
        super.init(
            .networkAttribute(
                UtilityNetworkAttributeComparison(
                    networkAttribute: networkAttribute.value, comparisonOperator: way,
                    otherNetworkAttribute: otherNetworkAttribute.value)))
    }
}
