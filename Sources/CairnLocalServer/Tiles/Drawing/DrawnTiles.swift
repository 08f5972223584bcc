import CairnCore
public import CairnGeo
public import Foundation

/// Map images that are drawn of features when they are asked for, in tiles of Web Mercator.
///
/// ```swift
/// let tiles = try DrawnTiles(
///     name: "Town",
///     layers: [
///         DrawnLayer("Parks", parks, style: DrawnStyle(fill: MapColor(0xB5D6A3))),
///         DrawnLayer("Streets", streets, style: DrawnStyle(line: MapColor(0xFFFEFB), width: 9)),
///     ], background: MapColor(0xE9EDDC))
/// let server = LocalServer(tiles: ["Town": PublishedTiles(tiles)])
/// ```
///
/// Layers are drawn one over the other, each as one: areas that lie side by side have no seams. Lines have round ends. Edges are smooth: each pixel counts by the share
/// of it that is covered. The images are PNG, and the same features give the same bytes.
public struct DrawnTiles: TileSource {
    /// What the tiles are.
    public let info: TileCacheInfo
    private let layers: [DrawnShapes]
    private let background: MapColor?
    /// A tile with nothing on it.
    private let empty: Data

    /// Tiles of layers.
    ///
    /// - Parameters:
    ///   - name: What they are called.
    ///   - layers: The lowest first.
    ///   - background: What is under all of them; nil for nothing.
    ///   - levels: Of which levels there are tiles, within 0…23.
    ///   - tileSize: The side of a tile in pixels, 16…1024.
    ///   - fullExtent: What is shown; nil for all features.
    ///   - attribution: Whose work it is.
    /// - Throws: `GeometryError` for features in another spatial reference than WGS 84 and Web Mercator.
    public init(
        name: String, layers: [DrawnLayer], background: MapColor? = nil, levels: ClosedRange<Int> = 0...19, tileSize: Int = 256,
        fullExtent: Envelope? = nil, attribution: String = ""
    ) throws {
        self.layers = try layers.map(DrawnShapes.init)
        self.background = background
        let size = tileSize.clamped(to: 16...1024)
        let levels = levels.clamped(to: 0...23)
        let scheme = TileInfo.webMercator(levels: levels, tileSize: size)
        let extent = try fullExtent?.projected(to: .webMercator) ?? DrawnShapes.extent(of: self.layers)
        info = TileCacheInfo(
            name: name, tileInfo: scheme, levels: levels, fullExtent: extent, initialExtent: extent, attribution: attribution)
        let place = Envelope(xMin: 0, yMin: 0, xMax: 1, yMax: 1)
        empty = Data(try TileCanvas(width: size, height: size, background: background, showing: place).png())
    }

    /// The image of a tile; nil beyond what is shown.
    ///
    /// - Throws: `CancellationError`.
    @concurrent
    public func tile(at key: TileKey) async throws -> Data? {
        guard has(key), let extent = info.tileInfo.extent(of: key), let level = info.tileInfo.levelOfDetail(key.level) else {
            return nil
        }
        let size = (info.tileInfo.tileWidth, info.tileInfo.tileHeight)
        var canvas = TileCanvas(width: size.0, height: size.1, background: background, showing: extent)
        var isEmpty = true
        for shapes in layers where shapes.layer.isVisible(atScale: level.scale) {
            let margin = (shapes.layer.style.pixels(at: level.resolution) / 2 + 1) * level.resolution
            let found = shapes.shapes(in: BoxTree.Box(extent, margin: margin))
            if found.isEmpty { continue }
            isEmpty = false
            try canvas.draw(found, shapes.layer.style)
        }
        return isEmpty ? empty : Data(try canvas.png())
    }

    /// Whether a tile shows some of what is shown.
    @concurrent
    public func hasTile(at key: TileKey) async throws -> Bool { has(key) }

    private func has(_ key: TileKey) -> Bool { info.hasPlace(for: key) }
}

extension TileCacheInfo {
    /// Whether a tile shows some of the full extent.
    func hasPlace(for key: TileKey) -> Bool {
        guard levels?.contains(key.level) == true, let fullExtent else { return false }
        return tileInfo.tiles(in: fullExtent, level: key.level)?.contains(key) ?? false
    }
}

extension DrawnShapes {
    /// Around all of them; nil if there are none.
    static func extent(of layers: [DrawnShapes]) -> Envelope? {
        layers.compactMap(\.extent).reduce(nil) { $0?.union($1) ?? $1 }
    }
}

extension BoxTree.Box {
    init(_ extent: Envelope, margin: Double) {
        self.init()
        (xMin, yMin) = (extent.xMin - margin, extent.yMin - margin)
        (xMax, yMax) = (extent.xMax + margin, extent.yMax + margin)
    }
}
