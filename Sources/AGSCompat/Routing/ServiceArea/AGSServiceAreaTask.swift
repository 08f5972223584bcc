import CairnCallbacks
import CairnCore
public import CairnTasks
public import Foundation

/// Finds how far one gets, by a service.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSServiceAreaTask: NSObject, AGSLoadable {
    /// The task that this one drives.
    public let task: ServiceAreaTask
    private let loading = LegacyLoading()
    private let held: HeldCredential

    /// A task of Cairn for old callers.
    public init(_ task: ServiceAreaTask) {
        self.task = task
        held = HeldCredential(task.client)
    }

    /// A service area layer of a service, such as `…/NAServer/ServiceArea_World`.
    public convenience init(url: URL) {
        self.init(ServiceAreaTask(url: url))
    }

    /// The address of the service.
    public var url: URL? { task.client?.url }
    /// Who is asking, if the service wants to know: from then on its host and port, by all that has no credential of its own; to be set before
    /// loading.
    public var credential: AGSCredential? {
        get { held.value }
        set { held.value = newValue }
    }

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

    // MARK: - Solving

    /// Parameters as they are usual for the network, without facilities.
    @discardableResult
    public func defaultServiceAreaParameters(
        completion: @escaping (AGSServiceAreaParameters?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let task = task
        return OperationCancelable({ try await task.makeDefaultParameters() }) { parameters, error in
            completion(parameters.map(AGSServiceAreaParameters.init), error)
        }
    }

    /// Finds what can be reached from the facilities, or from where they can be, with the parameters as they are now.
    @discardableResult
    public func solveServiceArea(
        with serviceAreaParameters: AGSServiceAreaParameters, completion: @escaping (AGSServiceAreaResult?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (task, value) = (task, serviceAreaParameters.value)
        return OperationCancelable({ try await task.solveServiceArea(using: value) }) { result, error in
            completion(result.map(AGSServiceAreaResult.init), error)
        }
    }
}

extension ServiceAreaTask {
    /// The service that it asks; nil for a file.
    fileprivate var client: ServiceClient? { (backend as? ServiceAreaService)?.client }
}
