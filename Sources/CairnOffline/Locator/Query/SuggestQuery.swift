/// What somebody is typing, taken apart: a house number, whole words, and the beginning of the last one.
struct SuggestQuery {
    let number: HouseNumber?
    /// The whole words as they are indexed.
    let words: [String]
    /// What the last word begins with; empty if it is whole.
    let last: String
    /// Whole words that the last one abbreviates or begins, as they are indexed.
    let forms: [String]

    /// - Parameter isNumberLast: Whether the last word is the house number: "Landstrasse 92".
    init?(_ text: String, isNumberLast: Bool = false) {
        var words = TextNormalizer.words(AddressQuery.beginning(of: text))
        if isNumberLast {
            guard words.count > 1, HouseNumber(words[0]) == nil, let last = words.popLast(), let number = HouseNumber(last) else {
                return nil
            }
            self.number = number
        } else if words.count > 1, let number = HouseNumber(words[0]) {
            (self.number, words) = (number, Array(words.dropFirst()))
        } else {
            number = nil
        }
        guard let last = words.last else { return nil }
        let isWhole = isNumberLast || text.last.map { $0.isWhitespace || $0 == "," } ?? false
        let phrases = TextNormalizer.phrases(isWhole ? words : words.dropLast())
        self.words = phrases.prefix(AddressQuery.mostWords).map(StreetAbbreviations.canonical)
        self.last = isWhole ? "" : last
        var forms = StreetAbbreviations.completions(of: last)
        forms.insert(StreetAbbreviations.canonical(last))
        self.forms = isWhole ? [] : forms.subtracting([last]).sorted()
    }
}
