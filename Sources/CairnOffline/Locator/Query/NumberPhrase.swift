/// House numbers of more than one word.
enum NumberPhrase {
    private static let leads: Set<String> = ["no", "nr", "num", "nº", "numero", "number", "house", "haus"]

    /// "131", "1/2" as one word, and without "No." before a number.
    static func joined(_ words: [String]) -> [String] {
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
}
