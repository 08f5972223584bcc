/// House numbers of more than one word.
enum NumberPhrase {
    private static let leads: WordTable<Bool> = ["no", "nr", "num", "nº", "numero", "number", "house", "haus"]

    /// "131", "1/2" as one word, and without "No." before a number.
    static func joined(_ words: [String]) -> [String] {
        let words = words.contains(where: isMixed) ? words.flatMap(parted) : words
        guard words.contains(where: { leads.contains($0) || $0.utf8.contains(UInt8(ascii: "/")) }) else { return words }
        var joined: [String] = []
        for word in words {
            // "78-1/2"
            if let dash = word.firstIndex(of: "-"), word.contains("/"),
                word[..<dash].utf8.allSatisfy({ (0x30...0x39).contains($0) })
            {
                joined.append(word[..<dash] + " " + word[word.index(after: dash)...])
                continue
            }
            if let last = joined.last, word.contains("/"), last.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                word.utf8.count <= 5
            {
                joined[joined.count - 1] = last + " " + word
            } else if let last = joined.last, leads.contains(last), HouseNumber(word) != nil {
                joined[joined.count - 1] = word
            } else {
                joined.append(word)
            }
        }
        return joined
    }

    /// Whether a word has digits and letters, and more than an ordinal or a number with a letter.
    private static func isMixed(_ word: String) -> Bool {
        let digits = word.utf8.count { (0x30...0x39).contains($0) }
        return digits > 0 && digits < word.utf8.count && word.utf8.count > digits + 2
    }

    /// "628Hudson", "Landstr92" and "W12th" in two.
    private static func parted(_ word: String) -> [String] {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        if !digits.isEmpty {
            let rest = word.dropFirst(digits.count)
            return digits.count <= 5 && rest.utf8.count > 3 && rest.allSatisfy(\.isLetter)
                ? [String(digits), String(rest)] : [word]
        }
        let letters = word.prefix(while: \.isLetter)
        let rest = word.dropFirst(letters.count)
        guard rest.first?.isNumber == true, rest.utf8.count <= 5 else { return [word] }
        let isDirection = ["n", "s", "e", "w", "ne", "nw", "se", "sw"].contains(letters) && OrdinalPhrase.isOrdinal(rest)
        return isDirection || letters.utf8.count >= 4 && HouseNumber(String(rest)) != nil
            ? [String(letters), String(rest)] : [word]
    }
}
