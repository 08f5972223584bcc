extension SQLTranslator {
    func call(
        _ function: SQLFunction, _ values: [SQLExpression], _ expression: SQLExpression
    ) throws(WhereClauseError) -> SQLOperand {
        switch function {
        case .coalesce, .nullIf: return try choice(function, values, expression)
        case .upper, .lower: return try call("cairn_\(function.rawValue.lowercased())", values, [.text], .text, expression)
        case .charLength: return try call("length", values, [.text], .number, expression)
        case .position:
            return try call("cairn_position", values.reversed(), [.text, .text], .number, expression)
        case .substring: return try call("cairn_substring", values, [.text, .number, .number], .text, expression)
        case .concat:
            var texts: [SQLFragment] = []
            for value in values { texts.append(try operand(value, as: .text)) }
            return SQLOperand(SQLFragment.joined(texts, " || ").within("(", ")"), .text, expression)
        default: return try call("cairn_\(function.rawValue.lowercased())", values, [.number, .number], .number, expression)
        }
    }

    private func call(
        _ name: String, _ values: [SQLExpression], _ kinds: [SQLKind], _ kind: SQLKind, _ expression: SQLExpression
    ) throws(WhereClauseError) -> SQLOperand {
        var arguments: [SQLFragment] = []
        for (value, kind) in zip(values, kinds) { arguments.append(try operand(value, as: kind)) }
        return SQLOperand(SQLFragment.joined(arguments, ", ").within("\(name)(", ")"), kind, expression)
    }

    /// COALESCE and NULLIF: values that compare, and are of the kind of the first that is no NULL.
    private func choice(
        _ function: SQLFunction, _ values: [SQLExpression], _ expression: SQLExpression
    ) throws(WhereClauseError) -> SQLOperand {
        var operands: [SQLOperand] = []
        for value in values { operands.append(try operand(value)) }
        guard let model = operands.first(where: { $0.kind != .any && $0.text == nil }) ?? operands.first else {
            throw mismatch(expression, "has no values")
        }
        var fragments: [SQLFragment] = []
        for operand in operands {
            let (mine, matched) = try SQLOperand.matched(model, operand)
            guard mine.kind == model.kind, matched.kind == model.kind || matched.kind == .any || model.kind == .any else {
                throw mismatch(operand.expression, "is \(operand.kind.words), and must be \(model.kind.words) here; use CAST")
            }
            fragments.append(matched.fragment)
        }
        let name = function == .nullIf ? "nullif" : "coalesce"
        let kind = operands.first { $0.kind != .any && $0.text == nil }?.kind ?? model.kind
        return SQLOperand(SQLFragment.joined(fragments, ", ").within("\(name)(", ")"), kind, expression)
    }

    func statistic(
        _ kind: Statistic.Kind, _ name: String?, _ expression: SQLExpression
    ) throws(WhereClauseError) -> SQLOperand {
        guard let name else { return SQLOperand(SQLFragment("count(*)"), .number, expression) }
        let value = try operand(SQLExpression(.field(name), at: expression.position))
        guard kind.takes(value.kind) else {
            throw mismatch(value.expression, "is \(value.kind.words); \(kind.rawValue) is of numbers")
        }
        let keeps = kind == .min || kind == .max
        return SQLOperand(value.fragment.within("\(kind.function)(", ")"), keeps ? value.kind : .number, expression)
    }
}
