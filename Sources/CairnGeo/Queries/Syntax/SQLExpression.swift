/// A condition or a value of a query: the tree that its text is read into.
package struct SQLExpression: Sendable, Equatable {
    package indirect enum Node: Sendable, Equatable {
        case literal(SQLLiteral)
        case field(String)
        case now(SQLClock)
        case negative(SQLExpression)
        /// A value, and at least one term, all of one level: one node however many there are.
        case arithmetic(SQLExpression, [SQLTerm])
        case call(SQLFunction, [SQLExpression])
        case trim(SQLTrimSide, String, SQLExpression)
        case cast(SQLExpression, SQLCastType)
        case extract(SQLMomentPart, SQLExpression)
        /// Of a field, or of whole rows.
        case statistic(Statistic.Kind, String?)

        case comparison(SQLComparison, SQLExpression, SQLExpression)
        case isNull(SQLExpression)
        case isIn(SQLExpression, [SQLExpression])
        case isBetween(SQLExpression, SQLExpression, SQLExpression)
        case isLike(SQLExpression, SQLExpression, escape: String?)
        case not(SQLExpression)
        /// A chain of conditions of which all, or any, must hold: one node however long, so that depth is what is nested.
        case chain(SQLConnective, [SQLExpression])
    }

    package let node: Node
    /// The character it begins at, for messages, if it was read; two expressions are equal without regard to it.
    let position: Int?
    /// How many symbols SQLite's parser has to keep at once to read what is made of this; it has room for 100.
    let nesting: Int16
    /// How deep the tree is that SQLite makes of this; it may have a depth of 1000, and calls itself for each.
    let depth: Int16

    /// Leaves room for the statement around it.
    static let maximumNesting = 70
    /// Leaves room on the stack of a thread that has half a megabyte.
    static let maximumDepth = 200
    /// How many terms may follow each other.
    static let mostTerms = 100

    static let always = SQLExpression(
        .comparison(
            .equal, SQLExpression(.literal(.integer(1)), at: 1), SQLExpression(.literal(.integer(1)), at: 5)), at: 1)

    init(_ node: Node, at position: Int?) {
        self.node = node
        self.position = position
        // Small, for the parser has many of these on its stack.
        nesting = (node.parts.map(\.nesting).max() ?? 0).advancedClamped(by: node.ownNesting)
        depth = (node.parts.map(\.depth).max() ?? 0).advancedClamped(by: node.ownDepth)
    }

    package static func == (one: SQLExpression, other: SQLExpression) -> Bool { one.node == other.node }

    /// Whether it is true or false, not a value; `TRUE` and `FALSE` are both.
    var isCondition: Bool {
        switch node {
        case .comparison, .isNull, .isIn, .isBetween, .isLike, .not, .chain, .literal(.boolean): true
        default: false
        }
    }

    var isValue: Bool {
        if case .literal(.boolean) = node { true } else { !isCondition }
    }

    /// The names of the fields, as they are written first.
    var fields: [String] {
        var known: Set<String> = []
        var names: [String] = []
        collect { if known.insert($0.uppercased()).inserted { names.append($0) } }
        return names
    }

    private func collect(_ found: (String) -> Void) {
        switch node {
        case .field(let name), .statistic(_, let name?): found(name)
        default: for part in node.parts { part.collect(found) }
        }
    }
}

extension SQLExpression.Node {
    /// The expressions this one is made of.
    var parts: [SQLExpression] {
        switch self {
        case .literal, .field, .now, .statistic: []
        case .negative(let value), .trim(_, _, let value), .cast(let value, _), .extract(_, let value): [value]
        case .isNull(let value), .not(let value): [value]
        case .arithmetic(let first, let terms): [first] + terms.map(\.value)
        case .comparison(_, let one, let other), .isLike(let one, let other, _): [one, other]
        case .isBetween(let value, let low, let high): [value, low, high]
        case .isIn(let value, let list): [value] + list
        case .call(_, let values), .chain(_, let values): values
        }
    }

    /// What SQLite's parser keeps around the part that is nested deepest, by what the translation makes.
    fileprivate var ownNesting: Int {
        switch self {
        case .literal: 1
        case .field, .now, .statistic: 7
        case .negative, .not: 2
        case .isNull: 1
        case .arithmetic, .comparison: 3
        case .isBetween: 6
        case .call, .trim, .cast, .extract, .isLike: 8
        case .isIn(_, let list): list.count > SQLTranslator.longList ? 25 : 7
        case .chain(_, let conditions): 3 * SQLFragment.levels(conditions.count)
        }
    }

    /// How much deeper the tree is than that of the part which is deepest, by what the translation makes, and a little more.
    fileprivate var ownDepth: Int {
        switch self {
        case .arithmetic(_, let terms): terms.count
        case .call(_, let values): 3 + values.count
        case .chain(_, let conditions): min(conditions.count, SQLFragment.width) * SQLFragment.levels(conditions.count)
        default: 3
        }
    }
}

extension Int16 {
    fileprivate func advancedClamped(by count: Int) -> Int16 {
        let (sum, isTooMuch) = addingReportingOverflow(Int16(clamping: count))
        return isTooMuch ? .max : sum
    }
}
