import CairnCore

/// A table from hashes to numbers; see ``BucketWriter``.
struct BucketTable: Sendable {
    private let offsets: MappedSection
    private let numbers: MappedSection
    private let shift: UInt32

    init(_ offsets: MappedSection, _ numbers: MappedSection) {
        (self.offsets, self.numbers) = (offsets, numbers)
        let buckets = max(2, offsets.count(of: 4) - 1)
        shift = UInt32(truncatingIfNeeded: 32 - (Int.bitWidth - 1 - buckets.leadingZeroBitCount))
    }

    /// Where the numbers of a hash are, with those of its neighbours.
    @inline(__always)
    func bucket(of hash: UInt32) throws(LocatorDamage) -> Range<Int> {
        guard offsets.count > 0 else { return 0..<0 }
        let bucket = Int(truncatingIfNeeded: hash >> shift)
        let (start, end) = (try offsets.number(bucket), try offsets.number(bucket + 1))
        // A bucket holds a few; one that holds more than any word could have was not written here.
        guard start <= end, end - start <= 1 << 20 else { throw LocatorDamage() }
        return start..<end
    }

    @inline(__always)
    func number(_ place: Int) throws(LocatorDamage) -> Int { try numbers.number(place) }
}
