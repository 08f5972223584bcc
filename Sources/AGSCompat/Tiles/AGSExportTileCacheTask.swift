import CairnCallbacks
import CairnCore
public import CairnTasks
public import Foundation

/// Exports tiles of a map or image service, to be used offline.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSExportTileCacheTask: NSObject, AGSLoadable, AGSRemoteResource {
    /// The task that this one drives.
    public let task: ExportTileCacheTask
    private let loading = LegacyLoading()
    private let held: HeldCredential

    /// A task of Cairn for old callers.
    public init(_ task: ExportTileCacheTask) {
        self.task = task
        held = HeldCredential(task.client)
    }

    /// A service by its address, such as `…/MapServer`.
    public convenience init(url: URL) {
        self.init(ExportTileCacheTask(url: url))
    }

    /// Its address.
    public var url: URL? { task.url }
    /// Who is asking, if the service wants to know: from then on its host and port, by all that has no credential of its own; to be set before
    /// loading.
    public var credential: AGSCredential? {
        get { held.value }
        set { held.value = newValue }
    }
    /// What the service says of itself; nil until loaded.
    public var mapServiceInfo: AGSArcGISMapServiceInfo? { task.info.map { AGSArcGISMapServiceInfo($0, task.url) } }

    // MARK: - Loading

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: task) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: task) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(task, for: self, retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { loading.load(task, for: self, retrying: true, completion) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(task) }

    // MARK: - Exporting

    /// Makes parameters for the tiles of an area between two scales.
    ///
    /// - Parameters:
    ///   - areaOfInterest: A rectangle or a polygon.
    ///   - minScale: The denominator of the scale from which on; 0 for the least detailed.
    ///   - maxScale: The denominator of the scale up to which; 0 for the most detailed.
    ///   - completion: Called once, with parameters or an error.
    @discardableResult
    public func exportTileCacheParameters(
        withAreaOfInterest areaOfInterest: AGSGeometry, minScale: Double, maxScale: Double,
        completion: @escaping (AGSExportTileCacheParameters?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (task, area) = (task, areaOfInterest.value)
        return OperationCancelable({
            try await task.makeDefaultExportTileCacheParameters(areaOfInterest: area, minScale: minScale, maxScale: maxScale)
        }) { parameters, error in
            completion(parameters.map(AGSExportTileCacheParameters.init), error)
        }
    }

    /// A job, not started, that has the service estimate how large an export would be.
    public func estimateTileCacheSizeJob(with parameters: AGSExportTileCacheParameters) -> AGSEstimateTileCacheSizeJob {
        AGSEstimateTileCacheSizeJob(
            RefusedWork.orJob(for: AGSEstimateTileCacheSizeJob.self) {
                try task.makeEstimateTileCacheSizeJob(parameters: parameters.value)
            })
    }

    /// A job, not started, that exports tiles with the parameters as they are now.
    ///
    /// - Parameters:
    ///   - parameters: Which tiles.
    ///   - downloadFileURL: Where the package goes, of the second version whatever it is called; a file that is there is replaced at the end.
    public func exportTileCacheJob(
        with parameters: AGSExportTileCacheParameters, downloadFileURL: URL
    ) -> AGSExportTileCacheJob {
        AGSExportTileCacheJob(
            RefusedWork.orJob(for: AGSExportTileCacheJob.self) {
                try task.makeExportTileCacheJob(parameters: parameters.value, downloadFileURL: downloadFileURL)
            })
    }
}
