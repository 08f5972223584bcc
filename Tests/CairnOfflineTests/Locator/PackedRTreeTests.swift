import CairnGeo
import Testing

@testable import CairnOffline

struct PackedRTreeTests {
    private func tree(_ count: Int, seed: UInt64) -> (tree: PackedRTree, boxes: [UInt32: PackedRTree.Box]) {
        var random = FixedRandom(seed: seed)
        let boxes = (0..<count).map { _ in
            let (x, y) = (
                Int32.random(in: -1_800_000_000...1_790_000_000, using: &random),
                Int32.random(in: -900_000_000...890_000_000, using: &random)
            )
            return PackedRTree.Box(
                xMin: x, yMin: y, xMax: x + Int32.random(in: 0...9_000_000, using: &random),
                yMax: y + Int32.random(in: 0...9_000_000, using: &random))
        }
        let order = boxes.indices.sorted {
            HilbertCurve.index(ofX: boxes[$0].xMin, y: boxes[$0].yMin)
                < HilbertCurve.index(ofX: boxes[$1].xMin, y: boxes[$1].yMin)
        }
        let tree = PackedRTree(ids: order.map { UInt32($0) }, leaves: order.map { boxes[$0] })
        return (tree, Dictionary(uniqueKeysWithValues: boxes.indices.map { (UInt32($0), boxes[$0]) }))
    }

    private func distance(_ box: PackedRTree.Box, _ x: Double, _ y: Double) -> Double {
        let dx = max(Double(box.xMin) - x, 0, x - Double(box.xMax)) * 0.5
        let dy = max(Double(box.yMin) - y, 0, y - Double(box.yMax))
        return dx * dx + dy * dy
    }

    @Test(arguments: [0, 1, 2, 15, 16, 17, 255, 256, 257, 5000])
    func `the nearest come in the order that a comparison of all gives`(count: Int) {
        let (tree, boxes) = tree(count, seed: UInt64(count))
        var random = FixedRandom(seed: 99)
        for _ in 0..<20 {
            let (x, y) = (Double.random(in: -1.8e9...1.8e9, using: &random), Double.random(in: -9e8...9e8, using: &random))
            var found: [Double] = []
            tree.nearest(x: x, y: y, xScale: 0.5) { id, square in
                #expect(square == distance(boxes[id]!, x, y))
                found.append(square)
                return found.count < 10
            }
            #expect(found == Array(boxes.values.map { distance($0, x, y) }.sorted().prefix(10)))
        }
    }

    @Test func `a tree reads back from its bytes, and other bytes are refused`() {
        let (tree, boxes) = tree(100, seed: 1)
        let leaves = tree.ids.map { boxes[$0]! }
        let copy = SpatialCoding.decode(ids: SpatialCoding.encode(tree.ids), boxes: SpatialCoding.encode(leaves))
        #expect(copy?.ids == tree.ids)
        #expect(SpatialCoding.decode(ids: [1, 2, 3], boxes: []) == nil)
        #expect(SpatialCoding.decode(ids: [1, 2, 3, 4], boxes: [1]) == nil)
    }

    @Test func `Hilbert's curve visits every cell once, and neighbours one after the other`() {
        var cells: [UInt32: (x: UInt32, y: UInt32)] = [:]
        for x in UInt32(0)..<16 { for y in UInt32(0)..<16 { cells[HilbertCurve.index(x: x << 12, y: y << 12) >> 24] = (x, y) } }
        #expect(cells.count == 256)
        for index in UInt32(1)..<256 {
            let (a, b) = (cells[index - 1]!, cells[index]!)
            #expect(abs(Int(a.x) - Int(b.x)) + abs(Int(a.y) - Int(b.y)) == 1)
        }
    }

    @Test func `a line gives back the share of a place on it`() {
        let line = AddressLine([Position(x: 10, y: 50), Position(x: 10.1, y: 50), Position(x: 10.1, y: 50.1)])
        for share in stride(from: 0.0, through: 1.0, by: 0.05) {
            let place = line.place(at: share)
            let nearest = line.nearest(to: place)
            #expect(abs(nearest.share - share) < 1e-9 && nearest.squaredDistance < 1e-18)
        }
        #expect(AddressLine(bytes: line.bytes).place(at: 1) == Position(x: 10.1, y: 50.1))
    }
}
