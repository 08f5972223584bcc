/// Two conditions that are joined.
struct JoinedConditions {
    /// Whether both are to be met, or one of them is enough.
    let isAll: Bool
    let left: AGSUtilityTraceConditionalExpression
    let right: AGSUtilityTraceConditionalExpression
}
