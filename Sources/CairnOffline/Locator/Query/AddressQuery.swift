import CairnCore

/// A line of text, taken apart for matching: an object, for all parts of a search keep it.
final class AddressQuery: Sendable {
    /// One word: an object, for it is looked at again for each feature.
    final class Word: Sendable {
        /// As it was typed, in lower case and without marks.
        let plain: String
        /// The spelling that is indexed.
        let text: String
        /// What it would be as a house number.
        let number: HouseNumber?
        /// What it does in the name of a street.
        let role: WordRole
        /// Between which commas it stands.
        let part: Int

        init(_ plain: String, part: Int) {
            self.plain = isExtended(plain) ? String(plain.prefix(5)) : plain
            text = StreetAbbreviations.canonical(self.plain)
            (number, role, self.part) = (HouseNumber(self.plain), StreetAbbreviations.role(of: text), part)
        }

        /// The same word, where it does something else.
        init(_ word: Word, as role: WordRole) {
            (plain, text, number, self.role, part) = (word.plain, word.text, word.number, role, word.part)
        }
    }

    let words: [Word]
    /// What was said of a flat or suite; it is not searched for.
    let unit: String
    /// Whether that is a post office box: it is nowhere.
    let isPostBox: Bool
    let masks: Masks

    /// Leaves as many words as may be looked at, and those of a flat.
    private static func cut(_ parts: inout [[String]]) {
        var left = 2 * mostWords
        for part in parts.indices {
            if parts[part].count > left { parts[part].removeLast(parts[part].count - left) }
            left -= parts[part].count
        }
    }

    /// A longer text is no address, and its end is not looked at.
    private static let mostBytes = 4000
    /// More words than any address has: the rest is not looked at.
    static let mostWords = 24

    init(_ text: String) {
        var parts = TextNormalizer.parts(Self.withWholeNumber(Self.withFractions(Self.beginning(of: text))))
        Self.cut(&parts)
        for part in parts.indices where parts[part].contains(UnitPhrase.sign) { Self.removeRoadSign(from: &parts[part]) }
        unit = UnitPhrase.take(from: &parts)
        isPostBox = !unit.isEmpty && unit.contains(UnitPhrase.box)
        var words: [Word] = []
        var part = 0
        for own in parts where !own.isEmpty && words.count < Self.mostWords {
            for word in TextNormalizer.phrases(NumberPhrase.joined(own)).prefix(Self.mostWords - words.count) {
                words.append(Word(word, part: part))
            }
            part += 1
        }
        for index in words.indices {
            if Self.isPreposition(index, words) || Self.isTown(index, words) {
                words[index] = Word(words[index], as: .connective)
            }
            if Self.isTitle(index, words) || Self.isCode(index, words) { words[index] = Word(words[index], as: .name) }
        }
        self.words = words
        masks = Masks(words)
    }

    /// "near 12 Main St" and "Salem in Oregon": "in" is a region or a country only at the end of a part, or before a post code.
    private static func isPreposition(_ index: Int, _ words: [Word]) -> Bool {
        guard index + 1 < words.count, words[index + 1].number == nil || index == 0 && words[index].plain != "in",
            prepositions.contains(words[index].plain)
        else {
            return false
        }
        if index == 0 { return true }
        return words[index].plain == "in" && words[index + 1].part == words[index].part
            && !countries.contains(words[index + 1].plain)
    }

    /// "City of Springfield"
    private static func isTown(_ index: Int, _ words: [Word]) -> Bool {
        guard index + 1 < words.count, towns.contains(words[index].plain), words[index + 1].plain == "of" else { return false }
        return words[index + 1].part == words[index].part && (index == 0 || words[index - 1].part != words[index].part)
    }

    /// "Dr. Alice Nowak" and "Prof. Dr. Meier" are no drives: it begins a part, or no number is in it.
    private static func isTitle(_ index: Int, _ words: [Word]) -> Bool {
        let part = words[index].part
        guard words[index].plain == "dr", index + 1 < words.count, words[index + 1].part == part, words[index + 1].number == nil
        else {
            return false
        }
        return index == 0 || words[index - 1].part != part || !words.contains { $0.part == part && $0.number != nil }
    }

    /// "Salem, LA", "Georgetown DE 19947", "Dover, Del." and "Omaha, NE": regions and countries at the end, and no articles or directions.
    private static func isCode(_ index: Int, _ words: [Word]) -> Bool {
        let (word, part) = (words[index], words[index].part)
        guard index > 0, word.plain.utf8.count == 2 || word.plain == "del", word.role == .connective || word.role == .qualifier,
            words[(index + 1)...].allSatisfy({ $0.part != part || $0.number != nil || countries.contains($0.plain) })
        else { return false }
        let isFirst = words[index - 1].part != part
        return word.role == .connective ? !articles.contains(word.plain) : isFirst
    }

    private static let countries: WordTable<Bool> = ["us", "usa"]
    /// Words of two letters that no region or country is called by.
    private static let articles: WordTable<Bool> = ["of", "du", "el"]
    private static let towns: WordTable<Bool> = ["city", "town", "village", "township", "borough"]
    private static let prepositions: WordTable<Bool> = ["near", "in", "at", "opposite", "behind", "beside"]

    /// "218½" as "218 1/2".
    private static func withFractions(_ text: String) -> String {
        // All three begin with this byte, and little else does.
        guard text.utf8.contains(0xC2) else { return text }
        return text.replacing("½", with: " 1/2 ").replacing("¼", with: " 1/4 ").replacing("¾", with: " 3/4 ")
    }

    /// "3,740 Main St" as "3740 Main St".
    private static func withWholeNumber(_ text: String) -> String {
        let start = text.utf8.prefix(7)
        guard let comma = start.firstIndex(of: UInt8(ascii: ",")), comma != start.startIndex else { return text }
        let digits = start[start.index(after: comma)...].prefix { (0x30...0x39).contains($0) }
        guard start[..<comma].allSatisfy({ (0x30...0x39).contains($0) }), start[..<comma].count <= 3, digits.count == 3,
            digits.endIndex < text.endIndex,
            text.utf8[digits.endIndex] == UInt8(ascii: " ")
        else { return text }
        return String(text[..<comma]) + text[text.index(after: comma)...]
    }

    /// "County Rd #12" is the road of that number, and no flat.
    private static func removeRoadSign(from words: inout [String]) {
        for index in words.indices.dropFirst(2).reversed()
        where words[index] == UnitPhrase.sign && roads.contains(words[index - 1]) && systems.contains(words[index - 2]) {
            words.remove(at: index)
        }
    }

    private static let roads: WordTable<Bool> = ["rd", "road", "route", "rte", "rt", "hwy", "highway"]
    private static let systems: WordTable<Bool> = ["county", "co", "state", "us", "farm", "township"]

    /// Whether a word is a post code of the USA with four digits more.
    private static func isExtended(_ word: String) -> Bool {
        word.utf8.count == 10
            && word.utf8.enumerated().allSatisfy { $0 == 5 ? $1 == UInt8(ascii: "-") : (0x30...0x39).contains($1) }
    }
}

extension AddressQuery {
    /// One word as a bit of a set of words.
    static func bit(_ word: Int) -> UInt32 { 1 << UInt32(word) }

    /// What is asked again for each feature, a bit for each word.
    struct Masks {
        /// Those that may be house numbers.
        private(set) var numbers: UInt32 = 0
        /// By what they do in the name of a street.
        private(set) var (names, types, connectives): (UInt32, UInt32, UInt32) = (0, 0, 0)
        /// Those with digits, and those so short that they may belong to a number.
        private(set) var (coded, short): (UInt32, UInt32) = (0, 0)
        /// Those of each part.
        private(set) var parts: [UInt32]

        init(_ words: [Word]) {
            parts = [UInt32](repeating: 0, count: (words.last?.part ?? -1) + 1)
            for token in words.indices {
                let bit = AddressQuery.bit(token)
                if words[token].number != nil { numbers |= bit }
                switch words[token].role {
                case .name: names |= bit
                case .type: types |= bit
                case .connective: connectives |= bit
                case .qualifier: break
                }
                let letters = words[token].plain.utf8
                if letters.contains(where: { (0x30...0x39).contains($0) }) { coded |= bit }
                if letters.count <= HouseSearch.longestAddition { short |= bit }
                parts[words[token].part] |= bit
            }
        }
    }

    /// As much of a text as is looked at: a longer one is no address.
    static func beginning(of text: String) -> String {
        text.utf8.count <= mostBytes ? text : String(decoding: text.utf8.prefix(mostBytes), as: UTF8.self)
    }
}

extension AddressQuery.Word {
    /// The part between commas in which it stands, as a bit.
    var partBit: UInt32 { 1 << UInt32(part) }
}
