import CairnTasks
public import Foundation

/// What is taken out of what a trace has gone through: what lies behind a barrier of the filter is not given.
public final class AGSUtilityTraceFilter: NSObject {
    private let base: UtilityTraceFilter
    /// What is asked.
    public var scope: AGSUtilityTraversabilityScope
    /// What meets this is a barrier; nil for nothing.
    public var barriers: AGSUtilityTraceCondition?

    init(_ value: UtilityTraceFilter, _ definition: UtilityNetworkDefinition) {
        (base, scope) = (value, AGSUtilityTraversabilityScope(value.scope))
        barriers = value.barriers.flatMap { AGSUtilityTraceConditionalExpression.make($0, definition) }
    }

    /// A filter without barriers.
    public override convenience init() {
        self.init(UtilityTraceFilter(), UtilityNetworkDefinition())
    }

    var value: UtilityTraceFilter {
        var value = base
        value.scope = scope.value
        value.barriers = barriers?.condition
        return value
    }
}
