import CairnCore

/// Which bytes of how many a part is: `bytes 0-99/1000` (RFC 9110, 14.4).
struct ContentRange: Hashable {
    let start: Int
    /// After the last byte.
    let end: Int
    let total: Int

    /// Nil unless it names bytes, in order, of a number that is known.
    init?(_ text: String?) {
        guard let words = text?.split(separator: " "), words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let total = Self.number(parts[1]) else { return nil }
        let bounds = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, let start = Self.number(bounds[0]), let last = Self.number(bounds[1]), start <= last,
            last < total
        else { return nil }
        (self.start, end, self.total) = (start, last + 1, total)
    }

    /// Digits only: no sign.
    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(String(text)) : nil
    }
}
