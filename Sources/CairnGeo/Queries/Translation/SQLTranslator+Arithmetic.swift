extension SQLTranslator {
    // Each part is translated once: twice would be a million times within twenty sums.
    func arithmetic(
        _ sign: SQLArithmetic, _ one: SQLExpression, _ other: SQLExpression, _ expression: SQLExpression
    ) throws(WhereClauseError) -> SQLOperand {
        if case .literal(.interval(let amount, let unit)) = one.node, sign == .add {
            return try shifted(try operand(other), sign, amount, unit, expression)
        }
        let value = try operand(one)
        if case .literal(.interval(let amount, let unit)) = other.node {
            return try shifted(value, sign, amount, unit, expression)
        }
        // ArcGIS counts in days where no unit is given, as in CURRENT_DATE - 7.
        if case .literal(.integer(let days)) = other.node, value.kind == .moment || value.kind == .day {
            return try shifted(value, sign, days, .day, expression)
        }
        let kind: SQLKind = sign == .concatenate ? .text : .number
        return SQLOperand(.infix(try value.fragment(as: kind), sign.rawValue, try operand(other, as: kind)), kind, expression)
    }

    /// A date so much later or earlier. A day shifted by hours is a moment.
    private func shifted(
        _ value: SQLOperand, _ sign: SQLArithmetic, _ amount: Int, _ unit: SQLInterval, _ whole: SQLExpression
    ) throws(WhereClauseError) -> SQLOperand {
        guard sign == .add || sign == .subtract, SQLInterval.range.contains(amount) else {
            throw mismatch(whole, "is no date; add or subtract an interval of less than 10,000,000,000")
        }
        guard [.moment, .day, .any].contains(value.kind) else {
            throw mismatch(value.expression, "is \(value.kind.words), and must be a date for an interval to be added to it")
        }
        let milliseconds = (sign == .add ? amount : -amount) * unit.milliseconds
        let moment = SQLFragment.call("cairn_shift", value.fragment, .bound(.integer(milliseconds)))
        let isDay = value.kind == .day && unit == .day
        return isDay ? SQLOperand(moment, .moment, whole).day : SQLOperand(moment, .moment, whole)
    }

    func extract(
        _ part: SQLMomentPart, _ value: SQLExpression, _ expression: SQLExpression
    ) throws(WhereClauseError) -> SQLOperand {
        var operand = try operand(value)
        if operand.text != nil { operand = try cast(operand, .moment, expression) }
        let isDate = [.moment, .day, .any].contains(operand.kind)
        let isTime = [.moment, .time, .any].contains(operand.kind)
        let isOfDate = [.year, .month, .day].contains(part)
        guard isOfDate ? isDate : isTime else {
            throw mismatch(value, "is \(operand.kind.words), which has no \(part.rawValue)")
        }
        let start = [1, 6, 9, 12, 15, 18][SQLMomentPart.allCases.firstIndex(of: part) ?? 0] - (operand.kind == .time ? 11 : 0)
        let length = [SQLMomentPart.year: 4, .second: 6][part] ?? 2
        let digits = operand.fragment.within(
            "CAST(substr(", ", \(start), \(length)) AS \(part == .second ? "NUMERIC" : "INTEGER"))")
        return SQLOperand(digits, .number, expression)
    }

    func cast(
        _ value: SQLOperand, _ type: SQLCastType, _ expression: SQLExpression
    ) throws(WhereClauseError) -> SQLOperand {
        let isPlain = [.number, .text, .any].contains(value.kind)
        let isDate = [.moment, .day, .text, .any].contains(value.kind)
        switch type {
        case .integer where isPlain: return SQLOperand(value.fragment.within("CAST(", " AS INTEGER)"), .number, expression)
        case .number where isPlain: return SQLOperand(value.fragment.within("CAST(", " AS REAL)"), .number, expression)
        case .text(let length) where value.kind != .binary:
            let text = value.fragment.within("CAST(", " AS TEXT)")
            guard let length else { return SQLOperand(text, .text, expression) }
            return SQLOperand(.call("substr", text, SQLFragment("1"), .bound(.integer(length))), .text, expression)
        case .day where isDate: return SQLOperand(.call("cairn_day", value.fragment), .day, expression)
        case .moment where isDate: return SQLOperand(.call("cairn_moment", value.fragment), .moment, expression)
        case .time where [.moment, .time, .text, .any].contains(value.kind):
            return SQLOperand(.call("cairn_time", value.fragment), .time, expression)
        default: throw mismatch(value.expression, "is \(value.kind.words), and cannot be made \(type.text)")
        }
    }
}
