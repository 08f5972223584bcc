import CairnCore
import CairnGeo

/// The tiles of an export: those of some levels that show some of an area.
struct TileSelection: Sendable {
    /// So often edges of areas are looked at, each time the tiles are gone through: some seconds.
    static let mostSteps = 500_000_000

    private let scheme: TileInfo
    private let levels: [Int]
    /// Around all of the area, as far as there is something to be seen.
    let extent: Envelope
    /// Whether all tiles of the extent count.
    private let isEverything: Bool
    private let edges: AreaEdges
    private let limit: Int

    /// - Parameter areas: Polygons of which tiles show some; without any all tiles of the extent count.
    init(_ scheme: TileInfo, levels: [Int], extent: Envelope, areas: [Geometry], limit: Int) {
        (self.scheme, self.levels, self.extent, self.limit) = (scheme, levels, extent, limit)
        (isEverything, edges) = (areas.isEmpty, AreaEdges(areas))
    }

    private var ranges: [TileRange] { scheme.tiles(in: extent, levels: levels) }
    private var work: PacedWork { PacedWork(most: Self.mostSteps, excess: TileExportFailure.tooDetailed) }

    /// How many tiles there are.
    ///
    /// - Throws: ``TileExportFailure/tooMany(limit:)``, ``TileExportFailure/tooDetailed``; `CancellationError`.
    func count() async throws -> Int {
        var work = work
        return try await count(&work)
    }

    func count(_ work: inout PacedWork) async throws -> Int {
        var sum = 0
        func add(_ count: Int) throws {
            guard count <= limit - sum else { throw TileExportFailure.tooMany(limit: limit) }
            sum += count
        }
        for range in ranges {
            if isEverything {
                try add(range.count)
                continue
            }
            var walk = TileWalk(scheme, range, edges, isEverything: false)
            while let keys = try await walk.next(&work) { try add(keys.count) }
        }
        return sum
    }

    /// All tiles, bundle by bundle.
    ///
    /// - Throws: ``TileExportFailure/tooDetailed``; `CancellationError`; what the body throws.
    func forEach(_ body: ([TileKey]) async throws -> Void) async throws {
        var work = work
        for range in ranges {
            var walk = TileWalk(scheme, range, edges, isEverything: isEverything)
            while let keys = try await walk.next(&work) { try await body(keys) }
        }
    }
}
