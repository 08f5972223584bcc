import CairnTasks

/// Makes lists of conditions that are joined two by two, however deep: lists of the same kind within each other are one.
struct ConditionLists {
    /// What has more pairs, or lists of both kinds deeper within each other, no service takes, and it could be without end: the same condition may be
    /// on both sides of many.
    private static let mostPairs = 1 << 20
    private static let deepest = 128
    /// In the place of that: it is refused as it would be.
    static let tooMuch = UtilityTraceConditionalExpression.or(
        Array(
            repeating: .category(UtilityCategoryComparison(categoryName: "too long a condition", comparisonOperator: .exists)),
            count: 1001))

    /// A list that is being made.
    private struct OpenList {
        let isAll: Bool
        var parts: [UtilityTraceConditionalExpression] = []
        /// What is still to be looked at, the next one last.
        var waiting: [AGSUtilityTraceConditionalExpression]

        init(_ pair: JoinedConditions) {
            (isAll, waiting) = (pair.isAll, [pair.right, pair.left])
        }

        var condition: UtilityTraceConditionalExpression { isAll ? .and(parts) : .or(parts) }
    }

    private var open: [OpenList]
    private var pairsLeft = mostPairs

    /// The list of a pair.
    static func condition(of pair: JoinedConditions) -> UtilityTraceConditionalExpression {
        var lists = ConditionLists(open: [OpenList(pair)])
        while true {
            if let condition = lists.goOn() { return condition }
        }
    }

    private init(open: [OpenList]) { self.open = open }

    /// Takes one step; the whole once it is done.
    private mutating func goOn() -> UtilityTraceConditionalExpression? {
        let last = open.count - 1
        guard let next = open[last].waiting.popLast() else { return close() }
        guard let pair = next.joined else {
            open[last].parts.append(next.condition)
            return nil
        }
        pairsLeft -= 1
        if pairsLeft == 0 { return Self.tooMuch }
        if pair.isAll == open[last].isAll {
            open[last].waiting += [pair.right, pair.left]
            return nil
        }
        open.append(OpenList(pair))
        return open.count > Self.deepest ? Self.tooMuch : nil
    }

    private mutating func close() -> UtilityTraceConditionalExpression? {
        let condition = open.removeLast().condition
        if open.isEmpty { return condition }
        open[open.count - 1].parts.append(condition)
        return nil
    }
}
