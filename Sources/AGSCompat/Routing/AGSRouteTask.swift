import CairnCallbacks
import CairnCore
import CairnOffline
public import CairnTasks
public import Foundation

/// Finds routes: on a service, or on a road network in a file.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSRouteTask: AGSLoadableRemoteResourceBase {
    /// The task that this one drives.
    public let task: RouteTask
    /// The road network in a file that the task was made of; nil for a service, and for a task of Cairn.
    public let transportationNetworkDataset: AGSTransportationNetworkDataset?

    private init(_ task: RouteTask, _ dataset: AGSTransportationNetworkDataset?) {
        (self.task, transportationNetworkDataset) = (task, dataset)
        super.init(driving: task, at: task.client?.url, HeldCredential(task.client))
    }

    /// A task of Cairn for old callers.
    public convenience init(_ task: RouteTask) {
        self.init(task, nil)
    }

    /// A route layer of a service, such as `…/NAServer/Route_World`.
    public convenience init(url: URL) {
        self.init(RouteTask(url: url, transport: ConfiguredTransport()), nil)
    }

    /// A road network in a file.
    public convenience init(dataset: AGSTransportationNetworkDataset) {
        self.init(RouteTask(fileURL: dataset.fileURL), dataset)
    }

    /// A road network in a file, as `cairn build-network` makes them.
    ///
    /// - Parameters:
    ///   - fileURLToDatabase: The file.
    ///   - networkName: Which of its networks; a file has but one, which is taken whatever it is called.
    public convenience init(fileURLToDatabase: URL, networkName: String) {
        self.init(dataset: AGSTransportationNetworkDataset(fileURLToDatabase: fileURLToDatabase, networkName: networkName))
    }

    /// A road network in a file that is named: in the main bundle, or by its path.
    ///
    /// - Parameters:
    ///   - databaseName: The name of the file.
    ///   - networkName: Which of its networks; a file has but one, which is taken whatever it is called.
    public convenience init(databaseName: String, networkName: String) {
        self.init(dataset: AGSTransportationNetworkDataset(databaseName: databaseName, networkName: networkName))
    }

    /// What the network can do; nothing is known of it until the task is loaded.
    public func routeTaskInfo() -> AGSRouteTaskInfo { AGSRouteTaskInfo(task.info ?? RouteTaskInfo()) }

    // MARK: - Solving

    /// Parameters as they are usual for the network, without stops.
    @discardableResult
    public func defaultRouteParameters(
        completion: @escaping (AGSRouteParameters?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let task = task
        return OperationCancelable({ try await task.makeDefaultParameters() }) { parameters, error in
            completion(parameters.map(AGSRouteParameters.init), error)
        }
    }

    /// Finds the shortest routes between the stops, with the parameters as they are now.
    @discardableResult
    public func solveRoute(
        with routeParameters: AGSRouteParameters, completion: @escaping (AGSRouteResult?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (task, value, ids) = (task, routeParameters.value, routeParameters.stopIDs)
        return OperationCancelable({ try await task.solveRoute(using: value) }) { result, error in
            completion(result.map { AGSRouteResult($0, stopIDs: ids) }, error)
        }
    }
}

extension RouteTask {
    /// The service that it asks; nil for a file.
    fileprivate var client: ServiceClient? { (backend as? RouteService)?.client }
}
