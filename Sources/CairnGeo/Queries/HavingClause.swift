/// A condition on groups: a where clause in which statistics may stand.
///
/// ```swift
/// let clause = try HavingClause("sum(POP) > 1000000 and count(*) > 2")
/// ```
public struct HavingClause: Sendable, Hashable, CustomStringConvertible {
    /// The canonical text, which reads as an equal clause.
    public let description: String
    package let root: SQLExpression

    /// Reads a clause. Fields outside statistics must be among those that are grouped by.
    ///
    /// - Throws: ``WhereClauseError``
    public init(_ text: String) throws(WhereClauseError) {
        var parser = try SQLParser(text, takesStatistics: true)
        root = try parser.whole()
        description = root.text
        try SQLScanner.checkLength(of: description)
    }

    /// Whether the canonical texts are the same, byte by byte.
    public static func == (one: HavingClause, other: HavingClause) -> Bool {
        one.description.utf8.elementsEqual(other.description.utf8)
    }

    /// Hashes the canonical text.
    public func hash(into hasher: inout Hasher) {
        for byte in description.utf8 { hasher.combine(byte) }
    }
}
