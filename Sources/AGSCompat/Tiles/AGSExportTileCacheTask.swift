import CairnCallbacks
import CairnCore
public import CairnTasks
public import Foundation

/// Exports tiles of a map or image service, to be used offline.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSExportTileCacheTask: AGSLoadableRemoteResourceBase {
    /// The task that this one drives.
    public let task: ExportTileCacheTask

    /// A task of Cairn for old callers.
    public init(_ task: ExportTileCacheTask) {
        self.task = task
        super.init(driving: task, at: task.client.url, HeldCredential(task.client))
    }

    /// A service by its address, such as `…/MapServer`.
    public convenience init(url: URL) {
        self.init(ExportTileCacheTask(url: url, transport: ConfiguredTransport()))
    }

    /// What the service says of itself; nil until loaded.
    public var mapServiceInfo: AGSArcGISMapServiceInfo? { task.info.map { AGSArcGISMapServiceInfo($0, task.url) } }

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
