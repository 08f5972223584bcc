import CairnTasks
import Foundation

/// Whether something is of a category.
public final class AGSUtilityCategoryComparison: AGSUtilityTraceConditionalExpression {
    /// The category.
    public let category: AGSUtilityCategory
    /// What is asked of it.
    public let comparisonOperator: AGSUtilityCategoryComparisonOperator

    init(_ comparison: UtilityCategoryComparison) {
        category = AGSUtilityCategory(UtilityCategory(name: comparison.categoryName))
        comparisonOperator = comparison.comparisonOperator == .exists ? .exists : .doesNotExist
        super.init(.category(comparison))
    }

    /// A comparison.
    ///
    /// - Parameters:
    ///   - category: The category.
    ///   - comparisonOperator: What is asked of it.
    public convenience init(category: AGSUtilityCategory, comparisonOperator: AGSUtilityCategoryComparisonOperator) {
        self.init(
            UtilityCategoryComparison(
                category: category.value, comparisonOperator: comparisonOperator == .exists ? .exists : .doesNotExist))
    }
}

/// What is asked of a category.
public enum AGSUtilityCategoryComparisonOperator: Int, Sendable {
    /// Something is of it.
    case exists = 0
    /// It is not.
    case doesNotExist = 1
}
