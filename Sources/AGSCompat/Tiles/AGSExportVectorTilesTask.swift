import CairnCallbacks
import CairnCore
public import CairnTasks
public import Foundation

/// Exports tiles of a vector tile service, and what styles them, to be used offline.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSExportVectorTilesTask: AGSLoadableRemoteResourceBase {
    private let source: VectorTileSource
    /// The item of the service; nil if it was named by its address.
    public let portalItem: AGSPortalItem?

    /// A task of Cairn for old callers.
    public init(_ task: ExportVectorTilesTask) {
        (source, portalItem) = (VectorTileSource(task), nil)
        super.init(driving: source, at: task.url, source.held)
    }

    /// A service by its address, such as `…/VectorTileServer`.
    public convenience init(url: URL) {
        self.init(ExportVectorTilesTask(url: url, transport: ConfiguredTransport()))
    }

    /// A service that a portal keeps.
    public init(portalItem: AGSPortalItem) {
        (source, self.portalItem) = (VectorTileSource(portalItem.item), portalItem)
        super.init(driving: source, at: nil, source.held)
    }

    /// The task that this one drives; nil until loaded, for a service that a portal keeps.
    public var task: ExportVectorTilesTask? { source.task }
    /// The address of the service; nil until it is known.
    public override var url: URL? { source.task?.url ?? source.item?.info?.url }
    /// What the service says of itself; nil until loaded.
    public var vectorTileSourceInfo: AGSVectorTileSourceInfo? {
        source.task?.vectorTileSourceInfo.map(AGSVectorTileSourceInfo.init)
    }

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
