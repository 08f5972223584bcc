import CairnCore

/// A house number: what it counts as, and how it is written.
struct HouseNumber: Hashable {
    /// The leading digits.
    let value: Int
    /// What is compared, in lower case: "12", "12a", "37-15", "131 1/2".
    let label: String

    /// Reads a word that starts with a digit and is no ordinal; nil for any other.
    init?(_ word: String) {
        let word = word.lowercased()
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard let value = Int(digits), digits.utf8.count <= 9 else { return nil }
        let rest = word.dropFirst(digits.count)
        let isOrdinal = ["st", "nd", "rd", "th"].contains(rest)
        guard !isOrdinal, rest.hasPrefix("-") || rest.hasPrefix(" ") || rest.utf8.count <= 2 else { return nil }
        self.value = value
        label = word
    }
}
