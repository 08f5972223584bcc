import CairnCore
import CairnGeo

/// The ranges of house numbers of streets; see ``RangeWriter``.
struct RangeTable: Sendable {
    private let section: MappedSection
    private let lines: MappedSection
    let count: Int

    init(_ image: LocatorImage) {
        (section, lines) = (image[.ranges], image[.lines])
        count = max(0, section.count / RangeWriter.size - 1)
    }

    subscript(index: Int) -> RangeView {
        get throws(BlockDamage) {
            guard index >= 0, index < count else { throw BlockDamage() }
            let numbers = try section.bytes(index * RangeWriter.size, RangeWriter.size)
            func number(_ field: Int) -> Int {
                Int(UInt32(littleEndian: numbers.loadUnaligned(fromByteOffset: field * 4, as: UInt32.self)))
            }
            return RangeView(
                index: index, low: number(0), high: number(1), first: number(2), last: number(3),
                parity: Parity(rawValue: number(4)) ?? .all, postal: number(5), street: number(7))
        }
    }

    /// Calls `found` with each segment of a range's line.
    func forEachSegment(
        of range: Int, _ found: ((x: Int32, y: Int32), (x: Int32, y: Int32)) -> Void
    ) throws(BlockDamage) {
        var cursor = try vertices(of: range)
        var last = try cursor.next(after: (0, 0))
        while !cursor.isAtEnd {
            let next = try cursor.next(after: last)
            found(last, next)
            last = next
        }
    }

    private func vertices(of range: Int) throws(BlockDamage) -> ByteCursor {
        guard range >= 0, range < count else { throw BlockDamage() }
        let fields = RangeWriter.size / 4
        let (start, end) = (try section.number(range * fields + 6), try section.number((range + 1) * fields + 6))
        guard end > start, end - start <= 1 << 24 else { throw BlockDamage() }
        return try ByteCursor(lines, start, end - start)
    }

    /// The line along which a range's numbers lie.
    func line(of range: Int) throws(BlockDamage) -> AddressLine {
        var cursor = try vertices(of: range)
        var last: (x: Int32, y: Int32) = (0, 0)
        var vertices: [Position] = []
        while !cursor.isAtEnd {
            last = try cursor.next(after: last)
            vertices.append(Position(x: Fixed.degrees(last.x), y: Fixed.degrees(last.y)))
        }
        return AddressLine(vertices)
    }
}

/// A range of house numbers as it stands in the file.
struct RangeView {
    let index: Int
    let low: Int
    let high: Int
    let first: Int
    let last: Int
    let parity: Parity
    let postal: Int
    let street: Int

    func holds(_ number: Int) -> Bool { low <= number && number <= high && parity.holds(number) }
}

extension ByteCursor {
    /// The next vertex of a line.
    @inline(__always)
    fileprivate mutating func next(after last: (x: Int32, y: Int32)) throws(BlockDamage) -> (x: Int32, y: Int32) {
        (last.x &+ (try signed()), last.y &+ (try signed()))
    }
}
