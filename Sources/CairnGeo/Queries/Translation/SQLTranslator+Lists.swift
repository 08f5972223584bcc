import CairnCore

extension SQLTranslator {
    /// Membership of a list. Where the value compares with some as what it is, and with others as a day or its midnight, there is a list for each.
    func isIn(_ expression: SQLExpression, _ list: [SQLExpression]) throws(WhereClauseError) -> SQLFragment {
        let value = try operand(expression)
        var same: [SQLOperand] = []
        var others: [SQLOperand] = []
        var other = value
        for item in list {
            let (mine, item) = try SQLOperand.matched(value, try operand(item))
            if mine.kind == value.kind {
                same.append(item)
            } else {
                other = mine
                others.append(item)
            }
        }
        let lists = [(value.fragment, same), (other.fragment, others)].filter { !$0.1.isEmpty }
        return .chain(.or, lists.map { membership($0, $1) })
    }

    private func membership(_ value: SQLFragment, _ list: [SQLOperand]) -> SQLFragment {
        if list.count > Self.longList, let values = list.json {
            return .infix(value, "IN", SQLFragment("(SELECT value FROM json_each(?))", [.string(values)]))
        }
        return .infix(value, "IN", SQLFragment.joined(list.map(\.fragment), ", ").within("(", ")"))
    }
}

extension [SQLOperand] {
    /// The values as a JSON array; nil if some are not known beforehand, or would not keep their last digit in it.
    fileprivate var json: String? {
        var values: [JSONValue] = []
        for operand in self {
            guard ["?", "NULL"].contains(operand.fragment.sql) else { return nil }
            let value = operand.fragment.values.first ?? .null
            if case .double = value { return nil }
            values.append(value.esriJSON)
        }
        return JSONValue.array(values).text()
    }
}
