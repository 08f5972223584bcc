import CairnGeo
import Testing

@testable import CairnTasks

struct CompressedGeometryTests {
    @Test(arguments: ["+1m91-6fkfr+202tp+k+f+7+3+34+2d", "+0+1+0+1m91-6fkfr+202tp+k+f+7+3+34+2d"])
    func `a line of degrees is read in either form`(text: String) throws {
        let expected = [
            (-122.40645857695421, 37.78272915354862), (-122.40609876765315, 37.78299901052442),
            (-122.40597283439777, 37.78305298191958), (-122.40417378789242, 37.7844382477287),
        ]
        let points = try CompressedGeometry.positions(of: text)
        #expect(points.count == expected.count)
        for (point, expected) in zip(points, expected) {
            #expect(abs(point.x - expected.0) < 1e-12 && abs(point.y - expected.1) < 1e-12)
        }
    }

    @Test func `heights and measures stand behind the points`() throws {
        let line = "+0+1+3+1+emjd+3j07m+3+0+0+1-3-1|+9og+0+lv4+0+lv4|+5rg+uq+r9+au+168"
        let points = try CompressedGeometry.positions(of: line)
        #expect(
            points.map(\.x) == [481901, 481904, 481904, 481901]
                && points.map(\.y) == [3_768_566, 3_768_566, 3_768_567, 3_768_566])
        #expect(points.map(\.z) == [0, 2.25, 2.25, 4.5])
        for (m, expected) in zip(points.compactMap(\.m), [0.164333, 0.309833, 0.368166, 0.572166]) {
            #expect(abs(m - expected) < 1e-6)
        }
        let heights = try CompressedGeometry.positions(of: "+0+1+1+1+emjd+3j07m+3+0+0+1-3-1|+9og+0+lv4+0+lv4")
        #expect(heights.map(\.z) == [0, 2.25, 2.25, 4.5] && heights.allSatisfy { $0.m == nil })
    }

    @Test(arguments: [
        "hello", "+", "+1m91+", "+1m91-6fkfr", "-1m91+1+1", "+0", "+0+2+0+1+1+1", "+0+1+4+1+1+1", "+0+1+1+1+1+1",
        "+0+1+1+1+1+1|+1", "+1+1+1|+1",
        "+0+1+0+0+1+1", "+1+vvvvvvvvvvvvvvvvvvvvv+1", "||||", "+1m91 +2 +3", "é",
    ]) func `what is none is refused`(text: String) {
        #expect(throws: CompressedGeometry.Malformed.self) { try CompressedGeometry.positions(of: text) }
    }

    @Test func `what is written is read again, to half a step`() throws {
        var random = SystemRandomNumberGenerator()
        for factor in [1, 10, 55_585, 1 << 20] {
            let points = (0..<50).map { _ in
                Position(x: .random(in: -180...180, using: &random), y: .random(in: -90...90, using: &random))
            }
            let read = try CompressedGeometry.positions(of: CompressedGeometry.text(of: points, factor: factor))
            #expect(read.count == points.count)
            for (point, read) in zip(points, read) {
                #expect(abs(point.x - read.x) <= 0.5001 / Double(factor) && abs(point.y - read.y) <= 0.5001 / Double(factor))
            }
        }
        #expect(try CompressedGeometry.positions(of: "").isEmpty)
    }
}
