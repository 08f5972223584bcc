import CairnTasks
import Foundation

/// One of two conditions is met, or both.
public final class AGSUtilityTraceOrCondition: AGSUtilityTraceConditionalExpression {
    /// The one.
    public var leftExpression: AGSUtilityTraceConditionalExpression { joined?.left ?? self }
    /// The other.
    public var rightExpression: AGSUtilityTraceConditionalExpression { joined?.right ?? self }

    /// One of two conditions, or both.
    public init(
        leftExpression: AGSUtilityTraceConditionalExpression, rightExpression: AGSUtilityTraceConditionalExpression
    ) {
        super.init(joining: JoinedConditions(isAll: false, left: leftExpression, right: rightExpression))
    }
}
