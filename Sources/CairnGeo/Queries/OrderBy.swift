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
    public struct Key: Sendable, Hashable, Codable {
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
        keys = try parser.list { (parser) throws(WhereClauseError) in
            let field = try parser.field("a field")
            let isDescending = try parser.take(word: "DESC")
            if !isDescending { _ = try parser.take(word: "ASC") }
            return Key(field, isDescending: isDescending)
        }
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
