import CairnCallbacks
import CairnCore
public import CairnTasks
public import Foundation

/// One tool of a geoprocessing service.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSGeoprocessingTask: AGSLoadableRemoteResourceBase {
    /// The tool that this one drives.
    public let task: GeoprocessingTask

    /// A tool of Cairn for old callers.
    public init(_ task: GeoprocessingTask) {
        self.task = task
        super.init(driving: task, at: task.client.url, HeldCredential(task.client))
    }

    /// A tool by its address, such as `…/GPServer/Viewshed`.
    public convenience init(url: URL) {
        self.init(GeoprocessingTask(url: url, transport: ConfiguredTransport()))
    }

    /// What the tool says of itself; nil until loaded.
    public var geoprocessingTaskInfo: AGSGeoprocessingTaskInfo? { task.info.map { AGSGeoprocessingTaskInfo($0, task.url) } }

    // MARK: - Running

    /// Makes parameters with the values that count if nobody gives others.
    @discardableResult
    public func defaultGeoprocessingParameters(
        completion: @escaping (AGSGeoprocessingParameters?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let task = task
        return OperationCancelable({ try await task.makeDefaultParameters() }) { parameters, error in
            completion(parameters.map(AGSGeoprocessingParameters.init), error)
        }
    }

    /// A job, not started, that runs the tool with the parameters as they are now. One that cannot be run fails when it is started.
    public func geoprocessingJob(with parameters: AGSGeoprocessingParameters) -> AGSGeoprocessingJob {
        AGSGeoprocessingJob(RefusedWork.orJob(for: AGSGeoprocessingJob.self) { try task.makeJob(parameters: parameters.value()) })
    }
}
