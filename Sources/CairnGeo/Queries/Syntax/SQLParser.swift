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
    static let maximumComparisons = 4000

    private var scanner: SQLScanner
    private(set) var token: SQLToken
    /// The one behind, which tells a function from a field.
    private(set) var ahead: SQLToken
    /// The last token that was taken, for messages.
    private(set) var previous: SQLToken?
    var depth = 0
    var comparisons = 0
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
