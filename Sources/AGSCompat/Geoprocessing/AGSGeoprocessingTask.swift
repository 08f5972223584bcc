import CairnCallbacks
import CairnCore
public import CairnTasks
public import Foundation

/// One tool of a geoprocessing service.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSGeoprocessingTask: NSObject, AGSLoadable, AGSRemoteResource {
    /// The tool that this one drives.
    public let task: GeoprocessingTask
    private let loading = LegacyLoading()
    private let held: HeldCredential

    /// A tool of Cairn for old callers.
    public init(_ task: GeoprocessingTask) {
        self.task = task
        held = HeldCredential(task.client)
    }

    /// A tool by its address, such as `…/GPServer/Viewshed`.
    public convenience init(url: URL) {
        self.init(GeoprocessingTask(url: url))
    }

    /// Its address.
    public var url: URL? { task.url }
    /// Who is asking, if the service wants to know: from then on its host and port, by all that has no credential of its own; to be set before
    /// loading.
    public var credential: AGSCredential? {
        get { held.value }
        set { held.value = newValue }
    }
    /// What the tool says of itself; nil until loaded.
    public var geoprocessingTaskInfo: AGSGeoprocessingTaskInfo? { task.info.map { AGSGeoprocessingTaskInfo($0, task.url) } }

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
