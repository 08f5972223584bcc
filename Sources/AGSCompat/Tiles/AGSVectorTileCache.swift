import CairnCore
public import CairnGeo
import CairnTasks
public import Foundation

/// A file of vector tiles: a `.vtpk`, or an `.mbtiles` of them. Completions of `load` come on the main queue.
public final class AGSVectorTileCache: NSObject, AGSLoadable {
    /// The file that this one drives.
    public let cache: VectorTileCache
    private let loading = LegacyLoading()

    /// A file of Cairn for old callers.
    public init(_ cache: VectorTileCache) {
        self.cache = cache
    }

    /// A file that is there.
    public convenience init(fileURL: URL) {
        self.init(VectorTileCache(fileURL: fileURL))
    }

    /// A file by its name: in the main bundle, or by its path.
    public convenience init(name: String) {
        self.init(fileURL: .named(name, extensions: ["vtpk", "mbtiles"]))
    }

    /// The file.
    public var fileURL: URL { cache.fileURL }
    /// What the file says of itself; nil until loaded.
    public var sourceInfo: AGSVectorTileSourceInfo? { cache.info.map(AGSVectorTileSourceInfo.init) }

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
