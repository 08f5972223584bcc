import Foundation

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

    func matches(_ entry: SearchedEntry) -> Bool {
        switch self {
        case .everything: true
        case .term(let field?, let text): entry.holds(text, in: field)
        case .term(nil, let text): entry.holds(text)
        case .range(let field, let low, let high): entry.lies(in: field, from: low, to: high)
        case .not(let query): !query.matches(entry)
        case .all(let queries): queries.allSatisfy { $0.matches(entry) }
        case .any(let queries): queries.contains { $0.matches(entry) }
        }
    }
}

/// Words that are looked for, folded: without regard to case and accents.
struct SearchedText: Sendable, Equatable {
    /// All of it, for fields that are one word whatever is in it.
    let whole: String
    let words: [String]

    init(_ text: String) {
        whole = text.trimmingCharacters(in: .whitespaces).searchFolded
        words = text.searchWords(keeping: "*?")
    }
}

extension String {
    var searchFolded: String { folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }

    /// The words of a text, folded.
    func searchWords(keeping others: String = "") -> [String] {
        searchFolded.split { !$0.isLetter && !$0.isNumber && !others.contains($0) }.map(String.init)
    }

    /// Whether this is what a pattern says, in which `*` is anything and `?` one character.
    func isLike(_ pattern: String) -> Bool {
        guard pattern.contains(where: { "*?".contains($0) }) else { return self == pattern }
        let (text, pattern) = (Array(self), Array(pattern))
        var (place, at, star, resume) = (0, 0, Int?.none, 0)
        // Back to the last star only, so that no pattern takes more than the product of both lengths.
        while place < text.count {
            if at < pattern.count, pattern[at] == "*" {
                (star, resume, at) = (at, place, at + 1)
            } else if at < pattern.count, pattern[at] == "?" || pattern[at] == text[place] {
                (place, at) = (place + 1, at + 1)
            } else if let last = star {
                (resume, place, at) = (resume + 1, resume + 1, last + 1)
            } else {
                return false
            }
        }
        return pattern[at...].allSatisfy { $0 == "*" }
    }
}
