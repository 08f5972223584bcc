extension SQLParser {
    /// The comparison or the like that follows a value.
    mutating func predicate(_ left: SQLExpression) throws(WhereClauseError) -> SQLExpression {
        let value = try value(left)
        if let sign = comparison {
            try advance()
            return try made(.comparison(sign, value, try self.value(try parse(.sum))), at: value.position)
        }
        if try take(word: "IS") {
            let isNegated = try take(word: "NOT")
            guard try take(word: "NULL") else { throw unexpected(isNegated ? "NULL" : "NULL or NOT NULL") }
            return try negated(isNegated, .isNull(value), at: value.position)
        }
        let isNegated = try take(word: "NOT")
        if try take(word: "IN") { return try negated(isNegated, .isIn(value, try list()), at: value.position) }
        if try take(word: "BETWEEN") { return try negated(isNegated, try between(value), at: value.position) }
        if try take(word: "LIKE") { return try negated(isNegated, try like(value), at: value.position) }
        throw unexpected("IN, BETWEEN or LIKE")
    }

    private var comparison: SQLComparison? {
        guard case .sign(let sign) = token.kind else { return nil }
        return sign == "!=" ? .unequal : SQLComparison(rawValue: sign)
    }

    /// `a NOT IN (1)` is `NOT a IN (1)`, of nulls too.
    private func negated(
        _ isNegated: Bool, _ node: SQLExpression.Node, at position: Int?
    ) throws(WhereClauseError) -> SQLExpression {
        let expression = try made(node, at: position)
        return isNegated ? try made(.not(expression), at: position) : expression
    }

    private mutating func list() throws(WhereClauseError) -> [SQLExpression] {
        try expect(sign: "(")
        let values = try values()
        guard values.count <= WhereClause.longestList else {
            let words = "a list has \(values.count) values, and may have \(WhereClause.longestList); ask for the rest by itself"
            throw WhereClauseError(.tooLarge, words, at: values[WhereClause.longestList].position)
        }
        try expect(sign: ")")
        return values
    }

    /// Values between commas, one at least.
    mutating func values() throws(WhereClauseError) -> [SQLExpression] {
        var values: [SQLExpression] = []
        repeat { values.append(try value(try parse(.sum))) } while try take(sign: ",")
        return values
    }

    private mutating func between(_ value: SQLExpression) throws(WhereClauseError) -> SQLExpression.Node {
        let low = try self.value(try parse(.sum))
        try expect(word: "AND")
        return .isBetween(value, low, try self.value(try parse(.sum)))
    }

    private mutating func like(_ value: SQLExpression) throws(WhereClauseError) -> SQLExpression.Node {
        let pattern = try self.value(try parse(.sum))
        guard try take(word: "ESCAPE") else { return .isLike(value, pattern, escape: nil) }
        guard case .text(let escape) = token.kind, escape.utf8.count == 1 else {
            throw unexpected("one ASCII character, as in '!',")
        }
        try advance()
        return .isLike(value, pattern, escape: escape)
    }
}
