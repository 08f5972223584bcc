import CairnCore

/// Whether something is of a category.
public struct UtilityCategoryComparison: Sendable, Hashable, Codable {
    /// What is asked of the category.
    public enum Operator: String, Sendable, Codable, CaseIterable {
        /// It is of it.
        case exists
        /// It is not.
        case doesNotExist
    }

    /// The name of the category.
    public var categoryName: String
    /// What is asked of it.
    public var comparisonOperator: Operator

    /// A comparison.
    ///
    /// - Parameters:
    ///   - categoryName: The name of the category.
    ///   - comparisonOperator: What is asked of it.
    public init(categoryName: String, comparisonOperator: Operator) {
        (self.categoryName, self.comparisonOperator) = (categoryName, comparisonOperator)
    }

    /// A comparison.
    ///
    /// - Parameters:
    ///   - category: The category.
    ///   - comparisonOperator: What is asked of it.
    public init(category: UtilityCategory, comparisonOperator: Operator) {
        self.init(categoryName: category.name, comparisonOperator: comparisonOperator)
    }

    init(_ row: AnswerPart) throws {
        categoryName = try row.required("value").filledText()
        let part = try row.required("operator")
        switch try part.filledText().lowercased() {
        case "equal", "exists": comparisonOperator = .exists
        case "notequal", "doesnotexist": comparisonOperator = .doesNotExist
        default: throw part.refusal("cannot be asked of a category")
        }
    }

    /// As a row of a list of conditions, but for how it goes on.
    var row: [String: JSONValue] {
        [
            "name": "Category", "type": "category", "operator": comparisonOperator == .exists ? "equal" : "notEqual",
            "value": .string(categoryName), "isSpecificValue": true,
        ]
    }
}
