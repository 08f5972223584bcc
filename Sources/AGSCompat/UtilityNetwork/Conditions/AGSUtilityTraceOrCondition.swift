import CairnTasks
import Foundation

/// One of two conditions is met, or both.
public final class AGSUtilityTraceOrCondition: AGSUtilityTraceConditionalExpression {
    /// The one.
    public let leftExpression: AGSUtilityTraceConditionalExpression
    /// The other.
    public let rightExpression: AGSUtilityTraceConditionalExpression

    /// One of two conditions, or both.
    public init(
        leftExpression: AGSUtilityTraceConditionalExpression, rightExpression: AGSUtilityTraceConditionalExpression
    ) {
        (self.leftExpression, self.rightExpression) = (leftExpression, rightExpression)
        super.init(.or(leftExpression.condition.alternatives + rightExpression.condition.alternatives))
    }
}

extension UtilityTraceConditionalExpression {
    /// What one of is to be met.
    fileprivate var alternatives: [Self] { if case .or(let list) = self { list } else { [self] } }
}
