import CairnGeo
import CairnTesting
import Foundation
import Testing

@testable import CairnLocalServer

/// How the tiles of areas are found, and what that takes.
@Suite(.timeLimit(.minutes(5)))
struct TileWalkTests {
    private static let scheme = TileInfo.webMercator(levels: 0...20)

    /// A ring around a place that does not cross itself, clockwise.
    private static func ring(_ middle: SIMD2<Double>, _ count: Int, radius: (Int) -> Double) -> [Position] {
        let open = (0..<count).map { number in
            let (angle, radius) = (-2 * Double.pi * (Double(number) + 0.31) / Double(count), radius(number))
            return Position(x: middle.x + radius * cos(angle), y: middle.y + radius * sin(angle))
        }
        return open + open.prefix(1)
    }

    private static func star(_ count: Int) -> Geometry {
        let ring = ring(.zero, count) { 2e7 * ($0.isMultiple(of: 2) ? 0.95 : 0.75) }
        return .polygon(Geometry.Polygon(rings: [ring], spatialReference: .webMercator))
    }

    private static func selection(_ areas: [Geometry], levels: [Int], limit: Int = 1_000_000) throws -> TileSelection {
        let boxes = areas.compactMap(\.extent)
        let extent = try #require(boxes.dropFirst().reduce(boxes.first) { $0?.union($1) })
        return TileSelection(scheme, levels: levels, extent: extent, areas: areas, limit: limit)
    }

    /// Areas whose vertices lie on corners and middles of tiles as often as not, with holes, some over others.
    private static func areas(_ random: inout SeededGenerator, _ size: Double) -> [Geometry] {
        (0..<Int.random(in: 1...3, using: &random)).map { _ in
            let middle = SIMD2(Double.random(in: -4...4, using: &random), .random(in: -4...4, using: &random)) * size
            let radii = (0..<12).map { _ in Double.random(in: 1...5, using: &random) * size }
            let outer = ring(middle, 12) { radii[$0] }.map { position in
                let grid = Bool.random(using: &random) ? size / 2 : 1
                return Position(x: (position.x / grid).rounded() * grid, y: (position.y / grid).rounded() * grid)
            }
            let rings = [
                outer.dropLast() + outer.prefix(1), ring(middle, 12) { radii[$0] * 0.4 }.reversed(),
                ring(middle, 5) { _ in size * 0.1 },
            ]
            return .polygon(Geometry.Polygon(rings: rings, spatialReference: .webMercator))
        }
    }

    @Test func `areas with holes, over one another and along the edges of tiles have the tiles that show some of them`()
        async throws
    {
        let size = try #require(Self.scheme.levelOfDetail(5)?.resolution) * 256
        for seed in 0..<60 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let areas = Self.areas(&random, size)
            let selection = try Self.selection(areas, levels: [5])
            var keys: [TileKey] = []
            try await selection.forEach { keys += $0 }
            let expected = try #require(Self.scheme.tiles(in: selection.extent, level: 5)).keys.filter { key in
                let box = try #require(Self.scheme.extent(of: key))
                let inner = Envelope(
                    xMin: box.xMin + 1e-3, yMin: box.yMin + 1e-3, xMax: box.xMax - 1e-3, yMax: box.yMax - 1e-3,
                    spatialReference: .webMercator)
                return try areas.contains { try $0.intersects(.envelope(inner)) }
            }
            #expect(keys.count == Set(keys).count && Set(keys) == Set(expected), "\(seed)")
        }
    }

    @Test func `what an area takes grows with its edges and not with its edges times its tiles`() async throws {
        for count in [500, 8000] {
            var work = PacedWork()
            let tiles = try await Self.selection([Self.star(count)], levels: Array(0...8)).count(&work)
            #expect(tiles > 40_000)
            #expect(work.steps < count * 1000 + tiles * 20, "\(work.steps)")
            #expect(work.pauses > work.steps / PacedWork.stretch / 2)
        }
    }

    @Test func `who has gone is not worked for any longer`() async throws {
        let selection = try Self.selection([Self.star(4000)], levels: Array(0...8))
        let steps = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var work = PacedWork()
            await #expect(throws: CancellationError.self) { try await selection.count(&work) }
            return work.steps
        }.value
        #expect(steps < 2 * PacedWork.stretch)
    }

    @Test func `what takes too many steps is refused, and so are too many vertices`() async throws {
        let selection = try Self.selection([Self.star(1000)], levels: Array(0...8))
        var work = PacedWork(most: 100_000, excess: TileExportFailure.tooDetailed)
        await #expect { try await selection.count(&work) } throws: {
            ($0 as? TileExportFailure)?.description.contains("vertices") == true
        }
        let vertices = String(repeating: "[0,0],[0,9],[9,9],", count: TileExportArea.mostVertices / 3 + 1)
        #expect { try TileExportArea.polygons("{\"rings\":[[\(vertices)[0,0]]]}", "polygon", .webMercator) } throws: {
            ($0 as? ServiceFailure)?.details == ["'polygon': its areas have more than 250000 vertices together; send fewer."]
        }
    }
}
