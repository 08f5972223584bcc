import Foundation

/// Words that are looked for, folded: without regard to case and accents.
struct SearchedText: Sendable, Equatable {
    /// All of it, for fields that are one word whatever is in them.
    let whole: SearchedWord
    let words: [SearchedWord]

    init(_ text: String) {
        whole = SearchedWord(text.trimmingCharacters(in: .whitespaces).searchFolded)
        words = text.searchFolded.searchWords(keeping: "*?").map(SearchedWord.init)
    }

    /// Whether it has patterns that are not looked for.
    func isTooLong(in field: String?) -> Bool {
        field.map(SearchedEntry.isWhole) == true ? whole.isTooLong : words.contains(where: \.isTooLong)
    }

    /// Whether words hold these, one after the other.
    func isHeld(by words: [String]) -> Bool {
        guard !self.words.isEmpty, self.words.count <= words.count else { return false }
        return (0...(words.count - self.words.count)).contains { start in
            zip(self.words, words[start...]).allSatisfy { $0.matches($1) }
        }
    }
}

/// A word that is looked for: as it is, or as a pattern.
struct SearchedWord: Sendable, Equatable {
    private let text: String
    private let pattern: WordPattern?

    init(_ text: String) {
        self.text = text
        pattern = text.contains { "*?".contains($0) } ? WordPattern(text) : nil
    }

    var isTooLong: Bool { pattern?.isTooLong ?? false }

    func matches(_ word: String) -> Bool { pattern?.matches(word) ?? (text == word) }
}

extension String {
    var searchFolded: String { folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }

    /// The words of a folded text.
    func searchWords(keeping others: String = "") -> [String] {
        split { !$0.isLetter && !$0.isNumber && !others.contains($0) }.map(String.init)
    }
}
