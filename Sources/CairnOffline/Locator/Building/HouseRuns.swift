/// Writes the houses of streets in runs of sixteen numbers that follow each other, whose boxes go into the tree.
///
/// A house is what it differs by from the one before it in its run: the number and three flags (a label, a unit, another post code), then what
/// the flags announce, then longitude and latitude.
final class HouseRuns {
    struct House {
        var number: UInt32
        /// How the number is written, if otherwise than by its digits.
        var label: [UInt8]
        var unit: [UInt8]
        /// Its place in the table of post codes.
        var postal: UInt32
        var x: Int32
        var y: Int32
    }

    private let houses: ScratchFile
    private let runs: ScratchFile
    private let tree: TreeWriter
    private var run = ByteWriter()
    private var size = 0
    private var start = 0
    private var first: UInt32 = 0
    private var last = House(number: 0, label: [], unit: [], postal: 0, x: 0, y: 0)
    private var box = GeoBox.none
    private(set) var count: UInt32 = 0
    static let longest = 16

    init(_ houses: ScratchFile, _ runs: ScratchFile, _ tree: TreeWriter) {
        (self.houses, self.runs, self.tree) = (houses, runs, tree)
    }

    func append(_ house: House, of street: UInt32) throws {
        if size == Self.longest { try finish(street) }
        if size == 0 { begin(house) }
        let flags: UInt32 = (house.label.isEmpty ? 0 : 1) | (house.unit.isEmpty ? 0 : 2) | (house.postal == last.postal ? 0 : 4)
        run.number((house.number &- last.number) << 3 | flags)
        for text in [house.label, house.unit] where !text.isEmpty {
            run.number(UInt32(truncatingIfNeeded: text.count))
            run.append(text)
        }
        if house.postal != last.postal { run.number(house.postal) }
        run.signed(house.x &- last.x)
        run.signed(house.y &- last.y)
        box.include(GeoBox(x: house.x, y: house.y))
        last = house
        size += 1
    }

    /// Ends the run of a street.
    func finish(_ street: UInt32) throws {
        guard size > 0 else { return }
        var entry = ByteWriter()
        entry.fixed(first)
        entry.fixed(UInt32(truncatingIfNeeded: start))
        entry.fixed(street)
        try runs.append(entry.bytes)
        try houses.append(run.bytes)
        try tree.append(box, .run, count)
        count += 1
        size = 0
    }

    /// Ends the list of runs.
    func close() throws {
        var entry = ByteWriter()
        entry.fixed(UInt32.max)
        entry.fixed(UInt32(truncatingIfNeeded: houses.count))
        entry.fixed(UInt32.max)
        try runs.append(entry.bytes)
    }

    private func begin(_ house: House) {
        run.removeAll()
        (start, first, box) = (houses.count, house.number, .none)
        last = House(number: house.number, label: [], unit: [], postal: 0, x: 0, y: 0)
    }
}
