import CairnTasks
import Foundation

/// A condition on the parts of a network: a comparison, or two conditions that are joined.
public class AGSUtilityTraceConditionalExpression: AGSUtilityTraceCondition {
    /// The two that it joins; nil for a comparison.
    private(set) var joined: JoinedConditions?

    init(_ comparison: UtilityTraceConditionalExpression) {
        super.init(comparison)
    }

    init(joining pair: JoinedConditions) {
        joined = pair
        super.init(nil)
    }

    override var condition: UtilityTraceConditionalExpression {
        joined.map(ConditionLists.condition(of:)) ?? super.condition
    }

    deinit {
        guard joined != nil else { return }
        // Apart from each other: nothing else may hold the parts when the queue lets them go.
        ReleaseQueue.release { takeParts() }
    }

    private func takeParts() -> [AGSUtilityTraceConditionalExpression] {
        defer { joined = nil }
        return joined.map { [$0.left, $0.right] } ?? []
    }

    /// The old object of a condition; nil if it has no parts, which means nothing.
    ///
    /// Of lists left and right hold a half each, so that long ones are not deep.
    static func make(
        _ condition: UtilityTraceConditionalExpression, _ definition: UtilityNetworkDefinition
    ) -> AGSUtilityTraceConditionalExpression? {
        switch condition {
        case .networkAttribute(let comparison): AGSUtilityNetworkAttributeComparison(comparison, definition)
        case .category(let comparison): AGSUtilityCategoryComparison(comparison)
        case .and(let list): pair(list[...], definition, AGSUtilityTraceAndCondition.init)
        case .or(let list): pair(list[...], definition, AGSUtilityTraceOrCondition.init)
        }
    }

    private typealias Join = (
        AGSUtilityTraceConditionalExpression, AGSUtilityTraceConditionalExpression
    ) -> AGSUtilityTraceConditionalExpression

    private static func pair(
        _ list: ArraySlice<UtilityTraceConditionalExpression>, _ definition: UtilityNetworkDefinition, _ join: Join
    ) -> AGSUtilityTraceConditionalExpression? {
        guard list.count > 1 else { return list.first.flatMap { make($0, definition) } }
        let half = (list.count + 1) / 2
        let (left, right) = (pair(list.prefix(half), definition, join), pair(list.dropFirst(half), definition, join))
        guard let left, let right else { return left ?? right }
        return join(left, right)
    }
}
