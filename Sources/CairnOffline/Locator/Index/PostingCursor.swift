import CairnCore

/// Numbers that grow, read one after the other.
struct PostingCursor {
    private var bytes: ByteCursor?
    private var last: UInt32 = 0
    private var left: Int
    /// How many there are.
    let count: Int

    init(_ section: MappedSection, from start: Int, to end: Int, count: Int) throws(BlockDamage) {
        self.count = count
        left = count
        guard count > 0 else {
            bytes = nil
            return
        }
        guard end > start, count <= end - start else { throw BlockDamage() }
        bytes = try ByteCursor(section, start, end - start)
    }

    @inline(__always)
    mutating func next() throws(BlockDamage) -> Int? {
        guard left > 0 else { return nil }
        left -= 1
        last = last &+ (try bytes!.number())
        return Int(last)
    }
}
