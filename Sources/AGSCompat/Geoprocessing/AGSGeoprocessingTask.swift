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

    /// Makes parameters with the values that count if nobody gives others. Texts, numbers and flags without such a value are empty, 0 and false;
    /// take out of ``AGSGeoprocessingParameters/inputs`` what is not to be sent.
    @discardableResult
    public func defaultGeoprocessingParameters(
        completion: @escaping (AGSGeoprocessingParameters?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let task = task
        return OperationCancelable({
            var parameters = try await task.makeDefaultParameters()
            for input in task.info?.inputs ?? [] where parameters.inputs[input.name] == nil {
                parameters.inputs[input.name] = input.dataType.emptyValue
            }
            return parameters
        }) { parameters, error in
            completion(parameters.map(AGSGeoprocessingParameters.init), error)
        }
    }

    /// A job, not started, that runs the tool with the parameters as they are now. One that cannot be run fails when it is started.
    public func geoprocessingJob(with parameters: AGSGeoprocessingParameters) -> AGSGeoprocessingJob {
        AGSGeoprocessingJob(RefusedWork.orJob(for: AGSGeoprocessingJob.self) { try task.makeJob(parameters: parameters.value()) })
    }
}

extension GeoprocessingDataType {
    /// What an input of the type begins with if its tool does not say; nil if there is no such value.
    fileprivate var emptyValue: GeoprocessingValue? {
        switch self {
        case .string: .string("")
        case .long: .long(0)
        case .double: .double(0)
        case .boolean: .boolean(false)
        default: nil
        }
    }
}
