import CairnCore

/// Writes the ranges of house numbers of streets, in the order of their lowest numbers, and their lines.
final class RangeWriter {
    private let ranges: ScratchFile
    private let lines: ScratchFile
    private let tree: TreeWriter
    private(set) var count: UInt32 = 0
    static let size = 32

    init(_ ranges: ScratchFile, _ lines: ScratchFile, _ tree: TreeWriter) {
        (self.ranges, self.lines, self.tree) = (ranges, lines, tree)
    }

    /// - Parameter numbers: The lowest, the highest, the first and the last.
    func append(
        _ numbers: [UInt32], _ parity: UInt8, _ postal: UInt32, _ line: [(x: Int32, y: Int32)], of street: UInt32
    ) throws {
        var entry = ByteWriter()
        for number in numbers { entry.fixed(number) }
        entry.fixed(UInt32(parity))
        for number in [postal, UInt32(truncatingIfNeeded: lines.count), street] { entry.fixed(number) }
        try ranges.append(entry.bytes)
        var vertices = ByteWriter()
        var (last, box) = ((x: Int32(0), y: Int32(0)), GeoBox.none)
        for (index, vertex) in line.enumerated() {
            vertices.signed(vertex.x &- last.x)
            vertices.signed(vertex.y &- last.y)
            box.include(GeoBox(x: vertex.x, y: vertex.y))
            // Across the date line by the shorter way: the box goes around the earth.
            if index > 0, abs(Int(vertex.x) - Int(last.x)) > 1_800_000_000 {
                for side in [Int32(-1_800_000_000), 1_800_000_000] { box.include(GeoBox(x: side, y: vertex.y)) }
            }
            last = vertex
        }
        try lines.append(vertices.bytes)
        try tree.append(box, .range, count)
        count += 1
    }

    /// Ends the list: where the last line ends.
    func close() throws {
        var entry = ByteWriter()
        for index in 0..<8 { entry.fixed(index == 6 ? UInt32(truncatingIfNeeded: lines.count) : UInt32(0)) }
        try ranges.append(entry.bytes)
    }
}
