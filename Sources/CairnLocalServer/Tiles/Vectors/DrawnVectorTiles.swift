import CairnCore
public import CairnGeo
public import Foundation

/// Vector tiles that are made of features when they are asked for (Mapbox Vector Tile 2.1, packed with gzip), with a style that draws them as
/// ``DrawnTiles`` does.
///
/// ```swift
/// let tiles = try DrawnVectorTiles(name: "Town", layers: layers, background: MapColor(0xE9EDDC))
/// let server = LocalServer(tiles: ["Town": PublishedTiles(tiles, as: .vectors)])
/// ```
///
/// The tiles have 512 pixels and 4,096 units a side, and features reach 64 units beyond. Attributes are texts, numbers, and moments in milliseconds since 1970. A feature's id is
/// its number in its layer, from 1 on.
public struct DrawnVectorTiles: TileSource {
    /// What the tiles are.
    public let info: TileCacheInfo
    private let layers: [DrawnShapes]
    private let style: JSONValue
    private let folder: PackageFiles?

    /// Tiles of layers.
    ///
    /// - Parameters:
    ///   - name: What they are called.
    ///   - layers: The lowest first, each with a name of its own.
    ///   - background: What is under all of them; nil for nothing.
    ///   - levels: Of which levels there are tiles, within 0…22.
    ///   - fullExtent: What is shown; nil for all features.
    ///   - resources: A folder of resources, such as `sprites/sprite.png`; a `styles/root.json` in it takes the place of the style that is made here.
    ///   - attribution: Whose work it is.
    /// - Throws: `GeometryError` for features in another spatial reference than WGS 84 and Web Mercator.
    public init(
        name: String, layers: [DrawnLayer], background: MapColor? = nil, levels: ClosedRange<Int> = 0...16,
        fullExtent: Envelope? = nil, resources: URL? = nil, attribution: String = ""
    ) throws {
        self.layers = try layers.map(DrawnShapes.init)
        let levels = levels.clamped(to: 0...22)
        let scheme = TileInfo.webMercator(levels: levels, tileSize: Self.tileSize, format: .pbf)
        let extent = try fullExtent?.projected(to: .webMercator) ?? DrawnShapes.extent(of: self.layers)
        info = TileCacheInfo(
            name: name, tileInfo: scheme, levels: levels, fullExtent: extent, initialExtent: extent, attribution: attribution)
        style = DrawnVectorStyle(name: name, self.layers, background).json
        folder = resources.map { PackageFiles.folder($0) }
    }

    static let tileSize = 512

    /// A tile; nil where there are no features.
    ///
    /// - Throws: `CancellationError`.
    @concurrent
    public func tile(at key: TileKey) async throws -> Data? {
        guard info.hasPlace(for: key), let extent = info.tileInfo.extent(of: key),
            let level = info.tileInfo.levelOfDetail(key.level)
        else { return nil }
        let unit = (extent.xMax - extent.xMin) / VectorTileGeometry.extent
        let corner = SIMD2(extent.xMin, extent.yMax)
        let box = BoxTree.Box(extent, margin: VectorTileGeometry.buffer * unit)
        var tile = ProtobufWriter()
        for shapes in layers where shapes.layer.isVisible(atScale: level.scale) {
            var layer = VectorTileLayer(shapes.layer.name)
            for shape in shapes.shapes(in: box) {
                try Task.checkCancellation()
                let geometry = VectorTileGeometry(shape) { SIMD2($0.x - corner.x, corner.y - $0.y) / unit }
                layer.add(shapes.layer.features[shape.index].attributes, id: shape.index + 1, shape.kind, geometry)
            }
            if !layer.isEmpty { layer.write(to: &tile) }
        }
        return tile.bytes.isEmpty ? nil : Data(try Deflater.pack(tile.bytes, .gzip))
    }

    /// What goes with the tiles: the style, and what is in the folder.
    ///
    /// - Throws: `SystemError`.
    @concurrent
    public func resource(at path: String) async throws -> Data? {
        if let data = try folder?.contents(of: path) { return data }
        return path == Self.stylePath ? style.data() : nil
    }

    /// The paths of all that goes with the tiles.
    @concurrent
    public func resourcePaths() async throws -> [String] {
        let names = try folder?.names() ?? []
        return names.contains(Self.stylePath) ? names : [Self.stylePath] + names
    }

    static let stylePath = "styles/root.json"
}
