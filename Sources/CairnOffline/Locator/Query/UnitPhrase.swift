/// What is said of a flat, a suite or a floor: "Apt 4B", "Suite 200", "2nd Floor", "# 5", in front of an address or behind it.
enum UnitPhrase {
    /// What "#" becomes, for a sign would be lost among words.
    static let sign = "numbersign"

    /// Names that come before their number or letter.
    private static let leading: WordTable<Bool> = [
        "apt", "apartment", "unit", "suite", "ste", "room", "rm", "floor", "fl", "flat", "bldg", "building", "lot", "trlr", "spc",
        "app",
        "level", "lvl", "space", "stop", "slip", "ofc", "office", "door", "tower", "wing", "hangar", "pier", "pmb", "mailbox",
        "box", "ms",
        "apto", "etage", "tur", "tuer", "stock", "porte", "piso", "puerta", "appartement", "bte", "bat", "batiment", "zimmer",
        "wohnung", "whg",
        "top", "dept", "ph",
    ]
    /// What may stand between a name and its number.
    private static let fillers: WordTable<Bool> = [sign, "no", "nr", "num", "number"]

    /// Names that come behind it.
    private static let trailing: WordTable<Bool> = ["floor", "fl", "flr", "etage", "stock", "og", "piso"]

    /// How a post office box stands in ``AddressQuery/unit``.
    static let box = "po box"
    private static let boxes = [
        ["po", "box"], ["p", "o", "box"], ["post", "office", "box"], ["post", "box"], ["pobox"], ["postfach"],
    ]

    /// How many words a post office box takes; 0 if there is none.
    private static func boxLength(_ words: [String], _ start: Int) -> Int {
        guard words[start].utf8.first == UInt8(ascii: "p") else { return 0 }
        for box in boxes
        where start + box.count < words.count && words[start...].starts(with: box) && isValue(words[start + box.count]) {
            return box.count + 1
        }
        return 0
    }

    /// More than anybody writes.
    private static let most = 3

    /// Takes them out of the words between commas, as long as something is left: "Building 2 Apt 3" are two. Of a post office box alone nothing
    /// is left, for it is nowhere.
    static func take(from parts: inout [[String]]) -> String {
        let words = parts.first?.first?.utf8.first == UInt8(ascii: "p") ? parts.flatMap(\.self) : []
        if !words.isEmpty, boxLength(words, 0) == words.count {
            parts = []
            return "\(box) \(words[words.count - 1])"
        }
        var units: [String] = []
        while units.count < most, let unit = takeOne(from: &parts) { units.append(unit) }
        // A sign without a number.
        for part in parts.indices { parts[part].removeAll { $0 == sign } }
        return units.joined(separator: " ")
    }

    private static func takeOne(from parts: inout [[String]]) -> String? {
        for part in parts.indices {
            for index in parts[part].indices {
                guard let range = range(in: parts[part], at: index) else { continue }
                let rest = parts.reduce(0) { $0 + $1.count } - range.count
                guard rest > 0, parts[part][index] != sign || hasNumber(in: parts, beside: part, range) else { continue }
                let unit = text(parts[part][range])
                parts[part].removeSubrange(range)
                return unit
            }
        }
        return nil
    }

    private static func range(in words: [String], at index: Int) -> Range<Int>? {
        // "APT4B"
        if isNameWithNumber(words[index]) { return index..<index + 1 }
        guard index + 1 < words.count else { return nil }
        let box = boxLength(words, index)
        if box > 0 { return index..<index + box }
        let isNamed = leading.contains(words[index])
        let start = isNamed && fillers.contains(words[index + 1]) && index + 2 < words.count ? index + 2 : index + 1
        if isNamed || words[index] == sign, isValue(words[start]), !isRegion(words[index], words[start]), !isState(words, index) {
            return index..<end(of: start, in: words)
        }
        // "2nd floor", and not the house number before a street of that name.
        if trailing.contains(words[index + 1]), isOrdinal(words[index]) || words.count == 2 && HouseNumber(words[index]) != nil {
            return index..<index + 2
        }
        return nil
    }

    /// "FL 33101" and "MS 39601" are post codes of Florida and Mississippi, "La Porte 77571" is one in Texas.
    private static func isRegion(_ name: String, _ value: String) -> Bool {
        (name == "fl" || name == "ms" || name == "porte") && value.utf8.prefix { (0x30...0x39).contains($0) }.count == 5
    }

    /// "Dover FL 3677 14th St" is in Florida, and "3342 FL 9" on a road of Florida: behind a name a number of a house follows, with a street, and
    /// behind the number of a house there is nothing else.
    private static func isState(_ words: [String], _ index: Int) -> Bool {
        guard index > 0, words[index] == "fl" || words[index] == "ms", HouseNumber(words[index + 1]) != nil else { return false }
        let before = words[..<index]
        if index + 2 == words.count { return before.allSatisfy { HouseNumber($0) != nil } }
        let last = StreetAbbreviations.role(of: StreetAbbreviations.canonical(words[index - 1]))
        return last == .name && before.allSatisfy { HouseNumber($0) == nil }
    }

    private static func isNameWithNumber(_ word: String) -> Bool {
        guard let digit = word.utf8.firstIndex(where: { (0x30...0x39).contains($0) }), digit != word.startIndex else {
            return false
        }
        let (name, rest) = (word[..<digit], word.utf8[digit...].count)
        return name.utf8.count > 1 && rest <= 4 && leading.contains(String(name))
    }

    /// "B-12" are two words: a letter before a number belongs to it, if another number follows, that of the house.
    private static func end(of value: Int, in words: [String]) -> Int {
        guard words[value].utf8.count == 1, !words[value].utf8.contains(where: { (0x30...0x39).contains($0) }),
            value + 1 < words.count,
            HouseNumber(words[value + 1]) != nil
        else { return value + 1 }
        let isLast = value + 2 == words.count
        return isLast || words[(value + 2)...].contains { HouseNumber($0) != nil }
            || words[..<value].contains { HouseNumber($0) != nil }
            ? value + 2 : value + 1
    }

    /// "#12 Main St, 21201" has no other number, and 12 is that of the house.
    private static func hasNumber(in parts: [[String]], beside part: Int, _ range: Range<Int>) -> Bool {
        let isAlone = range.count == parts[part].count
        return parts.enumerated().contains { index, words in
            (index == part || isAlone)
                && words.enumerated().contains { place, word in
                    (index != part || !range.contains(place)) && HouseNumber(word) != nil
                }
        }
    }

    /// "7th floor" as "floor 7".
    private static func text(_ words: ArraySlice<String>) -> String {
        if boxLength(Array(words), 0) > 0 { return "\(box) \(words[words.endIndex - 1])" }
        guard let first = words.first, let last = words.last, trailing.contains(last), isOrdinal(first) else {
            return words.filter { !fillers.contains($0) || $0 == sign && words.count == 2 }.joined(separator: " ").replacing(
                sign, with: "#")
        }
        let digits = (OrdinalPhrase.ordinal([first])?.text ?? first).prefix { $0.isASCII && $0.isNumber }
        return "\(last) \(digits.isEmpty ? first[...] : digits)"
    }

    private static func isValue(_ word: String) -> Bool {
        HouseNumber(word) != nil || word.utf8.count == 1 && word.utf8.first! >= 0x61
            || word.utf8.count <= 4 && word.utf8.contains { (0x30...0x39).contains($0) }
    }

    private static func isOrdinal(_ word: String) -> Bool {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        if !digits.isEmpty { return ["st", "nd", "rd", "th"].contains(word.dropFirst(digits.count)) }
        return ["ground", "first", "second", "third", "fourth", "fifth", "sixth", "top", "erdgeschoss", "eg"].contains(word)
    }
}
