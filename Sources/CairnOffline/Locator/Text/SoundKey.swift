/// How a word sounds, roughly, in English, German, French or Spanish: words that are spelt after their sound share it.
///
/// Letters that are spoken alike become one, doubled ones single, and of the vowels only the first is kept.
struct SoundKey {
    let sounds: [UInt8]

    /// Nil for words of other letters than those of ASCII, and for those too short to tell by their sound.
    init?(_ word: MisspeltWord) {
        let letters = word.letters.map { UInt8(truncatingIfNeeded: $0) }
        guard word.letters.allSatisfy({ $0 < 0x80 }), letters.count >= 4 else { return nil }
        var sounds: [UInt8] = []
        var place = 0
        while place < letters.count {
            let (sound, length) = Self.sound(of: letters[place...], isFirst: place == 0)
            place += length
            guard let sound, sound != sounds.last else { continue }
            if !Self.vowels.contains(sound) || sounds.isEmpty { sounds.append(sound) }
        }
        guard sounds.count >= 2 else { return nil }
        self.sounds = sounds
    }

    /// Whether two words begin with the same sound, such as "Cologne" and "Köln".
    static func beginAlike(_ one: some Sequence<UInt8>, _ other: some Sequence<UInt8>) -> Bool {
        func first(_ word: some Sequence<UInt8>) -> UInt8? {
            let letters = Array(word.prefix(4))
            return sound(of: letters[...], isFirst: true).0 ?? letters.first
        }
        return first(one) == first(other)
    }

    var hash: UInt32 { TextHash.of(sounds) }

    private static let vowels = Set("aeiou".utf8)

    /// The longest first.
    private static let groups: [(letters: [UInt8], sound: String)] = [
        ("tsch", "s"), ("sch", "s"), ("tch", "s"), ("ough", "o"), ("augh", "o"), ("eigh", "a"), ("igh", "a"), ("chs", "ks"),
        ("ph", "f"), ("ck", "k"), ("sh", "s"), ("ch", "k"), ("th", "t"), ("gh", "g"), ("kn", "n"), ("wr", "r"), ("qu", "k"),
        ("dt", "t"), ("tz", "s"), ("ts", "s"), ("ce", "s"), ("ci", "s"), ("cy", "s"), ("ge", "j"), ("gi", "j"), ("gy", "j"),
        ("mb", "m"), ("ll", "l"),
    ].map { (Array($0.0.utf8), $0.1) }

    private static let single: [UInt8: String] = Dictionary(
        uniqueKeysWithValues: [
            ("a", "a"), ("b", "b"), ("c", "k"), ("d", "d"), ("e", "e"), ("f", "f"), ("g", "g"), ("h", ""), ("i", "e"), ("j", "j"),
            ("k", "k"), ("l", "l"), ("m", "m"), ("n", "n"), ("o", "o"), ("p", "p"), ("q", "k"), ("r", "r"), ("s", "s"),
            ("t", "t"),
            ("u", "o"), ("v", "v"), ("w", "v"), ("x", "k"), ("y", "e"), ("z", "s"),
        ].map { (Array($0.0.utf8)[0], $0.1) })

    /// The sound at the beginning, and how many letters it takes.
    private static func sound(of letters: ArraySlice<UInt8>, isFirst: Bool) -> (UInt8?, Int) {
        for group in groups where letters.starts(with: group.letters) {
            // Of "ce", "gi" and their like the vowel is spoken, too.
            let length = group.letters.count == 2 && "eiy".utf8.contains(group.letters[1]) ? 1 : group.letters.count
            return (group.sound.utf8.first, length)
        }
        return (letters.first.flatMap { single[$0]?.utf8.first }, 1)
    }
}
