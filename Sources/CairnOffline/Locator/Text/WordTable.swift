import CairnCore

/// Words with what they stand for, asked for words most of which are none of them: the first letter and the length tell most of those apart.
struct WordTable<Value: Sendable>: Sendable {
    private let values: [String: Value]
    /// By the lowest bits of the first byte, the lengths there are, a bit for each.
    private let lengths: [UInt64]

    init(_ values: [String: Value]) {
        self.values = values
        lengths = values.keys.reduce(into: Array(repeating: 0, count: 32)) { $0[Self.place($1)] |= Self.bit($1) }
    }

    subscript(word: String) -> Value? { lengths[Self.place(word)] & Self.bit(word) == 0 ? nil : values[word] }

    private static func place(_ word: String) -> Int { Int(word.utf8.first ?? 0) & 31 }
    private static func bit(_ word: String) -> UInt64 { 1 << UInt64(word.utf8.count & 63) }
}

extension WordTable<Bool> {
    /// A set of words.
    init(of words: some Sequence<String>) { self.init(Dictionary(words.map { ($0, true) }) { first, _ in first }) }

    func contains(_ word: String) -> Bool { self[word] != nil }
}

extension WordTable: ExpressibleByArrayLiteral where Value == Bool {
    init(arrayLiteral words: String...) { self.init(of: words) }
}

extension WordTable: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, Value)...) { self.init(Dictionary(elements) { first, _ in first }) }
}
