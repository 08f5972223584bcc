extension SQLTranslator {
    // Each part is translated once: twice would be a million times within twenty sums.
    func arithmetic(
        _ first: SQLExpression, _ terms: [SQLTerm], _ expression: SQLExpression
    ) throws(WhereClauseError) -> SQLOperand {
        var (value, done) = (try begin(first, terms, expression.position), 1)
        if value == nil { (value, done) = (try operand(first), 0) }
        guard var value else { throw mismatch(expression, "has no values") }
        var isOpen = false
        for (index, term) in terms.enumerated().dropFirst(done) {
            let interval = Self.interval(term, behind: value.kind)
            let kinds: [SQLKind] = interval == nil ? [term.operation.kind] : [.moment, .day]
            value = Self.told(value, unless: kinds, as: first, terms.prefix(index))
            if let (amount, unit) = interval {
                value = try shifted(value, term.operation, amount, unit, expression)
            } else {
                value = try joined(value, term, expression)
                isOpen = true
            }
        }
        // Without a parenthesis for each, SQLite's parser need not keep them all.
        if isOpen { value.fragment = value.fragment.within("(", ")") }
        return value
    }

    /// A value that is not taken, in words of all that makes it.
    private static func told(
        _ value: SQLOperand, unless kinds: [SQLKind], as first: SQLExpression, _ terms: ArraySlice<SQLTerm>
    ) -> SQLOperand {
        if terms.isEmpty || value.kind == .any || kinds.contains(value.kind) { return value }
        return SQLOperand(value.fragment, value.kind, SQLExpression(.arithmetic(first, Array(terms)), at: first.position))
    }

    /// A date behind the interval that comes first; nil if none does.
    private func begin(
        _ first: SQLExpression, _ terms: [SQLTerm], _ position: Int?
    ) throws(WhereClauseError) -> SQLOperand? {
        guard case .literal(.interval(let amount, let unit)) = first.node, terms[0].operation == .add else { return nil }
        let whole = SQLExpression(.arithmetic(first, [terms[0]]), at: position)
        return try shifted(try operand(terms[0].value), .add, amount, unit, whole)
    }

    private static func interval(_ term: SQLTerm, behind kind: SQLKind) -> (Int, SQLInterval)? {
        switch term.value.node {
        case .literal(.interval(let amount, let unit)): (amount, unit)
        // ArcGIS counts in days where no unit is given, as in CURRENT_DATE - 7.
        case .literal(.integer(let days)) where kind == .moment || kind == .day: (days, .day)
        default: nil
        }
    }

    /// What is reckoned of all terms up to one, without a parenthesis: those of one kind are of one level to SQLite, too.
    private func joined(
        _ value: SQLOperand, _ term: SQLTerm, _ whole: SQLExpression
    ) throws(WhereClauseError) -> SQLOperand {
        let kind = term.operation.kind
        let (one, other) = (try value.fragment(as: kind), try operand(term.value, as: kind))
        return SQLOperand(.joined([one, other], " \(term.operation.rawValue) "), kind, whole)
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
        let (base, shift) = value.shift ?? (value.fragment, 0)
        // Beyond all years there is nothing to be told apart.
        let total = min(max(shift + milliseconds, -Self.greatestShift), Self.greatestShift)
        let moment = SQLOperand(.call("cairn_shift", base, .bound(.integer(total))), .moment, whole)
        var result = value.kind == .day && unit == .day ? moment.day : moment
        result.shift = (base, total)
        return result
    }

    /// Room for one more interval within the numbers that there are.
    private static let greatestShift = 4_000_000_000_000_000_000

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

extension SQLArithmetic {
    /// What it is done with, and what it makes.
    fileprivate var kind: SQLKind { self == .concatenate ? .text : .number }
}
