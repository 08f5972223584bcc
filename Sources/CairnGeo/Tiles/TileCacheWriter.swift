import CairnCore
public import Foundation

/// Writes a file of map images in tiles. Not thread-safe, and works where it is called: give it to one thread, or one actor.
///
/// ```swift
/// let writer = try TileCacheWriter(to: file, info: TileCacheInfo(name: "Town", tileInfo: .webMercator()))
/// for (key, png) in tiles { try writer.add(png, at: key) }
/// try writer.finish()
/// ```
///
/// The file stands at its path only when it is finished, whole and on the disk. Once something has failed, as on a full disk, what was written is removed,
/// and all that is asked for later is refused with that error; a tile that is refused does no harm. Tiles may come in any order; in that of ``TileRange/keys`` a package is
/// written in one go, while others wait in temporary files for those of their bundle.
public final class TileCacheWriter {
    private var output: OpenOutput<any TileOutput>
    private var info: TileCacheInfo
    private var levels: ClosedRange<Int>?

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - url: Where it goes; a file that is there is replaced at the end.
    ///   - info: What it says of itself. The levels are those of the tiles, unless it says which.
    ///   - format: In what it is written; nil for what the name says.
    /// - Throws: ``TileCacheError/notATileCache(path:)`` if nothing says in what; ``TileCacheError/unsupportedScheme(path:reason:)`` if the format has no such
    ///   tiles; `SystemError`, ``DatabaseError``.
    public init(to url: URL, info: TileCacheInfo, format: TileCacheFormat? = nil) throws {
        self.info = info
        output = OpenOutput(try Self.output(url, info, format ?? TileCacheFormat(of: url)), at: url)
    }

    private static func output(_ url: URL, _ info: TileCacheInfo, _ format: TileCacheFormat?) throws -> any TileOutput {
        switch format {
        case .tilePackage: try CompactTileOutput(url)
        case .mbTiles: try MBTilesOutput(url, info)
        case nil: throw TileCacheError.notATileCache(path: url.path)
        }
    }

    /// Adds a tile.
    ///
    /// - Throws: ``TileCacheError/wrongTile(key:reason:)`` if it is no tile of the scheme, is empty, too large, or there already; ``TileCacheError/finished(path:)``;
    ///   `SystemError`, ``DatabaseError``.
    public func add(_ tile: Data, at key: TileKey) throws {
        try info.tileInfo.expect(key)
        try TileInfo.expect(tile, at: key)
        try output.use { try $0.add(tile, at: key) }
        levels = levels.map { min($0.lowerBound, key.level)...max($0.upperBound, key.level) } ?? key.level...key.level
    }

    /// Puts the file in its place. Nothing can be added afterwards.
    ///
    /// - Throws: ``TileCacheError/finished(path:)``; `SystemError`, ``DatabaseError``.
    public func finish() throws {
        info.levels = info.levels ?? levels
        try output.finish { try $0.finish(info) }
    }
}

/// In what tiles are written.
protocol TileOutput: AnyObject {
    func add(_ tile: Data, at key: TileKey) throws
    func finish(_ info: TileCacheInfo) throws
}

extension TileInfo {
    /// - Throws: ``TileCacheError/wrongTile(key:reason:)`` if the scheme has no such tile.
    func expect(_ key: TileKey) throws(TileCacheError) {
        guard levelOfDetail(key.level) != nil else { throw .wrongTile(key: key, reason: "the scheme has no such level") }
        guard (0..<Self.mostTiles).contains(key.row), (0..<Self.mostTiles).contains(key.column) else {
            throw .wrongTile(key: key, reason: "there is no such row or column")
        }
    }

    /// - Throws: ``TileCacheError/wrongTile(key:reason:)`` if the bytes are none, or too many.
    static func expect(_ tile: Data, at key: TileKey) throws(TileCacheError) {
        guard !tile.isEmpty else { throw .wrongTile(key: key, reason: "it is empty") }
        guard tile.count <= TileBundleFormat.largestTile else { throw .wrongTile(key: key, reason: "it has more than 16 MiB") }
    }
}
