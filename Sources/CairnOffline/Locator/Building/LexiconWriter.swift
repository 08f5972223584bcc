import CairnCore

/// Writes the words in their order, where each occurs, and the tables by which they are found, misspelt ones too.
final class LexiconWriter {
    private let files: LocatorScratch
    private let table: BucketWriter
    private let deletions: BucketWriter
    private let sounds: BucketWriter
    /// By owner, its words.
    private let owners: RecordSorter
    private(set) var count: UInt32 = 0

    private var word: [UInt8] = []
    private var names = PostingList()
    private var contexts = PostingList()

    init(_ files: LocatorScratch) {
        self.files = files
        (table, deletions, sounds) = (
            BucketWriter(files.sorter()), BucketWriter(files.sorter()), BucketWriter(files.sorter())
        )
        owners = files.sorter()
    }

    /// Takes what ``WordGathering`` has gathered, in its order; hands out the words of each feature and context.
    func write(_ gathered: RecordSorter) throws -> RecordSorter {
        try gathered.drain { record in
            var reader = DraftReader(record)
            let text = reader.text()
            if !word.elementsEqual(text) { try begin(Array(text)) }
            let isContext = reader.byte() == 1
            let owner = reader.number()
            if isContext { contexts.append(owner) } else { names.append(owner) }
            try note(isContext, owner, reader.byte(), reader.byte())
        }
        try begin([])
        // Where the last word and its lists end.
        try append(UInt32(truncatingIfNeeded: files[.words].count), to: .wordOffsets)
        for number in [files[.postings].count, 0, files[.postings].count, 0] {
            try append(UInt32(truncatingIfNeeded: number), to: .wordLists)
        }
        try table.write(offsets: files[.wordTable], numbers: files[.wordIDs])
        try deletions.write(offsets: files[.deletionOffsets], numbers: files[.deletions])
        try sounds.write(offsets: files[.soundOffsets], numbers: files[.sounds])
        return owners
    }

    private func note(_ isContext: Bool, _ owner: UInt32, _ field: UInt8, _ place: UInt8) throws {
        var record = ByteWriter()
        record.byte(isContext ? 1 : 0)
        record.ordered(owner)
        record.byte(field)
        record.byte(place)
        record.ordered(count)
        try owners.append(record.bytes)
    }

    /// Writes the word that has ended; the next is one further.
    private func begin(_ next: [UInt8]) throws {
        defer { word = next }
        guard !word.isEmpty else { return }
        try append(UInt32(truncatingIfNeeded: files[.words].count), to: .wordOffsets)
        try files[.words].append(word)
        for list in [names, contexts] {
            try append(UInt32(truncatingIfNeeded: files[.postings].count), to: .wordLists)
            try append(UInt32(truncatingIfNeeded: list.count), to: .wordLists)
            try files[.postings].append(list.bytes)
        }
        try index(word)
        names.removeAll()
        contexts.removeAll()
        count += 1
    }

    private func index(_ word: [UInt8]) throws {
        try table.append(TextHash.of(word), count)
        guard let letters = MisspeltWord(word) else { return }
        for hash in letters.deletions { try deletions.append(hash, count) }
        if let sound = SoundKey(letters) { try sounds.append(sound.hash, count) }
    }

    private func append(_ number: UInt32, to section: LocatorSection) throws {
        try withUnsafeBytes(of: number.littleEndian) { try files[section].append($0) }
    }
}

/// Numbers that grow, as the differences between them.
struct PostingList {
    private var writer = ByteWriter()
    private var last: UInt32 = 0
    private(set) var count = 0

    var bytes: [UInt8] { writer.bytes }

    mutating func append(_ number: UInt32) {
        if count > 0, number == last { return }
        writer.number(number &- last)
        last = number
        count += 1
    }

    mutating func removeAll() {
        writer.removeAll()
        (last, count) = (0, 0)
    }
}
