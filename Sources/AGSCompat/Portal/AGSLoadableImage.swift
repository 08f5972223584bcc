import CairnCore
public import Foundation
import Synchronization

#if canImport(UIKit)
    public import UIKit
#elseif canImport(AppKit)
    public import AppKit
#endif

/// A picture that is fetched when it is loaded.
public final class AGSLoadableImage: NSObject, AGSLoadable {
    private let fetch: ImageFetch
    private let loading = LegacyLoading()

    init(_ fetch: @escaping @Sendable () async throws -> Data?) {
        self.fetch = ImageFetch(fetch)
    }

    /// The picture's file, such as a PNG; nil until loaded, and if there is none.
    public var data: Data? { fetch.data }

    #if canImport(UIKit)
        /// The picture; nil until loaded, and if there is none.
        public var image: UIImage? { data.flatMap { UIImage(data: $0) } }
    #elseif canImport(AppKit)
        /// The picture; nil until loaded, and if there is none.
        public var image: NSImage? { data.flatMap { NSImage(data: $0) } }
    #else
        /// The picture; here, where nothing shows pictures, the same as ``data``.
        public var image: Data? { data }
    #endif

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: fetch) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: fetch) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(fetch, for: self, retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { loading.load(fetch, for: self, retrying: true, completion) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(fetch) }
}

/// A picture being fetched, or fetched.
private final class ImageFetch: Loadable {
    let loader = Loader()
    private let fetch: @Sendable () async throws -> Data?
    private let fetched = Mutex<Data?>(nil)

    init(_ fetch: @escaping @Sendable () async throws -> Data?) {
        self.fetch = fetch
    }

    var data: Data? { fetched.withLock(\.self) }

    @concurrent func performLoad() async throws {
        let data = try await fetch()
        fetched.withLock { $0 = data }
    }
}
