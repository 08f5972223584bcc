import CairnCallbacks
import CairnCore
import CairnOffline
public import CairnTasks
public import Foundation

/// Finds how far one gets: on a service, or on a road network in a file.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSServiceAreaTask: AGSLoadableRemoteResourceBase {
    /// The task that this one drives.
    public let task: ServiceAreaTask
    /// The road network in a file that the task was made of; nil for a service, and for a task of Cairn.
    public let transportationNetworkDataset: AGSTransportationNetworkDataset?

    private init(_ task: ServiceAreaTask, _ dataset: AGSTransportationNetworkDataset?) {
        (self.task, transportationNetworkDataset) = (task, dataset)
        super.init(driving: task, at: task.client?.url, HeldCredential(task.client))
    }

    /// A task of Cairn for old callers.
    public convenience init(_ task: ServiceAreaTask) {
        self.init(task, nil)
    }

    /// A service area layer of a service, such as `…/NAServer/ServiceArea_World`.
    public convenience init(url: URL) {
        self.init(ServiceAreaTask(url: url, transport: ConfiguredTransport()), nil)
    }

    /// A road network in a file.
    public convenience init(dataset: AGSTransportationNetworkDataset) {
        self.init(ServiceAreaTask(fileURL: dataset.fileURL), dataset)
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
