import CairnCore

/// Reads a query's text into a tree. It calls itself for what is nested, and no deeper than ``maximumDepth``.
struct SQLParser {
    /// Words that are fields only in double quotes.
    static let reserved: Set<String> = [
        "AND", "OR", "NOT", "IN", "BETWEEN", "LIKE", "IS", "NULL", "ESCAPE", "TRUE", "FALSE", "SELECT", "UNION", "EXISTS", "CASE",
        "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "AS", "FOR", "ASC",
        "DESC",
    ]
    static let maximumDepth = 60
    /// SQLite plans a query in the square of their number: 30,000 take it seconds, before the first row and deaf to interrupts.
    static let maximumConditions = 4000

    private var scanner: SQLScanner
    private(set) var token: SQLToken
    /// The one behind, which tells a function from a field.
    private(set) var ahead: SQLToken
    /// The last token that was taken, for messages.
    private(set) var previous: SQLToken?
    private var depth = 0
    private var conditions = 0
    /// Whether `SUM(POP)` and its like may stand in it.
    let takesStatistics: Bool

    init(_ text: String, takesStatistics: Bool = false) throws(WhereClauseError) {
        scanner = try SQLScanner(text)
        self.takesStatistics = takesStatistics
        token = try scanner.next()
        ahead = try scanner.next()
    }

    /// The one condition that the text is.
    mutating func whole() throws(WhereClauseError) -> SQLExpression {
        if token.kind == .end {
            throw WhereClauseError(.syntax, "expected a condition; 1=1 is the one that all features meet", at: 1)
        }
        let expression = try condition(try parse(.or))
        guard token.kind == .end else { throw unexpected("AND, OR or the end") }
        return expression
    }

    /// A hundred elements at most, between commas, and nothing behind them.
    mutating func list<Element>(
        _ element: (inout SQLParser) throws(WhereClauseError) -> Element
    ) throws(WhereClauseError) -> [Element] {
        var elements: [Element] = []
        repeat {
            guard elements.count < 100 else {
                throw WhereClauseError(.tooLarge, "there are more than 100 fields", at: token.position)
            }
            elements.append(try element(&self))
        } while try take(sign: ",")
        guard token.kind == .end else { throw unexpected("a comma or the end") }
        return elements
    }

    mutating func advance() throws(WhereClauseError) {
        previous = token
        token = ahead
        ahead = try scanner.next()
    }

    /// Takes a keyword or a sign if it is the next token.
    mutating func take(word: String) throws(WhereClauseError) -> Bool {
        guard token.isWord(word) else { return false }
        try advance()
        return true
    }

    mutating func take(sign: String) throws(WhereClauseError) -> Bool {
        guard token.isSign(sign) else { return false }
        try advance()
        return true
    }

    mutating func expect(word: String) throws(WhereClauseError) {
        guard try take(word: word) else { throw unexpected(word) }
    }

    mutating func expect(sign: String) throws(WhereClauseError) {
        guard try take(sign: sign) else { throw unexpected(sign) }
    }

    func unexpected(_ wanted: String) -> WhereClauseError {
        if let refusal = refusal { return refusal }
        let place = previous.map { " after \($0.words)" } ?? ""
        let found = token.kind == .end ? "" : ", not \(token.words)"
        return WhereClauseError(.syntax, "expected \(wanted)\(place)\(found)", at: token.position)
    }

    private var refusal: WhereClauseError? {
        switch token.keyword {
        case "SELECT", "EXISTS", "UNION":
            WhereClauseError(.refused, "sub-selects are not allowed; write the values, as in POP IN (1, 2)", at: token.position)
        case "CASE": WhereClauseError(.refused, "CASE is not allowed; write conditions with AND and OR", at: token.position)
        default: nil
        }
    }
}

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
        case .sum: return try arithmetic(left, .product)
        case .product: return try arithmetic(left, .prefix)
        default:
            conditions += 1
            if conditions <= Self.maximumConditions { return try predicate(left) }
            let words = "there are more than \(Self.maximumConditions) comparisons; write lists of values with IN"
            throw WhereClauseError(.tooLarge, words, at: left.position)
        }
    }

    private mutating func prefixed() throws(WhereClauseError) -> SQLExpression {
        let position = token.position
        if try take(word: "NOT") { return try made(.not(try condition(try parse(.not))), at: position) }
        if try take(sign: "+") { return try value(try parse(.prefix)) }
        guard try take(sign: "-") else { return try operand() }
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

    private mutating func arithmetic(
        _ left: SQLExpression, _ level: SQLExpression.Level
    ) throws(WhereClauseError) -> SQLExpression {
        guard case .sign(let sign) = token.kind, let operation = SQLArithmetic(rawValue: sign) else {
            throw unexpected("an operator")
        }
        let one = try value(left)
        try advance()
        return try made(.arithmetic(operation, one, try value(try parse(level))), at: left.position)
    }

    /// An expression that is nested no deeper than SQLite reads.
    func made(_ node: SQLExpression.Node, at position: Int?) throws(WhereClauseError) -> SQLExpression {
        let expression = SQLExpression(node, at: position)
        guard expression.nesting <= SQLExpression.maximumNesting else { throw tooDeep(at: position) }
        return expression
    }

    private func tooDeep(at position: Int?) -> WhereClauseError {
        WhereClauseError(.tooLarge, "this is nested too deeply; write it with fewer parentheses, NOTs or functions", at: position)
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
