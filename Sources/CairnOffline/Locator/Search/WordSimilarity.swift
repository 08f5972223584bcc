import CairnCore

/// How much words are like one that was typed, 0…1.
struct WordSimilarity {
    private let typed: [UInt32]
    private let distance: EditDistance

    init?(_ word: MisspeltWord) {
        guard let distance = EditDistance(word.letters) else { return nil }
        (typed, self.distance) = (word.letters, distance)
    }

    /// Of a word that may differ by so many letters; nil if it differs by more.
    func misspelt(_ spelt: UnsafeRawBufferPointer, most: Int) -> Double? {
        guard let distance = distance(to: spelt, limit: most), distance > 0 else { return nil }
        let letters = Self.letters(spelt)
        if Self.isUmlaut(typed, letters) { return 0.98 }
        // A plural, or whose it is.
        let (short, long) = typed.count < letters.count ? (typed, letters) : (letters, typed)
        if distance == 1, long.count == short.count + 1, long.last == 0x73, long.dropLast().elementsEqual(short) { return 0.95 }
        switch (distance, min(typed.count, letters.count)) {
        case (1, ...3): return 0.75
        case (1, 4): return 0.85
        case (1, _): return typed.first == letters.first ? 0.9 : 0.87
        default: return typed.first == letters.first ? 0.78 : 0.72
        }
    }

    /// Of a word that may sound alike.
    func sounding(_ sound: SoundKey, _ spelt: UnsafeRawBufferPointer) -> Double? {
        let most = min(4, max(spelt.count, typed.count) / 2)
        guard let distance = distance(to: spelt, limit: most), distance > 0 else { return nil }
        guard let word = MisspeltWord(spelt), let other = SoundKey(word), other.sounds == sound.sounds else { return nil }
        return 0.9 - 0.05 * Double(distance)
    }

    private func distance(to spelt: UnsafeRawBufferPointer, limit: Int) -> Int? {
        if spelt.allSatisfy({ $0 < 0x80 }) { return distance.to(spelt.lazy.map(UInt32.init), limit: limit) }
        return distance.to(Self.letters(spelt), limit: limit)
    }

    private static func letters(_ bytes: UnsafeRawBufferPointer) -> [UInt32] {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
    }

    /// Whether one has "ae", "oe" or "ue" where the other has the vowel alone, for ä, ö and ü.
    private static func isUmlaut(_ a: [UInt32], _ b: [UInt32]) -> Bool {
        guard a.count != b.count else { return false }
        func plain(_ letters: [UInt32]) -> [UInt32] {
            letters.indices.filter { index in
                !(letters[index] == 0x65 && index > 0 && [0x61, 0x6F, 0x75].contains(letters[index - 1]))
            }.map { letters[$0] }
        }
        return plain(a) == plain(b)
    }
}
