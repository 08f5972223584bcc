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

    private static let highways = ["sr": ["state", "rte"], "cr": ["county", "rd"], "i": ["interstate"], "fm": ["farm", "rd"]]

    /// The words joined by spaces: equal for texts that mean the same.
    static func key(_ text: String) -> String {
        tokens(text).joined(separator: " ")
    }

    /// The words as they were typed, in lower case and without diacritics.
    ///
    /// Full stops and apostrophes join ("U.S.", "O'Brien"); hyphen and slash join digits ("37-15", "1/2"); all else
    /// separates.
    static func words(_ text: String) -> [String] {
        let plain = text.utf8.allSatisfy { $0 < 0x80 } ? text : Folding.folded(text)
        var words: [String] = []
        var word: [UInt8] = []
        func finish() {
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            word.removeAll(keepingCapacity: true)
        }
        let bytes = Array(plain.utf8)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: word.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
            case UInt8(ascii: "."), UInt8(ascii: "'"), UInt8(ascii: "`"): break
            case UInt8(ascii: "-"), UInt8(ascii: "/"):
                let joins = isDigit(word.last) && index + 1 < bytes.count && isDigit(bytes[index + 1])
                if joins { word.append(byte) } else { finish() }
            default: finish()
            }
        }
        finish()
        return words
    }

    private static func isDigit(_ byte: UInt8?) -> Bool {
        byte.map { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? false
    }
}
