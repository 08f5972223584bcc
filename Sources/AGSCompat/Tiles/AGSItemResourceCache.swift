import CairnCallbacks
import CairnCore
public import CairnTasks
public import Foundation

/// A folder with what styles vector tiles: the style, its pictures and fonts. Completions of `load` come on the main queue.
public final class AGSItemResourceCache: NSObject, AGSLoadable {
    /// The folder that this one drives.
    public let cache: ItemResourceCache
    private let folder: StyledFolder
    private let loading = LegacyLoading()

    /// A folder of Cairn for old callers.
    public init(_ cache: ItemResourceCache) {
        self.cache = cache
        folder = StyledFolder(cache)
    }

    /// A folder that has been exported.
    public convenience init(fileURL: URL) {
        self.init(ItemResourceCache(folder: fileURL))
    }

    /// The folder.
    public var fileURL: URL { cache.folder }

    // MARK: - Loading

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: folder) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: folder) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(folder, for: self, retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { loading.load(folder, for: self, retrying: true, completion) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(folder) }
}

/// A folder that is loaded when its style can be read.
private final class StyledFolder: Loadable {
    let loader = Loader()
    private let cache: ItemResourceCache

    init(_ cache: ItemResourceCache) {
        self.cache = cache
    }

    @concurrent func performLoad() async throws { _ = try cache.style() }
}
