import CairnCore

/// The houses of streets, in runs; see ``HouseRuns``.
struct HouseTable: Sendable {
    private static let size = 12
    private let runs: MappedSection
    private let houses: MappedSection
    let count: Int

    init(_ image: LocatorImage) {
        (runs, houses) = (image[.runs], image[.houses])
        count = max(0, runs.count / Self.size - 1)
    }

    /// The street of a run.
    func street(of run: Int) throws(BlockDamage) -> Int { try runs.number(run * 3 + 2) }

    private func first(_ run: Int) throws(BlockDamage) -> Int { try runs.number(run * 3) }

    /// Calls `found` with each house of a run.
    func forEach(in run: Int, _ found: (HouseView) throws(BlockDamage) -> Void) throws(BlockDamage) {
        guard run >= 0, run < count else { throw BlockDamage() }
        let (start, end) = (try runs.number(run * 3 + 1), try runs.number(run * 3 + 4))
        guard end > start, end - start <= 1 << 22 else { throw BlockDamage() }
        var cursor = try ByteCursor(houses, start, end - start)
        var house = HouseView(number: UInt32(truncatingIfNeeded: try first(run)))
        while !cursor.isAtEnd {
            try house.advance(&cursor)
            try found(house)
        }
    }

    /// Calls `found` with the houses of a number, in the runs of a street.
    func forEach(
        numbered number: Int, in runs: Range<Int>, _ found: (HouseView) throws(BlockDamage) -> Void
    ) throws(BlockDamage) {
        var run = try place(of: number, in: runs)
        while run < runs.upperBound, try first(run) <= number {
            try forEach(in: run) { (house) throws(BlockDamage) in if Int(house.number) == number { try found(house) } }
            run += 1
        }
    }

    /// The run before the first one that begins with a number or a higher one.
    func place(of number: Int, in runs: Range<Int>) throws(BlockDamage) -> Int {
        var (low, high) = (runs.lowerBound, runs.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if try first(middle) < number { low = middle + 1 } else { high = middle }
        }
        return max(runs.lowerBound, low - 1)
    }
}

/// A house as it stands in the file.
struct HouseView {
    fileprivate(set) var number: UInt32
    /// How the number is written; empty if by its digits alone.
    private(set) var label = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var unit = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var postal = 0
    private(set) var x: Int32 = 0
    private(set) var y: Int32 = 0

    fileprivate init(number: UInt32) {
        self.number = number
    }

    /// Becomes the next one of its run.
    fileprivate mutating func advance(_ cursor: inout ByteCursor) throws(BlockDamage) {
        let head = try cursor.number()
        number = number &+ head >> 3
        label = head & 1 != 0 ? try cursor.bytes(Int(try cursor.number())) : UnsafeRawBufferPointer(start: nil, count: 0)
        unit = head & 2 != 0 ? try cursor.bytes(Int(try cursor.number())) : UnsafeRawBufferPointer(start: nil, count: 0)
        if head & 4 != 0 { postal = Int(try cursor.number()) }
        x = x &+ (try cursor.signed())
        y = y &+ (try cursor.signed())
    }
}
