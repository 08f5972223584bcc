import CairnCore

/// One way to read words of a query: as a word of the locator.
struct Reading {
    /// The locator's word.
    let word: Int
    /// The query's words that it takes, a bit for each.
    let tokens: UInt32
    /// How well it fits, 0…1.
    let similarity: Double
    /// Whether it takes half of a word, which another reading takes the other half of.
    let isHalf: Bool
    /// Whether the word stands for a country in another language: no name has it.
    let isCountry: Bool
    /// The next reading as the same word; -1 for none.
    fileprivate(set) var next: Int32 = -1
}

/// All ways to read the words of a query that were looked for so far, by the locator's words.
struct Readings {
    private(set) var all: [Reading] = []
    private var table: [Int32] = Array(repeating: -1, count: 32)

    /// Adds one, unless there is as good a one.
    mutating func add(_ word: Int, _ tokens: UInt32, _ similarity: Double, isHalf: Bool = false, isCountry: Bool = false) {
        var index = first(word)
        while index >= 0 {
            let known = all[Int(index)]
            if known.tokens == tokens, known.similarity >= similarity, known.isCountry == isCountry { return }
            index = known.next
        }
        if all.count * 2 >= table.count { grow() }
        all.append(Reading(word: word, tokens: tokens, similarity: similarity, isHalf: isHalf, isCountry: isCountry))
        insert(Int32(truncatingIfNeeded: all.count - 1))
    }

    /// The first reading as a word; -1 if there is none.
    @inline(__always)
    func first(_ word: Int) -> Int32 {
        var slot = Self.slot(word, table.count)
        while true {
            let index = table[slot]
            if index < 0 || all[Int(index)].word == word { return index }
            slot = (slot + 1) & (table.count - 1)
        }
    }

    @inline(__always)
    private static func slot(_ word: Int, _ count: Int) -> Int {
        Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: word) &* 0x9E37_79B9_7F4A_7C15) >> 40) & (count - 1)
    }

    private mutating func insert(_ reading: Int32) {
        let word = all[Int(reading)].word
        var slot = Self.slot(word, table.count)
        while table[slot] >= 0, all[Int(table[slot])].word != word { slot = (slot + 1) & (table.count - 1) }
        all[Int(reading)].next = table[slot]
        table[slot] = reading
    }

    private mutating func grow() {
        table = Array(repeating: -1, count: table.count * 2)
        for index in all.indices {
            all[index].next = -1
            insert(Int32(truncatingIfNeeded: index))
        }
    }
}
