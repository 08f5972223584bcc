import CairnCallbacks
import CairnCore
public import CairnTasks
public import Foundation

/// Exports tiles of a vector tile service, and what styles them, to be used offline.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSExportVectorTilesTask: NSObject, AGSLoadable, AGSRemoteResource {
    private let source: VectorTileSource
    private let loading = LegacyLoading()
    /// The item of the service; nil if it was named by its address.
    public let portalItem: AGSPortalItem?

    /// A task of Cairn for old callers.
    public init(_ task: ExportVectorTilesTask) {
        (source, portalItem) = (VectorTileSource(task), nil)
    }

    /// A service by its address, such as `…/VectorTileServer`.
    public convenience init(url: URL) {
        self.init(ExportVectorTilesTask(url: url))
    }

    /// A service that a portal keeps.
    public init(portalItem: AGSPortalItem) {
        (source, self.portalItem) = (VectorTileSource(portalItem.item), portalItem)
    }

    /// The task that this one drives; nil until loaded, for a service that a portal keeps.
    public var task: ExportVectorTilesTask? { source.task }
    /// The address of the service; nil until it is known.
    public var url: URL? { source.task?.url ?? source.item?.info?.url }
    /// Who is asking, if the service wants to know: from then on its host and port, by all that has no credential of its own; to be set before
    /// loading. A portal that keeps the service is asked with the portal's own; at a service on the portal's host and port this is the task's alone.
    public var credential: AGSCredential? {
        get { source.held.value }
        set { source.held.value = newValue }
    }
    /// What the service says of itself; nil until loaded.
    public var vectorTileSourceInfo: AGSVectorTileSourceInfo? {
        source.task?.vectorTileSourceInfo.map(AGSVectorTileSourceInfo.init)
    }

    // MARK: - Loading

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: source) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: source) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(source, for: self, retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { loading.load(source, for: self, retrying: true, completion) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(source) }

    // MARK: - Exporting

    /// Makes parameters for the tiles of an area up to a scale.
    ///
    /// - Parameters:
    ///   - areaOfInterest: A rectangle or a polygon.
    ///   - maxScale: The denominator of the scale up to which; 0 for the most detailed.
    ///   - completion: Called once, with parameters or an error.
    @discardableResult
    public func defaultExportVectorTilesParameters(
        withAreaOfInterest areaOfInterest: AGSGeometry, maxScale: Double,
        completion: @escaping (AGSExportVectorTilesParameters?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (source, area) = (source, areaOfInterest.value)
        return OperationCancelable({
            try await source.loadedTask().makeDefaultExportVectorTilesParameters(areaOfInterest: area, maxScale: maxScale)
        }) { parameters, error in
            completion(parameters.map(AGSExportVectorTilesParameters.init), error)
        }
    }

    /// A job, not started, that exports tiles and what styles them, with the parameters as they are now.
    ///
    /// - Parameters:
    ///   - parameters: Which tiles.
    ///   - vectorTileCacheDownloadFileURL: Where the package goes; a file that is there is replaced at the end.
    ///   - itemResourceCacheDownloadDirectory: The folder for the style, its pictures and fonts, which must not be there yet.
    public func exportVectorTilesJob(
        with parameters: AGSExportVectorTilesParameters, vectorTileCacheDownloadFileURL: URL,
        itemResourceCacheDownloadDirectory: URL
    ) -> AGSExportVectorTilesJob {
        job(parameters, vectorTileCacheDownloadFileURL, itemResourceCacheDownloadDirectory)
    }

    /// A job, not started, that exports tiles with the parameters as they are now, and nothing that styles them.
    ///
    /// - Parameters:
    ///   - parameters: Which tiles.
    ///   - downloadFileURL: Where the package goes; a file that is there is replaced at the end.
    public func exportVectorTilesJob(
        with parameters: AGSExportVectorTilesParameters, downloadFileURL: URL
    ) -> AGSExportVectorTilesJob {
        job(parameters, downloadFileURL, nil)
    }

    private func job(
        _ parameters: AGSExportVectorTilesParameters, _ file: URL, _ folder: URL?
    ) -> AGSExportVectorTilesJob {
        AGSExportVectorTilesJob(
            RefusedWork.orJob(for: AGSExportVectorTilesJob.self) {
                try source.expectTask().makeExportVectorTilesJob(
                    parameters: parameters.value, vectorTileCacheURL: file, itemResourceCacheURL: folder)
            })
    }

    /// A job, not started, that fetches what styles the tiles.
    ///
    /// - Parameter downloadDirectory: The folder, which must not be there yet.
    public func exportStyleResourceCacheJob(withDownloadDirectory downloadDirectory: URL) -> AGSExportVectorTilesJob {
        AGSExportVectorTilesJob(
            RefusedWork.orJob(for: AGSExportVectorTilesJob.self) {
                try source.expectTask().makeExportStyleResourceCacheJob(itemResourceCacheURL: downloadDirectory)
            })
    }
}
