import CairnCore

extension SQLParser {
    /// A literal, a field, a function, or something in parentheses.
    mutating func operand() throws(WhereClauseError) -> SQLExpression {
        token.isSign("(") ? try parenthesized() : try plainOperand()
    }

    private mutating func parenthesized() throws(WhereClauseError) -> SQLExpression {
        try advance()
        let expression = try parse(.or)
        try expect(sign: ")")
        return expression
    }

    private mutating func plainOperand() throws(WhereClauseError) -> SQLExpression {
        let position = token.position
        if let literal = try literal() { return try made(.literal(literal), at: position) }
        if let clock = SQLClock(rawValue: token.keyword) {
            try advance()
            if token.isSign("("), ahead.isSign(")") {
                try advance()
                try advance()
            }
            return try made(.now(clock), at: position)
        }
        if case .word = token.kind, ahead.isSign("("), !Self.reserved.contains(token.keyword) { return try function() }
        return try made(.field(try field()), at: position)
    }

    /// A field's name.
    mutating func field(_ wanted: String = "a value") throws(WhereClauseError) -> String {
        switch token.kind {
        case .word(let name) where !Self.reserved.contains(token.keyword): try advance(); return name
        case .name(let name) where !name.isEmpty: try advance(); return name
        default: throw unexpected(wanted)
        }
    }

    private mutating func literal() throws(WhereClauseError) -> SQLLiteral? {
        switch token.kind {
        case .text(let text): try advance(); return .text(text)
        case .number(let digits):
            guard let literal = SQLLiteral(number: digits) else {
                throw WhereClauseError(.syntax, "the number \(token.words) is too great", at: token.position)
            }
            try advance()
            return literal
        case .word: return try wordLiteral()
        default: return nil
        }
    }

    private mutating func wordLiteral() throws(WhereClauseError) -> SQLLiteral? {
        let keyword = token.keyword
        switch keyword {
        case "NULL": try advance(); return .null
        case "TRUE", "FALSE": try advance(); return .boolean(keyword == "TRUE")
        case "DATE", "TIMESTAMP", "TIME", "INTERVAL":
            guard case .text(let text) = ahead.kind else { return nil }
            try advance()
            return keyword == "INTERVAL" ? try interval(text) : try moment(text, keyword)
        default: return nil
        }
    }

    private mutating func moment(_ text: String, _ type: String) throws(WhereClauseError) -> SQLLiteral {
        guard let read = SQLMomentText(text), read.hasDay == (type != "TIME") else {
            let form = ["DATE": "2020-01-31", "TIME": "12:00:00"][type] ?? "2020-01-31 12:00:00"
            let noun = type == "TIME" ? "time" : "date"
            throw WhereClauseError(.syntax, "\(token.words) is no \(noun); write \(type) '\(form)'", at: token.position)
        }
        try advance()
        // Clients write DATE before a date and a time as well.
        return type == "TIME" ? .time(read.moment) : type == "DATE" && !read.hasTime ? .day(read.moment) : .moment(read.moment)
    }

    private mutating func interval(_ text: String) throws(WhereClauseError) -> SQLLiteral {
        guard let amount = Int(text), SQLInterval.range.contains(amount) else {
            throw WhereClauseError(.syntax, "\(token.words) is no whole number; write INTERVAL '2' DAY", at: token.position)
        }
        try advance()
        guard let unit = SQLInterval(rawValue: token.keyword) else { throw unexpected("DAY, HOUR, MINUTE or SECOND") }
        try advance()
        return .interval(amount, unit)
    }
}
