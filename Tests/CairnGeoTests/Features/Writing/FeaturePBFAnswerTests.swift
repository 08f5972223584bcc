import CairnCore
import CairnGeo
import Foundation
import Testing

/// The bytes of short answers, as the format's definition has them.
struct FeaturePBFAnswerTests {
    private func expect(_ answer: FeaturePBFAnswer, _ result: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        let collection = [0x0A, 3] + Array("1.0".utf8) + [0x12, UInt8(result.count)] + result
        #expect(answer.bytes == collection, sourceLocation: sourceLocation)
    }

    @Test func `a count is field 2`() {
        expect(.count(0), [0x12, 2, 0x08, 0])
        expect(.count(300), [0x12, 3, 0x08, 0xAC, 0x02])
    }

    @Test func `ids are field 3, with the name of theirs`() {
        expect(.ids([], field: "ID"), [0x1A, 6, 0x0A, 2] + Array("ID".utf8) + [0x1A, 0])
        expect(.ids([1, 300], field: "ID"), [0x1A, 9, 0x0A, 2] + Array("ID".utf8) + [0x1A, 3, 1, 0xAC, 0x02])
        // Whole numbers beyond 2^53, and the greatest.
        let last = [UInt8](repeating: 0xFF, count: 8) + [0x7F]
        expect(.ids([.max], field: "ID"), [0x1A, 15, 0x0A, 2] + Array("ID".utf8) + [0x1A, 9] + last)
    }

    @Test func `an extent is field 4, with its reference and perhaps a count`() {
        func double(_ field: UInt8, _ value: Double) -> [UInt8] {
            [field << 3 | 1] + withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
        }
        let box = Envelope(xMin: 1, yMin: -2, xMax: 3.5, yMax: 4, spatialReference: .wgs84)
        let edges = double(1, 1) + double(2, -2) + double(3, 3.5) + double(4, 4)
        let extent = edges + [0x2A, 3, 0x08, 0xE6, 0x21]
        expect(.extent(box, count: nil), [0x22, UInt8(extent.count + 2), 0x0A, UInt8(extent.count)] + extent)
        expect(.extent(box, count: 7), [0x22, UInt8(extent.count + 4), 0x0A, UInt8(extent.count)] + extent + [0x10, 7])
        let nowhere = (1...4).flatMap { double($0, .nan) }
        expect(.extent(nil, count: 0), [0x22, UInt8(nowhere.count + 4), 0x0A, UInt8(nowhere.count)] + nowhere + [0x10, 0])
    }
}
