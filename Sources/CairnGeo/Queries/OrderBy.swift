/// The order of a query's features: fields, each ascending or descending, the first above the second.
///
/// ```swift
/// let order = try OrderBy("STATE, POP desc")
/// print(order)  // STATE, POP DESC
/// ```
///
/// Nulls come first in ascending order. Only fields are taken, no expressions.
public struct OrderBy: Sendable, Hashable, CustomStringConvertible {
    /// One field of the order.
    public struct Key: Sendable, Hashable {
        /// The field.
        public let field: String
        /// Whether the greatest comes first.
        public let isDescending: Bool

        /// A field of an order.
        public init(_ field: String, isDescending: Bool = false) {
            self.field = field
            self.isDescending = isDescending
        }
    }

    /// The fields, the first above the second.
    public let keys: [Key]

    /// An order by these fields.
    public init(_ keys: [Key]) {
        self.keys = keys
    }

    /// Reads what clients send as `orderByFields`.
    ///
    /// - Throws: ``WhereClauseError``
    public init(_ text: String) throws(WhereClauseError) {
        var parser = try SQLParser(text)
        keys = try parser.order()
    }

    /// The canonical text, which reads as an equal order.
    public var description: String {
        keys.map { SQLExpression.spelling(of: $0.field) + ($0.isDescending ? " DESC" : "") }.joined(separator: ", ")
    }

    /// What follows ORDER BY.
    package func translation(over columns: SQLColumns) throws(WhereClauseError) -> SQLFragment {
        var terms: [SQLFragment] = []
        for key in keys {
            let column = try columns.column(key.field)
            terms.append(SQLFragment(column.sql + (key.isDescending ? " DESC" : " ASC")))
        }
        return .joined(terms, ", ")
    }
}

extension SQLParser {
    /// Fields between commas, each with ASC or DESC, or neither.
    fileprivate mutating func order() throws(WhereClauseError) -> [OrderBy.Key] {
        var keys: [OrderBy.Key] = []
        repeat {
            guard keys.count < 100 else {
                throw WhereClauseError(.tooLarge, "there are more than 100 fields", at: token.position)
            }
            let field = try field("a field")
            let isDescending = try take(word: "DESC")
            if !isDescending { _ = try take(word: "ASC") }
            keys.append(OrderBy.Key(field, isDescending: isDescending))
        } while try take(sign: ",")
        guard token.kind == .end else { throw unexpected("ASC, DESC, a comma or the end") }
        return keys
    }
}
