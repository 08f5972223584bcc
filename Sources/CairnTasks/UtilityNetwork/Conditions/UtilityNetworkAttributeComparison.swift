import CairnCore
public import CairnGeo

/// Compares a network attribute with a value, or with another one.
public struct UtilityNetworkAttributeComparison: Sendable, Hashable, Codable {
    /// What an attribute is compared with.
    public enum Operand: Sendable, Hashable, Codable {
        /// A value.
        case value(AttributeValue)
        /// Another network attribute, by its name.
        case networkAttribute(String)
    }

    /// The name of the attribute.
    public var networkAttributeName: String
    /// How it is compared.
    public var comparisonOperator: UtilityAttributeComparisonOperator
    /// What with.
    public var operand: Operand

    /// A comparison.
    ///
    /// - Parameters:
    ///   - networkAttributeName: The name of the attribute.
    ///   - comparisonOperator: How it is compared.
    ///   - operand: What with.
    public init(networkAttributeName: String, comparisonOperator: UtilityAttributeComparisonOperator, operand: Operand) {
        self.networkAttributeName = networkAttributeName
        (self.comparisonOperator, self.operand) = (comparisonOperator, operand)
    }

    /// A comparison with a value.
    ///
    /// - Parameters:
    ///   - networkAttribute: The attribute.
    ///   - comparisonOperator: How it is compared.
    ///   - value: What with.
    public init(
        networkAttribute: UtilityNetworkAttribute, comparisonOperator: UtilityAttributeComparisonOperator, value: AttributeValue
    ) {
        self.init(
            networkAttributeName: networkAttribute.name, comparisonOperator: comparisonOperator, operand: .value(value))
    }

    /// A comparison of two network attributes.
    ///
    /// - Parameters:
    ///   - networkAttribute: The attribute.
    ///   - comparisonOperator: How it is compared.
    ///   - otherNetworkAttribute: What with.
    public init(
        networkAttribute: UtilityNetworkAttribute, comparisonOperator: UtilityAttributeComparisonOperator,
        otherNetworkAttribute: UtilityNetworkAttribute
    ) {
        self.init(
            networkAttributeName: networkAttribute.name, comparisonOperator: comparisonOperator,
            operand: .networkAttribute(otherNetworkAttribute.name))
    }

    init(_ row: AnswerPart) throws {
        networkAttributeName = try row.required("name").filledText()
        comparisonOperator = UtilityAttributeComparisonOperator(rawValue: try row.required("operator").filledText())
        let isValue = try row.optional("isSpecificValue")?.flag() ?? true
        let value = try row.required("value")
        operand = isValue ? .value(try value.plainValue()) : .networkAttribute(try value.filledText())
    }

    /// As a row of a list of conditions, but for how it goes on.
    var row: [String: JSONValue] {
        var row: [String: JSONValue] = [
            "name": .string(networkAttributeName), "type": "networkAttribute", "operator": .string(comparisonOperator.rawValue),
        ]
        switch operand {
        case .value(let value): (row["value"], row["isSpecificValue"]) = (value.esriJSON, true)
        case .networkAttribute(let name): (row["value"], row["isSpecificValue"]) = (.string(name), false)
        }
        return row
    }
}
