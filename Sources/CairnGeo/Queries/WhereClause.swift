package import Foundation

/// A condition on the fields of a feature, in the part of SQL that ArcGIS's standardized queries have.
///
/// It is read into a tree of its own, and no text of it reaches a database: fields are looked up, values are bound. Words and
/// fields are matched without regard to case, text with regard to it. Two clauses are equal if their canonical texts are.
///
/// A clause has at most ``maximumLength`` characters, and is nested no deeper than SQLite reads: about twenty levels of parentheses,
/// or eight of functions.
/// Understood are `= <> != < <= > >=`, `AND`, `OR`, `NOT`, `IN`, `BETWEEN`, `LIKE … ESCAPE`, `IS NULL`, `+ - * / ||`, numbers,
/// `'text'`, `DATE '2020-01-31'`, `TIMESTAMP '2020-01-31 12:00:00'`, `TIME '12:00:00'`, `INTERVAL '2' DAY`, `NULL`, `TRUE`, `FALSE`,
/// `CURRENT_DATE`, `CURRENT_TIME`, `CURRENT_TIMESTAMP`, and functions from `ABS` to `UPPER`, which the error for another lists.
///
/// ```swift
/// let clause = try WhereClause("pop > 1000 and upper(NAME) like 'ST%'")
/// print(clause)  // pop > 1000 AND UPPER(NAME) LIKE 'ST%'
/// print(clause.fields)  // ["pop", "NAME"]
/// ```
public struct WhereClause: Sendable {
    /// The most characters a clause may have: a million, room for 100,000 ids.
    public static let maximumLength = 1_000_000
    /// The most values of a list, as in `IN (1, 2)`.
    static let longestList = 100_000

    /// The clause that every feature meets, `1 = 1`.
    public static let all = WhereClause(SQLExpression.always)

    /// The canonical text, which reads as an equal clause.
    public let description: String
    package let root: SQLExpression

    /// Reads a clause.
    ///
    /// Empty text is an error and not all features: what deletes by a clause must not take a forgotten one for all.
    ///
    /// - Throws: ``WhereClauseError``, which says what is wrong where.
    public init(_ text: String) throws(WhereClauseError) {
        var parser = try SQLParser(text)
        self.init(try parser.whole())
        // Blanks make it longer than it was, and it must be readable again.
        try SQLScanner.checkLength(of: description)
    }

    private init(_ root: SQLExpression) {
        self.root = root
        description = root.text
    }

    /// The condition for SQLite, on a connection with `registerQueryFunctions()`; CURRENT_TIMESTAMP is `now`.
    package func translation(over columns: SQLColumns, now: Date) throws(WhereClauseError) -> SQLFragment {
        try SQLTranslator(columns, now: now).translation(of: root)
    }

    /// The names of the fields it reads, as they are written first, each once.
    public var fields: [String] { root.fields }
}

extension WhereClause: Hashable, CustomStringConvertible {
    /// Whether the canonical texts are the same, byte by byte: for Swift é is one text in both its spellings, for a database it is two.
    public static func == (one: WhereClause, other: WhereClause) -> Bool {
        one.description.utf8.elementsEqual(other.description.utf8)
    }

    /// Hashes the canonical text.
    public func hash(into hasher: inout Hasher) {
        for byte in description.utf8 { hasher.combine(byte) }
    }
}

extension WhereClause: Codable {
    /// Reads a clause from a text.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the canonical text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
