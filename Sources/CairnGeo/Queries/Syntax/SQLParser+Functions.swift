import CairnCore

extension SQLParser {
    /// A function with its arguments.
    mutating func function() throws(WhereClauseError) -> SQLExpression {
        let (name, position) = (token.keyword, token.position)
        let words = token.words
        try advance()
        try advance()
        let node: SQLExpression.Node
        switch name {
        case "CAST": node = try cast()
        case "EXTRACT": node = try extract()
        case "TRIM": node = try trim()
        default:
            if let kind = Statistic.Kind(rawValue: name.lowercased()) {
                node = try statistic(kind, at: position)
            } else if let function = SQLFunction(named: name) {
                node = .call(function, try arguments(function, at: position))
            } else {
                throw WhereClauseError(.refused, "there is no function \(words); there are \(SQLFunction.list)", at: position)
            }
        }
        try expect(sign: ")")
        return try made(node, at: position)
    }

    private mutating func arguments(_ function: SQLFunction, at position: Int) throws(WhereClauseError) -> [SQLExpression] {
        if token.isSign(")") { throw unexpected("a value") }
        var values = try values()
        if function == .position, values.count == 1, try take(word: "IN") { values += try self.values() }
        if function == .substring, values.count == 1, try take(word: "FROM") {
            values.append(try value(try parse(.sum)))
            if try take(word: "FOR") { values.append(try value(try parse(.sum))) }
        }
        guard function.count.contains(values.count) else {
            let (least, most) = (function.count.lowerBound, function.count.upperBound)
            let count = least == most ? "\(least)" : "\(least) to \(most)"
            throw WhereClauseError(.syntax, "\(function.rawValue) takes \(count) values, not \(values.count)", at: position)
        }
        return values
    }

    private mutating func cast() throws(WhereClauseError) -> SQLExpression.Node {
        let value = try value(try parse(.sum))
        try expect(word: "AS")
        guard let type = SQLCastType(named: token.keyword) else {
            throw unexpected("INTEGER, FLOAT, VARCHAR, DATE, TIMESTAMP or TIME")
        }
        let isDouble = token.isWord("DOUBLE")
        try advance()
        if isDouble { _ = try take(word: "PRECISION") }
        guard type == .text(nil), try take(sign: "(") else { return .cast(value, type) }
        guard case .number(let digits) = token.kind, let length = Int(digits), length > 0 else { throw unexpected("a length") }
        try advance()
        try expect(sign: ")")
        return .cast(value, .text(length))
    }

    private mutating func extract() throws(WhereClauseError) -> SQLExpression.Node {
        guard let part = SQLMomentPart(rawValue: token.keyword) else {
            throw unexpected(SQLMomentPart.allCases.map(\.rawValue).joined(separator: ", "))
        }
        try advance()
        try expect(word: "FROM")
        return .extract(part, try value(try parse(.sum)))
    }

    /// `TRIM(NAME)`, `TRIM(LEADING '0' FROM NAME)` and what lies between them.
    private mutating func trim() throws(WhereClauseError) -> SQLExpression.Node {
        let isField = !ahead.isText && !ahead.isWord("FROM")
        let side = isField ? nil : SQLTrimSide(rawValue: token.keyword)
        if side != nil { try advance() }
        guard side != nil || token.isText && ahead.isWord("FROM") else { return .trim(.both, " ", try value(try parse(.sum))) }
        var character = " "
        if case .text(let text) = token.kind {
            guard text.unicodeScalars.count == 1 else { throw unexpected("one character") }
            character = text
            try advance()
        }
        try expect(word: "FROM")
        return .trim(side ?? .both, character, try value(try parse(.sum)))
    }

    private mutating func statistic(_ kind: Statistic.Kind, at position: Int) throws(WhereClauseError) -> SQLExpression.Node {
        guard takesStatistics else {
            let words = "\(kind.rawValue.uppercased())() has no place here: a condition on a statistic belongs into having"
            throw WhereClauseError(.refused, words, at: position)
        }
        if kind == .count, try take(sign: "*") { return .statistic(kind, nil) }
        return .statistic(kind, try field("a field"))
    }
}

extension SQLToken {
    fileprivate var isText: Bool {
        if case .text = kind { true } else { false }
    }
}
