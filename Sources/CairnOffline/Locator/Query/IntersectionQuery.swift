import CairnCore

/// "Main St & Elm St, Springfield": two streets that cross.
struct IntersectionQuery {
    let first: String
    let second: String

    /// All ways in which a text names two streets: with `&`, `@`, `/`, `|` or `+` between them, or "and", "at", "und", "y", "et"; behind
    /// "corner of" or "intersection of" too. What follows the first comma after both holds for both streets.
    static func all(_ text: String) -> [IntersectionQuery] {
        guard text.utf8.count <= 2000, mayBe(text) else { return [] }
        let words = spaced(text)
        let places = words.indices.dropFirst().dropLast().filter { connectors.contains(words[$0].lowercased()) }
        // Nobody names so many streets at once.
        guard places.count <= most else { return [] }
        return places.compactMap { IntersectionQuery(withoutLead(words[..<$0]), words[($0 + 1)...]) }
    }

    /// Whether one of the connectors may be in a text, told by its bytes: most texts have none.
    private static func mayBe(_ text: String) -> Bool {
        var (length, letters) = (0, UInt32(0))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"), UInt8(ascii: "@"), UInt8(ascii: "|"), UInt8(ascii: "+"), UInt8(ascii: "/"): return true
            // White space, or a letter that is none of a connector.
            case ...UInt8(ascii: " "), 0x80...:
                if (1...3).contains(length), words.contains(letters) { return true }
                (length, letters) = (0, 0)
            default:
                length += 1
                letters = letters << 8 | UInt32(byte | 0x20)
            }
        }
        return false
    }

    /// The letters of connectors that are words, each in one number.
    private static let words = connectors.filter { $0.utf8.allSatisfy { $0 >= UInt8(ascii: "a") } }.map {
        $0.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }

    private init?(_ left: ArraySlice<Substring>, _ right: ArraySlice<Substring>) {
        guard !left.isEmpty else { return nil }
        let (left, right) = (left.joined(separator: " "), right.joined(separator: " "))
        let context = right.firstIndex(of: ",").map { String(right[$0...]) } ?? ""
        first = left.contains(",") ? left : left + context
        second = right
    }

    /// The words, with signs between them as words; a stroke between digits is a fraction's.
    private static func spaced(_ text: String) -> [Substring] {
        var spaced = ""
        var last: Character = " "
        for (character, next) in zip(text, Array(text.dropFirst()) + [" "]) {
            let isFraction = character == "/" && last.isNumber && next.isNumber
            spaced += "&@|+/".contains(character) && !isFraction ? " \(character) " : String(character)
            last = character
        }
        return spaced.split { $0.isWhitespace }
    }

    private static func withoutLead(_ words: ArraySlice<Substring>) -> ArraySlice<Substring> {
        if words.count > 2, directions.contains(words[words.startIndex].lowercased()),
            words[words.startIndex + 1].lowercased() == "corner"
        {
            return withoutLead(words.dropFirst())
        }
        for lead in leads where words.count > lead.count && zip(words, lead).allSatisfy({ $0.lowercased() == $1 }) {
            return words.dropFirst(lead.count)
        }
        return words
    }

    private static let directions: Set<String> = [
        "nw", "ne", "sw", "se", "north", "south", "east", "west", "northwest", "northeast", "southwest", "southeast",
    ]

    private static let leads = [
        ["the", "corner", "of"], ["the", "intersection", "of"], ["corner", "of"], ["intersection", "of"], ["junction", "of"],
        ["crossing", "of"],
        ["corner"], ["intersection"], ["ecke"], ["esquina", "de"], ["esquina"], ["angle", "de"],
    ]

    private static let most = 4
    private static let connectors: Set<String> = ["&", "@", "/", "|", "+", "and", "at", "und", "y", "et"]
}
