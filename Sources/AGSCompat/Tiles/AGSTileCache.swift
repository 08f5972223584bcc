import CairnCore
public import CairnGeo
public import Foundation

/// A file of map images in tiles: a `.tpkx`, or an `.mbtiles`.
///
/// A `.tpk` of the first version is refused when it is loaded. Completions of `load` come on the main queue.
public final class AGSTileCache: NSObject, AGSLoadable {
    /// The file that this one drives.
    public let cache: TileCache
    private let loading = LegacyLoading()

    /// A file of Cairn for old callers.
    public init(_ cache: TileCache) {
        self.cache = cache
    }

    /// A file that is there.
    public convenience init(fileURL: URL) {
        self.init(TileCache(fileURL: fileURL))
    }

    /// A file by its name: in the main bundle, or by its path.
    public convenience init(name: String) {
        self.init(fileURL: .named(name, extensions: ["tpkx", "mbtiles", "tpk"]))
    }

    /// The file.
    public var fileURL: URL { cache.fileURL }
    /// How the place is divided into tiles; nil until loaded.
    public var tileInfo: AGSTileInfo? { cache.info.map { AGSTileInfo($0.tileInfo) } }
    /// What is shown; nil until loaded, and if the file does not say.
    public var fullExtent: AGSEnvelope? { cache.info?.fullExtent.map(AGSEnvelope.init) }
    /// Whether images were smoothed when they were drawn: files do not say, so it is false.
    public var antialiasing: Bool { false }
    /// How the tiles lie in the file; unknown until loaded.
    public var cacheStorageFormat: AGSTileCacheStorageFormat {
        if cache.info == nil { return .unknown }
        return TileCacheFormat(of: fileURL) == .mbTiles ? .unknown : .compactV2
    }

    // MARK: - Loading

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: cache) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: cache) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(cache, for: self, retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { loading.load(cache, for: self, retrying: true, completion) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(cache) }
}

/// How tiles lie in a file.
public enum AGSTileCacheStorageFormat: Int, Sendable {
    /// In a way that has no name here, such as an `.mbtiles`.
    case unknown = -1
    /// A file for each tile, which is not read here.
    case exploded = 0
    /// Many in a file, of the first version, which is not read here.
    case compact = 1
    /// Many in a file, of the second version.
    case compactV2 = 2
}
