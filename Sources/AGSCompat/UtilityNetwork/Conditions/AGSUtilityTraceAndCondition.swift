import CairnTasks
import Foundation

/// Both conditions are met.
public final class AGSUtilityTraceAndCondition: AGSUtilityTraceConditionalExpression {
    /// The one.
    public let leftExpression: AGSUtilityTraceConditionalExpression
    /// The other.
    public let rightExpression: AGSUtilityTraceConditionalExpression

    /// Both of two conditions.
    public init(
        leftExpression: AGSUtilityTraceConditionalExpression, rightExpression: AGSUtilityTraceConditionalExpression
    ) {
        (self.leftExpression, self.rightExpression) = (leftExpression, rightExpression)
        super.init(.and(leftExpression.condition.conjuncts + rightExpression.condition.conjuncts))
    }
}

extension UtilityTraceConditionalExpression {
    /// What is to be met all of it.
    fileprivate var conjuncts: [Self] { if case .and(let list) = self { list } else { [self] } }
}
