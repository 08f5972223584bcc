import CairnCore
import Foundation

/// The words of a locator by their numbers, which are in the order of their bytes.
struct Lexicon: Sendable {
    private let offsets: MappedSection
    private let words: MappedSection
    private let table: BucketTable
    private let lists: MappedSection
    private let postings: MappedSection
    private let deletions: BucketTable
    private let sounds: BucketTable
    let count: Int

    init(_ image: LocatorImage) {
        (offsets, words) = (image[.wordOffsets], image[.words])
        table = BucketTable(image[.wordTable], image[.wordIDs])
        (lists, postings) = (image[.wordLists], image[.postings])
        deletions = BucketTable(image[.deletionOffsets], image[.deletions])
        sounds = BucketTable(image[.soundOffsets], image[.sounds])
        count = max(0, offsets.count(of: 4) - 1)
    }

    /// The letters of a word.
    @inline(__always)
    func bytes(of word: Int) throws(BlockDamage) -> UnsafeRawBufferPointer {
        let (start, end) = (try offsets.number(word), try offsets.number(word + 1))
        guard end > start else { throw BlockDamage() }
        return UnsafeRawBufferPointer(start: try words.bytes(start, end - start), count: end - start)
    }

    /// The number of a word.
    func number(of text: UnsafeRawBufferPointer) throws(BlockDamage) -> Int? {
        for place in try table.bucket(of: TextHash.of(text)) {
            let word = try table.number(place)
            let bytes = try bytes(of: word)
            if bytes.count == text.count, memcmp(bytes.baseAddress!, text.baseAddress!, text.count) == 0 { return word }
        }
        return nil
    }

    /// The number of a word.
    func number(of text: String) throws(BlockDamage) -> Int? {
        try withBytes(of: text) { (bytes) throws(BlockDamage) in try number(of: bytes) }
    }

    /// The words that begin with a text.
    func words(startingWith text: String) throws(BlockDamage) -> Range<Int> {
        try withBytes(of: text) { (bytes) throws(BlockDamage) in try words(startingWith: bytes) }
    }

    private func withBytes<Result>(
        of text: String, _ body: (UnsafeRawBufferPointer) throws(BlockDamage) -> Result
    ) throws(BlockDamage) -> Result {
        var text = text
        var result: Swift.Result<Result, BlockDamage> = .failure(BlockDamage())
        text.withUTF8 { bytes in
            do throws(BlockDamage) { result = .success(try body(UnsafeRawBufferPointer(bytes))) } catch {
                result = .failure(error)
            }
        }
        return try result.get()
    }

    /// The words that begin with a text.
    private func words(startingWith text: UnsafeRawBufferPointer) throws(BlockDamage) -> Range<Int> {
        let first = try firstWord { memcmpOrder($0, text) >= 0 }
        let end = try firstWord(from: first) { !$0.starts(with: text) }
        return first..<end
    }

    /// The first word from which on something holds.
    private func firstWord(
        from start: Int = 0, where holds: (UnsafeRawBufferPointer) -> Bool
    ) throws(BlockDamage) -> Int {
        var (low, high) = (start, count)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(try bytes(of: middle)) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func memcmpOrder(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
        let order = Int(memcmp(a.baseAddress!, b.baseAddress!, min(a.count, b.count)))
        return order != 0 ? order : a.count - b.count
    }

    // MARK: - Where words occur

    /// In how many names a word stands.
    func nameCount(of word: Int) throws(BlockDamage) -> Int { try lists.number(word * 4 + 1) }

    /// In how many contexts a word stands.
    func contextCount(of word: Int) throws(BlockDamage) -> Int { try lists.number(word * 4 + 3) }

    /// The features in whose names, or among whose post codes, a word stands.
    func features(of word: Int) throws(BlockDamage) -> PostingCursor {
        try PostingCursor(postings, from: lists.number(word * 4), to: lists.number(word * 4 + 2), count: nameCount(of: word))
    }

    /// The contexts in which a word stands.
    func contexts(of word: Int) throws(BlockDamage) -> PostingCursor {
        try PostingCursor(
            postings, from: lists.number(word * 4 + 2), to: lists.number(word * 4 + 4), count: contextCount(of: word))
    }

    // MARK: - Words spelt otherwise

    /// Calls `found` with the words that may be a misspelt one, as their numbers; some of them come twice, and some are not.
    func forEachCandidate(
        _ word: MisspeltWord, isDeep: Bool, _ found: (Int) throws(BlockDamage) -> Void
    ) throws(BlockDamage) {
        for hash in word.shallow {
            for place in try deletions.bucket(of: hash) { try found(try deletions.number(place)) }
            guard isDeep else { continue }
            for place in try deletions.bucket(of: MisspeltWord.deep(hash)) { try found(try deletions.number(place)) }
        }
        guard isDeep else { return }
        for hash in word.deep {
            for place in try deletions.bucket(of: hash) { try found(try deletions.number(place)) }
            for place in try deletions.bucket(of: MisspeltWord.deep(hash)) { try found(try deletions.number(place)) }
        }
    }

    /// Calls `found` with the words that may sound like another.
    func forEachSound(_ sound: SoundKey, _ found: (Int) throws(BlockDamage) -> Void) throws(BlockDamage) {
        for place in try sounds.bucket(of: sound.hash) { try found(try sounds.number(place)) }
    }
}
