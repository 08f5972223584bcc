import CairnCore

/// One word, name, value or sign of a query's text, and where it stands.
struct SQLToken {
    enum Kind: Equatable {
        /// Letters, digits, underscores and dots: a keyword or a field.
        case word(String)
        /// A name in double quotes or brackets: always a field.
        case name(String)
        case text(String)
        case number(String)
        case sign(String)
        case end
    }

    let kind: Kind
    /// The character it begins at, the first being 1.
    let position: Int

    func isWord(_ word: String) -> Bool {
        if case .word(let mine) = kind { mine.utf8.count == word.utf8.count && mine.uppercased() == word } else { false }
    }

    func isSign(_ sign: String) -> Bool { kind == .sign(sign) }

    /// The keyword in capitals; empty for anything else.
    var keyword: String {
        if case .word(let word) = kind { word.uppercased() } else { "" }
    }

    /// The token as messages show it.
    var words: String {
        switch kind {
        case .word(let text), .number(let text), .sign(let text): text.printable(upTo: 40)
        case .name(let name): "\"\(name.printable(upTo: 40))\""
        case .text(let text): "'\(text.printable(upTo: 40))'"
        case .end: "the end"
        }
    }
}
