import Testing

@testable import CairnOffline

struct GeoBoxTests {
    @Test func `boxes meet whose sides do, compared one by one`() {
        var random = FixedRandom(seed: 4)
        let sides: [Int32] = [.min, .min + 1, -1, 0, 1, 2, .max - 1, .max]
        func side() -> Int32 { sides.randomElement(using: &random)! }
        func box() -> GeoBox { GeoBox(xMin: side(), yMin: side(), xMax: side(), yMax: side()) }
        for _ in 0..<20_000 {
            let (a, b) = (box(), box())
            let expected = a.xMin <= b.xMax && a.xMax >= b.xMin && a.yMin <= b.yMax && a.yMax >= b.yMin
            #expect(a.intersects(b) == expected && b.intersects(a) == expected, "\(a) \(b)")
        }
    }

    @Test func `a box in a file is read wherever it stands, its sides little endian`() {
        let bytes: [UInt8] = [9, 1, 0, 0, 0, 2, 0, 0, 0x80, 0xFF, 0xFF, 0xFF, 0x7F, 0xFE, 0xFF, 0xFF, 0xFF]
        bytes.withUnsafeBytes {
            #expect(GeoBox(at: $0.baseAddress! + 1) == GeoBox(xMin: 1, yMin: .min + 2, xMax: .max, yMax: -2))
        }
    }
}
