import CairnCore

/// Which features have a whole name; see ``KeyWriter``.
struct KeyTable: Sendable {
    private let offsets: MappedSection
    private let lists: MappedSection
    private let shift: UInt32

    init(_ offsets: MappedSection, _ lists: MappedSection) {
        (self.offsets, self.lists) = (offsets, lists)
        let buckets = max(2, offsets.count(of: 4) - 1)
        shift = UInt32(truncatingIfNeeded: 32 - (Int.bitWidth - 1 - buckets.leadingZeroBitCount))
    }

    /// The features whose name has that hash; those of other names are among them once in a great while.
    func features(_ hash: UInt32) throws(LocatorDamage) -> PostingCursor? {
        guard offsets.count > 0 else { return nil }
        let bucket = Int(truncatingIfNeeded: hash >> shift)
        var (place, end) = (try offsets.number(bucket), try offsets.number(bucket + 1))
        while place < end {
            var head = try ByteCursor(lists, place, min(end - place, 14))
            let found = UInt32(littleEndian: try head.bytes(4).loadUnaligned(as: UInt32.self))
            let (count, size) = (Int(try head.number()), Int(try head.number()))
            let start = place + head.position
            guard size > 0, size <= end - start else { throw LocatorDamage() }
            if found == hash { return try PostingCursor(lists, from: start, to: start + size, count: count) }
            if found > hash { return nil }
            place = start + size
        }
        return nil
    }
}
