/// A table from hashes to numbers; see ``BucketWriter``.
struct BucketTable: Sendable {
    private let buckets: HashBuckets
    private let numbers: MappedSection

    init(_ offsets: MappedSection, _ numbers: MappedSection) {
        (buckets, self.numbers) = (HashBuckets(offsets), numbers)
    }

    /// Where the numbers of a hash are, with those of its neighbours.
    @inline(__always)
    func bucket(of hash: UInt32) throws(BlockDamage) -> Range<Int> {
        let bucket = try buckets.bucket(of: hash)
        // A bucket holds a few; one that holds more than any word could have was not written here.
        guard bucket.count <= 1 << 20 else { throw BlockDamage() }
        return bucket
    }

    @inline(__always)
    func number(_ place: Int) throws(BlockDamage) -> Int { try numbers.number(place) }
}
