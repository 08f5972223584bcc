/// A line of text, taken apart for matching.
struct LocatorQuery {
    /// One word.
    struct Word {
        /// The indexed spelling.
        let text: String
        /// The bytes of the indexed spelling, for counting differences.
        let bytes: [UInt8]
        /// What it would be as a house number.
        let number: HouseNumber?
        /// Whether it says little by itself.
        let isMinor: Bool
    }

    /// Words that together name a state or country.
    struct RegionName {
        let words: Range<Int>
        let codes: Set<String>
    }

    let words: [Word]
    let regionNames: [RegionName]
    /// What was said of a flat or suite; it is not searched for.
    let unit: String

    init(_ text: String) {
        var plain = TextNormalizer.words(text.replacingHash)
        unit = Self.takeUnit(from: &plain)
        Self.joinFractions(in: &plain)
        words = plain.prefix(24).map { word in
            let canonical = StreetAbbreviations.canonical(word)
            return Word(
                text: canonical, bytes: Array(canonical.utf8), number: HouseNumber(word),
                isMinor: StreetAbbreviations.isMinor(canonical))
        }
        regionNames = Self.regionNames(in: words)
    }

    private static let unitWords: Set<String> = [
        "apt", "apartment", "unit", "suite", "ste", "room", "rm", "floor", "fl", "bldg", "building", "lot", "trlr", "#",
    ]

    /// A unit is its word and what follows, if that is a number or a letter: "Apt 4B", "Suite 200", "# 5".
    private static func takeUnit(from words: inout [String]) -> String {
        for index in words.indices.dropFirst() where unitWords.contains(words[index]) {
            guard index + 1 < words.count else { continue }
            let value = words[index + 1]
            guard HouseNumber(value) != nil || value.utf8.count == 1 else { continue }
            defer { words.removeSubrange(index...index + 1) }
            return words[index] == "#" ? "# \(value)" : "\(words[index]) \(value)"
        }
        words.removeAll { $0 == "#" }
        return ""
    }

    /// "131", "1/2" is one number.
    private static func joinFractions(in words: inout [String]) {
        for index in words.indices.dropLast().reversed() where words[index].allSatisfy(\.isNumber) {
            guard words[index + 1].contains("/") else { continue }
            words[index] += " " + words.remove(at: index + 1)
        }
    }

    private static func regionNames(in words: [Word]) -> [RegionName] {
        var names: [RegionName] = []
        var start = 0
        while start < words.count {
            let longest = min(words.count - start, RegionNames.longestName)
            let match = stride(from: longest, to: 0, by: -1).lazy.compactMap { length -> RegionName? in
                let range = start..<start + length
                let key = words[range].map(\.text).joined(separator: " ")
                return RegionNames.codes[key].map { RegionName(words: range, codes: $0) }
            }.first
            if let match { names.append(match) }
            start = match?.words.upperBound ?? start + 1
        }
        return names
    }
}

extension String {
    /// "#5" as "# 5", so that the sign is a word.
    fileprivate var replacingHash: String {
        contains("#") ? replacing("#", with: " unit ") : self
    }
}
