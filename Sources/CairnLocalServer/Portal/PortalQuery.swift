/// A question of a portal's search, read: which entries meet it.
indirect enum PortalQuery: Sendable, Equatable {
    /// Everything.
    case everything
    /// A field, or any of those that words are looked for in, holds words one after the other; they may have `*` and `?` in them.
    case term(field: String?, SearchedText)
    /// A field lies between two values, which are nil where there is no end.
    case range(field: String, String?, String?)
    case not(PortalQuery)
    case all([PortalQuery])
    case any([PortalQuery])

    /// - Throws: What the work throws.
    func matches(_ entry: inout SearchedEntry, _ work: inout PacedWork) async throws -> Bool {
        switch self {
        case .everything: return true
        case .term(let field, let text):
            for field in field.map({ [$0] }) ?? SearchedEntry.usualFields {
                try await work.take(entry.size(of: field) * max(1, text.words.count))
                if entry.holds(text, in: field) { return true }
            }
            return false
        case .range(let field, let low, let high):
            try await work.take(entry.size(of: field))
            return entry.lies(in: field, from: low, to: high)
        case .not(let query): return try await !query.matches(&entry, &work)
        case .all(let queries):
            for query in queries { if try await !query.matches(&entry, &work) { return false } }
            return true
        case .any(let queries):
            for query in queries { if try await query.matches(&entry, &work) { return true } }
            return false
        }
    }
}
