import CairnCore

/// Which features have a whole name; see ``KeyWriter``.
struct KeyTable: Sendable {
    private let buckets: HashBuckets
    private let lists: MappedSection

    /// How many names share a bucket at most; most have two.
    private static let most = 1000

    init(_ offsets: MappedSection, _ lists: MappedSection) {
        (buckets, self.lists) = (HashBuckets(offsets), lists)
    }

    /// The features whose name has that hash; those of other names are among them once in a great while.
    func features(_ hash: UInt32) throws(BlockDamage) -> PostingCursor? {
        let bucket = try buckets.bucket(of: hash)
        var place = bucket.lowerBound
        let end = bucket.upperBound
        var left = Self.most
        while place < end {
            // A bucket of a hostile file may be all of it.
            guard left > 0 else { throw BlockDamage() }
            left -= 1
            var head = try ByteCursor(lists, place, min(end - place, 14))
            let found = UInt32(littleEndian: try head.bytes(4).loadUnaligned(as: UInt32.self))
            let (count, size) = (Int(try head.number()), Int(try head.number()))
            let start = place + head.position
            guard size > 0, size <= end - start else { throw BlockDamage() }
            if found == hash { return try PostingCursor(lists, from: start, to: start + size, count: count) }
            if found > hash { return nil }
            place = start + size
        }
        return nil
    }
}
