import CairnCore

/// Where the buckets of a table begin, which are chosen by the highest bits of a hash; see ``BucketWriter``.
struct HashBuckets: Sendable {
    private let offsets: MappedSection
    private let shift: UInt32

    init(_ offsets: MappedSection) {
        self.offsets = offsets
        let buckets = max(2, offsets.count(of: 4) - 1)
        shift = UInt32(truncatingIfNeeded: 32 - (Int.bitWidth - 1 - buckets.leadingZeroBitCount))
    }

    /// What the bucket of a hash holds, with what is its neighbours'.
    @inline(__always)
    func bucket(of hash: UInt32) throws(BlockDamage) -> Range<Int> {
        guard offsets.count > 0 else { return 0..<0 }
        let bucket = Int(truncatingIfNeeded: hash >> shift)
        let (start, end) = (try offsets.number(bucket), try offsets.number(bucket + 1))
        guard start <= end else { throw BlockDamage() }
        return start..<end
    }
}
