import CairnCore
public import Foundation

/// A package of scenes. Nothing here reads them: it cannot be loaded, and old code that offers them goes on without.
public final class AGSMobileScenePackage: NSObject, AGSLoadable {
    /// The folder, or the archive.
    public let fileURL: URL
    private let refused: RefusedScenes
    private let loading = LegacyLoading()

    /// A folder, or an archive.
    public init(fileURL: URL) {
        self.fileURL = fileURL
        refused = RefusedScenes(path: fileURL.path)
    }

    /// A package by its name: in the main bundle, or by its path.
    public convenience init(name: String) {
        self.init(fileURL: .named(name, extensions: ["mspk"]))
    }

    /// The scenes: none.
    public var scenes: [AGSScene] { [] }

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: refused) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: refused) }
    /// Fails; `completion` is called on the main queue.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(refused, for: self, retrying: false, completion) }
    /// Fails again.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { loading.load(refused, for: self, retrying: true, completion) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(refused) }

    /// Fails: what comes of it is no scene that could be read here.
    @discardableResult
    public static func unpack(
        atFileURL fileURL: URL, outputDirectory: URL, completion: @escaping ((any Error)?) -> Void
    ) -> any AGSCancelable {
        let refused = RefusedScenes(path: fileURL.path)
        return OperationCancelable({ try await refused.load() }) { (_: Void?, error) in completion(error) }
    }
}

/// A map in three dimensions, of which nothing is known here.
public final class AGSScene: NSObject {}

private final class RefusedScenes: Loadable {
    let loader = Loader()
    private let path: String

    init(path: String) {
        self.path = path
    }

    @concurrent func performLoad() async throws {
        throw AGSError.runtime(
            .commonNotImplemented, "\(path.printable(upTo: 200)) holds scenes, which are not offered. Use a mobile map package.")
    }
}
