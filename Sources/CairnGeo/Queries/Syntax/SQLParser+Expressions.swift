import CairnCore

extension SQLParser {
    /// What binds at least as tightly as `level`.
    mutating func parse(_ level: SQLExpression.Level) throws(WhereClauseError) -> SQLExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw tooDeep(at: token.position) }
        var expression = try prefixed()
        while let next = try extended(expression, level) { expression = next }
        return expression
    }

    /// The expression with the operator that follows it and what that takes; nil if none follows that binds so tightly.
    private mutating func extended(
        _ left: SQLExpression, _ level: SQLExpression.Level
    ) throws(WhereClauseError) -> SQLExpression? {
        guard let mine = token.operatorLevel, mine.rawValue >= level.rawValue else { return nil }
        switch mine {
        case .or: return try chain(left, .or, .and)
        case .and: return try chain(left, .and, .not)
        case .sum: return try arithmetic(left, .sum, .product)
        case .product: return try arithmetic(left, .product, .prefix)
        default:
            comparisons += 1
            if comparisons <= Self.maximumComparisons { return try predicate(left) }
            let words = "there are more than \(Self.maximumComparisons) comparisons; write lists of values with IN"
            throw WhereClauseError(.tooLarge, words, at: left.position)
        }
    }

    // What calls `parse` for what is nested is small, each in a function of its own: the stack holds them sixty times.
    private mutating func prefixed() throws(WhereClauseError) -> SQLExpression {
        if token.isWord("NOT") { return try negation() }
        if token.isSign("+") || token.isSign("-") { return try signed() }
        return try operand()
    }

    private mutating func negation() throws(WhereClauseError) -> SQLExpression {
        let position = token.position
        try advance()
        return try made(.not(try condition(try parse(.not))), at: position)
    }

    private mutating func signed() throws(WhereClauseError) -> SQLExpression {
        let position = token.position
        guard try take(sign: "-") else {
            try advance()
            return try value(try parse(.prefix))
        }
        if case .number(let digits) = token.kind, let literal = SQLLiteral(number: "-" + digits) {
            try advance()
            return try made(.literal(literal), at: position)
        }
        let number = try value(try parse(.prefix))
        if case .literal(let literal) = number.node, let negated = literal.negated {
            return try made(.literal(negated), at: position)
        }
        return try made(.negative(number), at: position)
    }

    private mutating func chain(
        _ first: SQLExpression, _ connective: SQLConnective, _ level: SQLExpression.Level
    ) throws(WhereClauseError) -> SQLExpression {
        var conditions = [try condition(first)]
        while try take(word: connective.rawValue) { conditions.append(try condition(try parse(level))) }
        return try made(.chain(connective, conditions), at: first.position)
    }

    /// The terms that follow a value.
    ///
    /// - Parameters:
    ///   - level: That of all of them.
    ///   - tighter: That of what they are made of.
    private mutating func arithmetic(
        _ left: SQLExpression, _ level: SQLExpression.Level, _ tighter: SQLExpression.Level
    ) throws(WhereClauseError) -> SQLExpression {
        var (first, terms) = (try value(left), [SQLTerm]())
        // What stands in parentheses in front is reckoned first in any case.
        if case .arithmetic(let own, let known) = left.node, left.level == level { (first, terms) = (own, known) }
        while case .sign(let sign) = token.kind, let operation = SQLArithmetic(rawValue: sign), operation.level == level {
            guard terms.count < SQLExpression.mostTerms else { throw tooLong(at: left.position) }
            try advance()
            terms.append(SQLTerm(operation: operation, value: try value(try parse(tighter))))
        }
        return try made(.arithmetic(first, terms), at: left.position)
    }

    /// An expression that is nested no deeper than SQLite reads.
    func made(_ node: SQLExpression.Node, at position: Int?) throws(WhereClauseError) -> SQLExpression {
        let expression = SQLExpression(node, at: position)
        if expression.depth > SQLExpression.maximumDepth { throw tooLong(at: position) }
        if expression.nesting > SQLExpression.maximumNesting { throw tooDeep(at: position) }
        return expression
    }

    private func tooDeep(at position: Int?) -> WhereClauseError {
        let words =
            "this is nested too deeply, for about 20 levels of parentheses and 8 of functions are read; write it with fewer of them, or of NOTs"
        return WhereClauseError(.tooLarge, words, at: position)
    }

    private func tooLong(at position: Int?) -> WhereClauseError {
        WhereClauseError(
            .tooLarge,
            "this reckons too much at once; write it with fewer of + - * / ||, of which \(SQLExpression.mostTerms) may follow each other",
            at: position)
    }

    func condition(_ expression: SQLExpression) throws(WhereClauseError) -> SQLExpression {
        if expression.isCondition { return expression }
        let words = expression.text.printable(upTo: 40)
        throw WhereClauseError(
            .syntax, "expected a comparison, as in \(words) = 1, not the value \(words)", at: expression.position)
    }

    func value(_ expression: SQLExpression) throws(WhereClauseError) -> SQLExpression {
        if expression.isValue { return expression }
        let words = expression.text.printable(upTo: 40)
        throw WhereClauseError(.syntax, "expected a value, not the condition \(words)", at: expression.position)
    }
}

extension SQLToken {
    fileprivate var operatorLevel: SQLExpression.Level? {
        switch kind {
        case .word:
            switch keyword {
            case "OR": .or
            case "AND": .and
            case "IN", "BETWEEN", "LIKE", "IS", "NOT": .predicate
            default: nil
            }
        case .sign(let sign):
            switch sign {
            case "+", "-", "||": .sum
            case "*", "/": .product
            case "=", "<>", "!=", "<", "<=", ">", ">=": .predicate
            default: nil
            }
        default: nil
        }
    }
}
