public import CairnGeo
public import Foundation

/// Where the tiles come from that a ``LocalServer`` publishes: a file of them, what is drawn when it is asked for (``DrawnTiles``,
/// ``DrawnVectorTiles``), or something of your own.
///
/// ```swift
/// struct Checkerboard: TileSource {
///     let white: Data, black: Data
///     var info: TileCacheInfo { TileCacheInfo(name: "Checkerboard", tileInfo: .webMercator(levels: 0...10), levels: 0...10) }
///
///     @concurrent func tile(at key: TileKey) async throws -> Data? {
///         (key.row + key.column).isMultiple(of: 2) ? white : black
///     }
/// }
/// let server = LocalServer(tiles: ["Board": PublishedTiles(Checkerboard(white: white, black: black))])
/// ```
public protocol TileSource: Sendable {
    /// What the tiles are. It stays the same.
    var info: TileCacheInfo { get async throws }

    /// A tile: an image of any format, or a vector tile, packed with gzip or not; nil if there is none.
    @concurrent func tile(at key: TileKey) async throws -> Data?

    /// Whether there is a tile; by default it is fetched to find out.
    @concurrent func hasTile(at key: TileKey) async throws -> Bool

    /// What goes with vector tiles, by its path among the resources: `styles/root.json`, `sprites/sprite.png`, `fonts/Arial/0-255.pbf`; nil if there
    /// is no such, as by default.
    @concurrent func resource(at path: String) async throws -> Data?

    /// The paths of all that goes with vector tiles; by default there are none.
    @concurrent func resourcePaths() async throws -> [String]
}

extension TileSource {
    /// Whether there is a tile: it is fetched to find out.
    @concurrent
    public func hasTile(at key: TileKey) async throws -> Bool { try await tile(at: key) != nil }

    /// None.
    @concurrent
    public func resource(at path: String) async throws -> Data? { nil }

    /// None.
    @concurrent
    public func resourcePaths() async throws -> [String] { [] }
}
