import CairnCore

/// Takes a query's text apart into tokens, one at a time.
struct SQLScanner {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) throws(WhereClauseError) {
        try Self.checkLength(of: text)
        scalars = Array(text.unicodeScalars)
    }

    static func checkLength(of text: String) throws(WhereClauseError) {
        // A count of bytes first: characters of a text of gigabytes are not worth counting.
        guard text.utf8.count <= 4 * WhereClause.maximumLength, text.unicodeScalars.count <= WhereClause.maximumLength else {
            throw WhereClauseError(.tooLarge, "the text is longer than \(WhereClause.maximumLength) characters")
        }
    }

    mutating func next() throws(WhereClauseError) -> SQLToken {
        while let scalar = peek(), scalar.properties.isWhitespace { index += 1 }
        let position = index + 1
        return SQLToken(kind: try kind(), position: position)
    }

    private mutating func kind() throws(WhereClauseError) -> SQLToken.Kind {
        guard let scalar = peek() else { return .end }
        switch scalar {
        case "'": return .text(try quoted(until: "'", "text"))
        case "\"": return .name(try quoted(until: "\"", "name"))
        case "[": return .name(try quoted(until: "]", "name"))
        case "N" where peek(1) == "'", "n" where peek(1) == "'":
            index += 1
            return .text(try quoted(until: "'", "text"))
        case "0"..."9": return .number(try number())
        case "." where peek(1)?.isDigit == true: return .number(try number())
        default: return scalar.isWordStart ? .word(take { $0.isWordPart }) : .sign(try sign(scalar))
        }
    }

    private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
        index + offset < scalars.count ? scalars[index + offset] : nil
    }

    private mutating func take(while belongs: (Unicode.Scalar) -> Bool) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = peek(), belongs(scalar) {
            text.append(scalar)
            index += 1
        }
        return String(text)
    }

    private mutating func quoted(until end: Unicode.Scalar, _ noun: String) throws(WhereClauseError) -> String {
        let start = index + 1
        var text = String.UnicodeScalarView()
        index += 1
        while let scalar = peek() {
            index += 1
            if scalar == "\0" { throw WhereClauseError(.syntax, "a \(noun) must not hold the character NUL", at: index) }
            if scalar == end {
                guard peek() == end else { return String(text) }
                index += 1
            }
            text.append(scalar)
        }
        let advice = "write \(end) behind it, and \(end)\(end) for a \(end) within"
        throw WhereClauseError(.syntax, "the \(noun) that begins here does not end; \(advice)", at: start)
    }

    private mutating func number() throws(WhereClauseError) -> String {
        let start = index + 1
        var text = take { $0.isDigit }
        if peek() == "." { text += take { $0 == "." || $0.isDigit } }
        if peek() == "e" || peek() == "E" {
            index += 1
            text += "e"
            if let sign = peek(), sign == "+" || sign == "-" {
                text.unicodeScalars.append(sign)
                index += 1
            }
            text += take { $0.isDigit }
        }
        if peek()?.isWordPart == true || Double(text.hasSuffix(".") ? text + "0" : text) == nil {
            let rest = take { $0.isWordPart }
            throw WhereClauseError(.syntax, "\((text + rest).printable(upTo: 40)) is no number", at: start)
        }
        return text
    }
}

extension SQLScanner {
    private mutating func sign(_ scalar: Unicode.Scalar) throws(WhereClauseError) -> String {
        let start = index + 1
        let pair = String(String.UnicodeScalarView([scalar, peek(1) ?? " "]))
        if ["--", "/*"].contains(pair) {
            throw WhereClauseError(.refused, "comments are not allowed; leave \(pair) out", at: start)
        }
        if ["<=", ">=", "<>", "!=", "||"].contains(pair) {
            index += 2
            return pair
        }
        guard "(),=<>+-*/".unicodeScalars.contains(scalar) else {
            throw WhereClauseError(.syntax, Self.advice(scalar), at: start)
        }
        index += 1
        return String(scalar)
    }

    private static func advice(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case ";": "one condition is all there may be; leave ; and what follows out"
        case "%": "% is no operator; write MOD(a, b)"
        case "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "`", "´":
            "\(scalar) is no quotation mark here; write text in straight ones, as 'text'"
        default: "\(String(scalar).printable()) has no meaning here"
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
    fileprivate var isWordStart: Bool { self == "_" || properties.isAlphabetic }
    fileprivate var isWordPart: Bool { isWordStart || isDigit || self == "." || self == "$" || self == "#" || properties.isMark }
}

extension Unicode.Scalar.Properties {
    fileprivate var isMark: Bool {
        [.nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber].contains(generalCategory)
    }
}

extension String {
    /// Whether the scanner would read it as one word.
    var isOneWord: Bool {
        guard let first = unicodeScalars.first, first.isWordStart else { return false }
        return unicodeScalars.allSatisfy(\.isWordPart)
    }
}
