import CairnCore
package import CairnGeo

/// The text in which directions carry their lines: numbers to the base of 32, each with its sign, each coordinate as what it differs by from the one
/// before.
///
/// In the classic form the first number is the factor of the coordinates, and pairs follow. The extended form begins with a zero, its version and flags
/// for z and m, and has the z and the m of all points behind a bar each, with factors of their own.
package enum CompressedGeometry {
    /// A text that is no compressed geometry.
    struct Malformed: Error {}

    private enum Flag {
        static let (z, m) = (1, 2)
    }

    // MARK: - Reading

    /// The points of a text; none for an empty one.
    ///
    /// - Throws: ``Malformed``.
    static func positions(of text: String) throws(Malformed) -> [Position] {
        if text.isEmpty { return [] }
        let parts = text.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
        var rows: [[Int]] = []
        for part in parts { rows.append(try numbers(part)) }
        guard let first = rows[0].first else { throw Malformed() }
        if first != 0 {
            guard rows.count == 1 else { throw Malformed() }
            return try points(rows[0][...])
        }
        guard rows[0].count >= 4, rows[0][1] == 1, (0...3).contains(rows[0][2]) else { throw Malformed() }
        var points = try points(rows[0][3...])
        let (hasZ, hasM) = (rows[0][2] & Flag.z != 0, rows[0][2] & Flag.m != 0)
        guard rows.count == 1 + (hasZ ? 1 : 0) + (hasM ? 1 : 0) else { throw Malformed() }
        if hasZ { for (index, z) in try values(rows[1], points.count).enumerated() { points[index].z = z } }
        if hasM { for (index, m) in try values(rows[rows.count - 1], points.count).enumerated() { points[index].m = m } }
        return points
    }

    /// A factor, and pairs of steps.
    private static func points(_ numbers: ArraySlice<Int>) throws(Malformed) -> [Position] {
        guard let factor = numbers.first, factor > 0, numbers.count % 2 == 1 else { throw Malformed() }
        var (points, x, y) = ([Position](), 0, 0)
        for place in stride(from: numbers.startIndex + 1, to: numbers.endIndex, by: 2) {
            x &+= numbers[place]
            y &+= numbers[place + 1]
            points.append(Position(x: Double(x) / Double(factor), y: Double(y) / Double(factor)))
        }
        return points
    }

    /// A factor, and steps for so many points.
    private static func values(_ numbers: [Int], _ count: Int) throws(Malformed) -> [Double] {
        guard let factor = numbers.first, factor > 0, numbers.count == count + 1 else { throw Malformed() }
        var sum = 0
        return numbers.dropFirst().map { step in
            sum &+= step
            return Double(sum) / Double(factor)
        }
    }

    private static func numbers(_ text: Substring.UTF8View.SubSequence) throws(Malformed) -> [Int] {
        var (numbers, sign, value) = ([Int](), 0, Int?.none)
        func end() throws(Malformed) {
            if sign == 0 { return }
            guard let value else { throw Malformed() }
            numbers.append(sign * value)
        }
        for byte in text {
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: "-"):
                try end()
                (sign, value) = (byte == UInt8(ascii: "+") ? 1 : -1, nil)
            default:
                // Sums stay far from what a whole number holds.
                guard sign != 0, let digit = Self.digit(byte), value ?? 0 < 1 << 45 else { throw Malformed() }
                value = (value ?? 0) << 5 | digit
            }
        }
        try end()
        return numbers
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "v"): Int(byte - UInt8(ascii: "a")) + 10
        default: nil
        }
    }

    // MARK: - Writing

    /// The text of some points, in the classic form; coordinates are whole multiples of a `factor`th.
    package static func text(of positions: [Position], factor: Int) -> String {
        var (text, last) = (number(factor), (x: 0, y: 0))
        for position in positions {
            let point = (x: whole(position.x, factor), y: whole(position.y, factor))
            text += number(point.x - last.x) + number(point.y - last.y)
            last = point
        }
        return text
    }

    private static func whole(_ coordinate: Double, _ factor: Int) -> Int {
        Int(rounding: (coordinate * Double(factor)).clamped(to: -1e15...1e15)) ?? 0
    }

    private static func number(_ number: Int) -> String { (number < 0 ? "-" : "+") + String(number.magnitude, radix: 32) }
}
