import CairnTasks
import Foundation

/// Both conditions are met.
public final class AGSUtilityTraceAndCondition: AGSUtilityTraceConditionalExpression {
    /// The one.
    public var leftExpression: AGSUtilityTraceConditionalExpression { joined?.left ?? self }
    /// The other.
    public var rightExpression: AGSUtilityTraceConditionalExpression { joined?.right ?? self }

    /// Both of two conditions.
    public init(
        leftExpression: AGSUtilityTraceConditionalExpression, rightExpression: AGSUtilityTraceConditionalExpression
    ) {
        super.init(joining: JoinedConditions(isAll: true, left: leftExpression, right: rightExpression))
    }
}
