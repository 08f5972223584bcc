import CairnCore
import CairnGeo
import Foundation
import Testing

@testable import CairnOffline

struct PackedTreeTests {
    /// A file that holds nothing but a tree, which goes with it.
    private final class TreeFile {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).tree")
        let image: LocatorImage
        let tree: PackedTree

        init(_ boxes: [GeoBox]) throws {
            let scratch = try LocatorScratch(beside: url.path)
            let writer = TreeWriter(scratch.sorter())
            for (index, box) in boxes.enumerated() { try writer.append(box, .feature, UInt32(index)) }
            try writer.write(to: scratch[.featureTree])
            var assembly = BlockAssembly(try FileDescriptor(url.path, O_RDWR | O_CREAT | O_TRUNC), LocatorFormat.kind)
            try assembly.append(LocatorSection.featureTree.rawValue, scratch[.featureTree])
            try assembly.finish()
            image = try LocatorImage(url.path)
            tree = try PackedTree(image[.featureTree])
        }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private func boxes(_ count: Int) -> [GeoBox] {
        var random = FixedRandom(seed: UInt64(count))
        return (0..<count).map { _ in
            let (x, y) = (
                Int32.random(in: -1_800_000_000...1_790_000_000, using: &random),
                Int32.random(in: -900_000_000...890_000_000, using: &random)
            )
            return GeoBox(
                xMin: x, yMin: y, xMax: x + Int32.random(in: 0...9_000_000, using: &random),
                yMax: y + Int32.random(in: 0...9_000_000, using: &random))
        }
    }

    @Test(arguments: [0, 1, 2, 15, 16, 17, 255, 256, 257, 5000])
    func `the nearest is the one that a comparison of all finds`(count: Int) throws {
        let (all, file) = (boxes(count), try TreeFile(boxes(count)))
        var random = FixedRandom(seed: 99)
        var stack: [PackedTree.Node] = []
        for _ in 0..<40 {
            let place = Position(x: Double.random(in: -180...180, using: &random), y: Double.random(in: -90...90, using: &random))
            let metric = PlaceMetric(place)
            var best = Double.infinity
            try file.tree.forEach(near: metric, within: .infinity, &stack) { (item, box, bound) throws(BlockDamage) in
                #expect(box == all[Int(item >> 2)])
                #expect(bound == metric.bound(all[Int(item >> 2)]))
                best = min(best, bound)
                return best
            }
            #expect(best == all.map(metric.bound).min() ?? .infinity)
        }
    }

    @Test(arguments: [0, 1, 16, 17, 3000])
    func `the boxes that meet another are those that a comparison of all finds`(count: Int) throws {
        let (all, file) = (boxes(count), try TreeFile(boxes(count)))
        for area in boxes(30) {
            var wide = area
            wide.include(GeoBox(x: area.xMin / 2, y: area.yMin / 2))
            var found: [Int] = []
            try file.tree.forEach(in: wide) { (item) throws(BlockDamage) in
                found.append(Int(item >> 2))
                return true
            }
            #expect(found.sorted() == all.indices.filter { all[$0].intersects(wide) })
        }
    }

    @Test func `a line gives back the share of a place on it`() {
        let line = AddressLine([Position(x: 10, y: 50), Position(x: 10.1, y: 50), Position(x: 10.1, y: 50.1)])
        for share in stride(from: 0.0, through: 1.0, by: 0.05) {
            let nearest = line.nearest(to: line.place(at: share))
            #expect(abs(nearest.share - share) < 1e-9 && nearest.squaredDistance < 1e-18)
        }
    }
}
