import CairnGeo
import CairnTesting
import Testing

struct HilbertCurveTests {
    /// The usual bit-by-bit walk: at each level choose the quadrant, then turn it to the curve's direction.
    private func walk(x: UInt32, y: UInt32) -> UInt64 {
        var (x, y, index) = (x, y, UInt64(0))
        var side: UInt32 = 1 << 31
        while side > 0 {
            let right: UInt64 = x & side > 0 ? 1 : 0
            let upper: UInt64 = y & side > 0 ? 1 : 0
            index += UInt64(side) * UInt64(side) * ((3 * right) ^ upper)
            if upper == 0 {
                if right == 1 { (x, y) = (~x, ~y) }
                swap(&x, &y)
            }
            side >>= 1
        }
        return index
    }

    @Test func `a cell has the index that the walk along the curve gives it, and so has the coarser one that it is in`() {
        var random = SeededGenerator(seed: 3)
        let corners: [UInt32] = [0, 1, .max, .max - 1, 1 << 31, 1 << 31 - 1]
        let cells =
            corners.flatMap { x in corners.map { (x, $0) } }
            + (0..<5000).map { _ in (UInt32.random(in: 0...(.max), using: &random), UInt32.random(in: 0...(.max), using: &random))
            }
        for (x, y) in cells {
            let expected = walk(x: x, y: y)
            #expect(HilbertCurve.index(x: x, y: y) == expected)
            for levels in [0, 1, 2, 21, 22, 31] {
                #expect(
                    HilbertCurve.index(x: x, y: y, levels: levels) == expected >> UInt64(64 - 2 * levels), "\(x) \(y) \(levels)")
            }
        }
    }

    @Test func `Hilbert's curve visits every cell once, and neighbours one after the other`() {
        var cells: [UInt64: (x: UInt32, y: UInt32)] = [:]
        for x in UInt32(0)..<16 { for y in UInt32(0)..<16 { cells[HilbertCurve.index(x: x << 28, y: y << 28) >> 56] = (x, y) } }
        #expect(cells.count == 256)
        for index in UInt64(1)..<256 {
            let (a, b) = (cells[index - 1]!, cells[index]!)
            #expect(abs(Int(a.x) - Int(b.x)) + abs(Int(a.y) - Int(b.y)) == 1)
        }
    }
}
