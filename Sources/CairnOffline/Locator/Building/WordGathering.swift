import CairnCore

/// What a word is in a feature or a context.
enum WordField: UInt8 {
    case name = 0
    case postal = 1
    case city = 2
    case subregion = 3
    case region = 4
    case country = 5
    /// Of a settlement that a table does not name, from places nearby.
    case near = 6
}

/// Gathers the words of features and contexts: `word · 0 · whether of a context · whose · field · place`.
final class WordGathering {
    private let sorter: RecordSorter
    private let keys: RecordSorter
    private var record = ByteWriter()

    init(_ sorter: RecordSorter, keys: RecordSorter) {
        (self.sorter, self.keys) = (sorter, keys)
    }

    /// - Parameters:
    ///   - key: The words of a name with spaces between them.
    ///   - isPlace: Whether it names a settlement: these are found without looking at streets.
    func addName(_ key: UnsafeRawBufferPointer, of feature: UInt32, isPlace: Bool = false) throws {
        for (place, word) in key.split(separator: UInt8(ascii: " ")).enumerated() {
            try add(word, isContext: false, feature, .name, place)
        }
        let hash = TextHash.of(key)
        for hash in isPlace ? [hash, TextHash.place(hash)] : [hash] {
            var entry = ByteWriter()
            entry.ordered(hash)
            entry.ordered(feature)
            try keys.append(entry.bytes)
        }
    }

    func addPostal(_ postal: UnsafeRawBufferPointer, of feature: UInt32) throws {
        for word in TextNormalizer.tokens(String(decoding: postal, as: UTF8.self)) {
            try add(word.utf8, isContext: false, feature, .postal, 0)
        }
    }

    func addContext(_ text: String, _ field: WordField, of context: UInt32) throws {
        let words = TextNormalizer.tokens(text)
        // Of "Conway County" and "Provincia de Jaén" the common words would be taken for codes: CO, DE.
        let isWhole = words.count == 1 || field == .city
        for word in words where isWhole || StreetAbbreviations.role(of: word) != .connective && word != "co" {
            try add(word.utf8, isContext: true, context, field, 0)
        }
    }

    private func add(
        _ word: some Sequence<UInt8>, isContext: Bool, _ owner: UInt32, _ field: WordField, _ place: Int
    ) throws {
        record.removeAll()
        record.text(word)
        record.byte(isContext ? 1 : 0)
        record.ordered(owner)
        record.byte(field.rawValue)
        record.byte(UInt8(clamping: place))
        try sorter.append(record.bytes)
    }
}
