import Foundation

/// Reads questions as portals understand them: `title:trees AND (type:"Web Map" OR owner:ann) NOT tags:old`, `modified:[0 TO 9]`.
///
/// Terms without a word between them must all be met; `-` is NOT; `+` says nothing.
struct PortalQueryParser {
    private static let longest = 8000
    /// How deep parentheses and NOT may nest.
    private static let maximumDepth = 32
    /// How many words, and ranges, there may be: each is looked for in all that is searched.
    private static let mostWords = 256

    private enum Token: Equatable {
        case open, close, and, or, not
        case query(PortalQuery)
    }

    private let characters: [Character]
    private var place = 0
    private var tokens: [Token] = []
    private var wordCount = 0

    /// - Throws: A failure of code 400 for what cannot be read.
    static func read(_ text: String) throws(ServiceFailure) -> PortalQuery {
        guard text.utf8.count <= longest else { throw .invalid("q", "it is longer than \(longest) bytes") }
        var parser = PortalQueryParser(text)
        return try parser.read()
    }

    private init(_ text: String) {
        characters = Array(text)
    }

    private mutating func read() throws(ServiceFailure) -> PortalQuery {
        try scan()
        if tokens.isEmpty { return .everything }
        tokens.reverse()
        let query = try alternatives(Self.maximumDepth)
        guard tokens.isEmpty else { throw .invalid("q", "a parenthesis is closed that was not opened") }
        return query
    }

    // MARK: - Words

    private mutating func scan() throws(ServiceFailure) {
        while place < characters.count {
            let character = characters[place]
            switch character {
            case _ where character.isWhitespace: place += 1
            case "(": append(.open)
            case ")": append(.close)
            case "+": place += 1
            case "-", "!": append(.not)
            default: tokens.append(try term())
            }
        }
    }

    private mutating func append(_ token: Token) {
        tokens.append(token)
        place += 1
    }

    private mutating func term() throws(ServiceFailure) -> Token {
        if characters[place] == "\"" { return .query(try term(nil, try quoted())) }
        let word = bare(stoppingAt: ":")
        if place < characters.count, characters[place] == ":", !word.isEmpty {
            place += 1
            return .query(try value(of: word))
        }
        if word.isEmpty {
            place += 1
            return .query(.everything)
        }
        switch word {
        case "AND", "&&": return .and
        case "OR", "||": return .or
        case "NOT": return .not
        default: return .query(word == "*" ? .everything : try term(nil, word))
        }
    }

    private mutating func term(_ field: String?, _ text: String) throws(ServiceFailure) -> PortalQuery {
        let searched = SearchedText(text)
        guard !searched.isTooLong(in: field) else {
            throw .invalid("q", "between two * there are more than \(UInt64.bitWidth) characters with a ? among them")
        }
        try count(searched.words.count)
        return .term(field: field, searched)
    }

    private mutating func count(_ words: Int) throws(ServiceFailure) {
        wordCount += max(1, words)
        guard wordCount <= Self.mostWords else { throw .invalid("q", "it has more than \(Self.mostWords) words") }
    }

    private mutating func value(of field: String) throws(ServiceFailure) -> PortalQuery {
        guard place < characters.count else { throw .invalid("q", "nothing follows \(field.prefix(60)):") }
        switch characters[place] {
        case "\"": return try term(field, try quoted())
        case "[", "{": return try range(of: field)
        default: return try term(field, bare())
        }
    }

    private mutating func bare(stoppingAt end: Character? = nil) -> String {
        let start = place
        while place < characters.count {
            let character = characters[place]
            if character.isWhitespace || "()\"".contains(character) || character == end { break }
            place += 1
        }
        return String(characters[start..<place])
    }

    private mutating func quoted() throws(ServiceFailure) -> String {
        place += 1
        var text = ""
        while place < characters.count, characters[place] != "\"" {
            if characters[place] == "\\", place + 1 < characters.count { place += 1 }
            text.append(characters[place])
            place += 1
        }
        guard place < characters.count else { throw .invalid("q", "a quotation mark is not closed") }
        place += 1
        return text
    }

    private mutating func range(of field: String) throws(ServiceFailure) -> PortalQuery {
        let start = place + 1
        guard let end = characters[start...].firstIndex(where: { "]}".contains($0) }) else {
            throw .invalid("q", "a range is not closed")
        }
        let words = characters[start..<end].split(whereSeparator: \.isWhitespace).map { String($0) }
        guard words.count == 3, words[1].uppercased() == "TO" else { throw .invalid("q", "a range is not \"[a TO b]\"") }
        place = end + 1
        try count(1)
        let ends = [words[0], words[2]].map { word in word == "*" ? nil : word.filter { $0 != "\"" } }
        return .range(field: field, ends[0], ends[1])
    }

    // MARK: - What they say together

    private mutating func alternatives(_ depth: Int) throws(ServiceFailure) -> PortalQuery {
        var all = [try together(depth)]
        while tokens.last == .or {
            tokens.removeLast()
            all.append(try together(depth))
        }
        return all.count == 1 ? all[0] : .any(all)
    }

    private mutating func together(_ depth: Int) throws(ServiceFailure) -> PortalQuery {
        var all: [PortalQuery] = []
        while let token = tokens.last, token != .close, token != .or {
            if token == .and { tokens.removeLast() } else { all.append(try one(depth)) }
        }
        guard !all.isEmpty else { throw .invalid("q", "something is missing beside AND, OR, NOT or a parenthesis") }
        return all.count == 1 ? all[0] : .all(all)
    }

    private mutating func one(_ depth: Int) throws(ServiceFailure) -> PortalQuery {
        guard depth > 0 else { throw .invalid("q", "it nests too deep") }
        guard let token = tokens.popLast() else { throw .invalid("q", "it ends too early") }
        switch token {
        case .query(let query): return query
        case .not: return .not(try one(depth - 1))
        case .open:
            let query = try alternatives(depth - 1)
            guard tokens.popLast() == .close else { throw .invalid("q", "a parenthesis is not closed") }
            return query
        case .close, .and, .or: throw .invalid("q", "something is missing beside AND, OR, NOT or a parenthesis")
        }
    }
}
