import Cairn
import CairnCore
import Foundation

/// The town as tiles of one level, side by side: as many as make a picture that is sharp on a page.
struct TownPicture {
    /// An image, and the corners of what it shows.
    struct Tile {
        let image: Data
        let upperLeft, lowerRight: TownSpot
    }

    private static let scheme = TileInfo.webMercator()
    /// A picture of more would make a page that is slow to open.
    private static let mostTiles = 64

    private let extent: Envelope?

    init(town: DemoTown) {
        extent = TownLayers(town: town).extent.flatMap { try? $0.projected(to: .webMercator) }
    }

    /// The most detailed level of which there are not too many tiles.
    private var range: TileRange? {
        let levels = (0...19).reversed().lazy
        return extent.flatMap { extent in
            levels.compactMap { Self.scheme.tiles(in: extent, level: $0) }.first { $0.count <= Self.mostTiles }
        }
    }

    /// The scales of the map that is taken offline: from the whole town as one tile or few to the level of the picture.
    var scales: (min: Double, max: Double) {
        let level = range?.level ?? 0
        func scale(_ level: Int) -> Double { Self.scheme.levelOfDetail(max(0, level))?.scale ?? 0 }
        return (scale(level - 3), scale(level))
    }

    /// The images, from north to south and from west to east.
    func tiles(of cache: TileCache) async throws -> [Tile] {
        var tiles: [Tile] = []
        for key in range.map({ Array($0.keys) }) ?? [] {
            guard let image = try await cache.tile(at: key),
                let corners = try Self.scheme.extent(of: key)?.projected(to: .wgs84)
            else { continue }
            tiles.append(
                Tile(
                    image: image, upperLeft: TownSpot(longitude: corners.xMin, latitude: corners.yMax),
                    lowerRight: TownSpot(longitude: corners.xMax, latitude: corners.yMin)))
        }
        return tiles
    }
}
