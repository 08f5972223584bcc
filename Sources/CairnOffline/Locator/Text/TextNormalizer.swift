/// Turns text into the words that are indexed and compared: lower case, no diacritics, one spelling for each word.
enum TextNormalizer {
    /// The indexed words of a text.
    static func tokens(_ text: String) -> [String] {
        phrases(words(text)).map(StreetAbbreviations.canonical)
    }

    /// Words that are several, and several that are one: "SR 14" is "state route 14", and "forty fifth" "45th".
    static func phrases(_ words: [String]) -> [String] {
        var result: [String] = []
        var place = 0
        while place < words.count {
            if let ordinal = OrdinalPhrase.ordinal(words[place...]) {
                result.append(ordinal.text)
                place += ordinal.count
                continue
            }
            let isBeforeNumber =
                place + 1 < words.count && words[place + 1].utf8.first.map { (0x30...0x39).contains($0) } ?? false
            if isBeforeNumber, let longer = highways[words[place]] { result += longer } else { result.append(words[place]) }
            place += 1
        }
        return result
    }

    private static let highways: WordTable<[String]> = [
        "sr": ["state", "rte"], "cr": ["county", "rd"], "i": ["interstate"], "fm": ["farm", "rd"],
    ]

    /// The words joined by spaces: equal for texts that mean the same.
    static func key(_ text: String) -> String {
        tokens(text).joined(separator: " ")
    }

    /// The words as they were typed, in lower case and without diacritics.
    ///
    /// Full stops and apostrophes join ("U.S.", "O'Brien"); hyphen and slash join digits ("37-15", "1/2"); all else
    /// separates.
    static func words(_ text: String) -> [String] { split(text, isParted: false).first ?? [] }

    /// The words between commas, semicolons, bars, tabs and the ends of lines, those of each part, and "#" as ``UnitPhrase/sign``.
    static func parts(_ text: String) -> [[String]] { split(text, isParted: true) }

    private static func split(_ text: String, isParted: Bool) -> [[String]] {
        var plain = text.utf8.allSatisfy { $0 < 0x80 } ? text : Folding.folded(text)
        return plain.withUTF8 {
            var splitter = WordSplitter(isParted: isParted)
            splitter.read($0)
            return splitter.parts
        }
    }
}

/// Takes a text apart, byte by byte.
private struct WordSplitter {
    let isParted: Bool
    private(set) var parts: [[String]] = []
    private var words: [String] = []
    private var word: [UInt8] = []

    init(isParted: Bool) {
        self.isParted = isParted
        word.reserveCapacity(32)
    }

    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        for index in bytes.indices {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: word.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
            case UInt8(ascii: "."), UInt8(ascii: "'"), UInt8(ascii: "`"): break
            case UInt8(ascii: "-"), UInt8(ascii: "/"):
                let joins = Self.isDigit(word.last) && index + 1 < bytes.count && Self.isDigit(bytes[index + 1])
                if joins { word.append(byte) } else { finish() }
            case UInt8(ascii: "#") where isParted:
                finish()
                words.append(UnitPhrase.sign)
            case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "\n"), UInt8(ascii: "\r"),
                UInt8(ascii: "\t"):
                if isParted { finishPart() } else { finish() }
            default: finish()
            }
        }
        finishPart()
    }

    private mutating func finish() {
        if word.isEmpty { return }
        words.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
    }

    private mutating func finishPart() {
        finish()
        if words.isEmpty { return }
        parts.append(words)
        words = []
    }

    private static func isDigit(_ byte: UInt8?) -> Bool {
        byte.map { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? false
    }
}
