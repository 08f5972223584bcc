import CairnCore
public import Foundation

/// A file of tiles that cannot be read, or does not take what it is given.
public enum TileCacheError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// There is no such file.
    case notFound(path: String)
    /// The file holds no tiles, or in a form that is not read here.
    case notATileCache(path: String)
    /// The file is a package of the first version, whose format is not open.
    case oldPackage(path: String)
    /// The file holds vector tiles, where images are asked for.
    case vectorTiles(path: String)
    /// The file holds images, where vector tiles are asked for.
    case imageTiles(path: String)
    /// The file is not what it says that it is.
    case damaged(path: String, reason: String)
    /// What should describe tiles does not.
    case malformed(String)
    /// The tiles have not been loaded.
    case notLoaded(path: String)
    /// The package that the tiles are of has been closed.
    case closed(path: String)
    /// The file has been written, and more was to be added to it.
    case finished(path: String)
    /// A tile cannot be written.
    case wrongTile(key: TileKey, reason: String)
    /// The scheme of the tiles is not one that the file can have.
    case unsupportedScheme(path: String, reason: String)

    /// What is wrong, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .notFound(let path): "There is no file \(path)."
        case .notATileCache(let path):
            "\(path) holds no tiles that are read here: name a .tpkx, a .vtpk, an .mbtiles, or the folder of one that is unpacked."
        case .oldPackage(let path):
            "\(path) is a tile package of the first version (.tpk), which only Esri's software reads. Ask the service for the second (storageFormatType esriMapCacheStorageModeCompactV2), or convert it to .tpkx there."
        case .vectorTiles(let path): "\(path) holds vector tiles. Open it as a VectorTileCache."
        case .imageTiles(let path): "\(path) holds images. Open it as a TileCache."
        case .damaged(let path, let reason):
            "The tiles of \(path) are damaged: \(reason). Copy the file again, or export it again."
        case .malformed(let reason): "What describes the tiles cannot be read: \(reason)."
        case .notLoaded(let path): "\(path) has not been loaded yet. Await load() first."
        case .closed(let path): "\(path) is of a package that has been closed. Open that anew."
        case .finished(let path):
            "\(path) has been written, and takes nothing more. Make another writer, and write all of it again."
        case .wrongTile(let key, let reason): "The tile \(key) cannot be written: \(reason)."
        case .unsupportedScheme(let path, let reason): "\(path) cannot have these tiles: \(reason)."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
