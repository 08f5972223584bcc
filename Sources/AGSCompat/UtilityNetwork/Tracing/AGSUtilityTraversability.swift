import CairnTasks
public import Foundation

/// What a trace goes through, and where it ends.
public final class AGSUtilityTraversability: NSObject {
    private let base: UtilityTraversability
    /// What is asked.
    public var scope: AGSUtilityTraversabilityScope
    /// What meets this lets no trace through; nil for nothing.
    public var barriers: AGSUtilityTraceCondition?

    init(_ value: UtilityTraversability, _ definition: UtilityNetworkDefinition) {
        (base, scope) = (value, AGSUtilityTraversabilityScope(value.scope))
        barriers = value.barriers.flatMap { AGSUtilityTraceConditionalExpression.make($0, definition) }
    }

    /// Through everything.
    public override convenience init() {
        self.init(UtilityTraversability(), UtilityNetworkDefinition())
    }

    var value: UtilityTraversability {
        var value = base
        value.scope = scope.value
        value.barriers = barriers?.condition
        return value
    }
}
