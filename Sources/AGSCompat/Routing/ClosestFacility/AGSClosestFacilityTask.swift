import CairnCallbacks
import CairnCore
import CairnOffline
public import CairnTasks
public import Foundation

/// Finds what is close, and the ways there: on a service, or on a road network in a file.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSClosestFacilityTask: AGSLoadableRemoteResourceBase {
    /// The task that this one drives.
    public let task: ClosestFacilityTask
    /// The road network in a file that the task was made of; nil for a service, and for a task of Cairn.
    public let transportationNetworkDataset: AGSTransportationNetworkDataset?

    private init(_ task: ClosestFacilityTask, _ dataset: AGSTransportationNetworkDataset?) {
        (self.task, transportationNetworkDataset) = (task, dataset)
        super.init(driving: task, at: task.client?.url, HeldCredential(task.client))
    }

    /// A task of Cairn for old callers.
    public convenience init(_ task: ClosestFacilityTask) {
        self.init(task, nil)
    }

    /// A closest facility layer of a service, such as `…/NAServer/ClosestFacility_World`.
    public convenience init(url: URL) {
        self.init(ClosestFacilityTask(url: url, transport: ConfiguredTransport()), nil)
    }

    /// A road network in a file.
    public convenience init(dataset: AGSTransportationNetworkDataset) {
        self.init(ClosestFacilityTask(fileURL: dataset.fileURL), dataset)
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

    /// Parameters as they are usual for the network, without facilities and incidents.
    @discardableResult
    public func defaultClosestFacilityParameters(
        completion: @escaping (AGSClosestFacilityParameters?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let task = task
        return OperationCancelable({ try await task.makeDefaultParameters() }) { parameters, error in
            completion(parameters.map(AGSClosestFacilityParameters.init), error)
        }
    }

    /// Finds for each incident the facilities that are closest to it, and the shortest ways between them, with the parameters as they are now.
    @discardableResult
    public func solveClosestFacility(
        with parameters: AGSClosestFacilityParameters, completion: @escaping (AGSClosestFacilityResult?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (task, value) = (task, parameters.value)
        return OperationCancelable({ try await task.solveClosestFacility(using: value) }) { result, error in
            completion(result.map { AGSClosestFacilityResult($0, value.travelDirection) }, error)
        }
    }
}

extension ClosestFacilityTask {
    /// The service that it asks; nil for a file.
    fileprivate var client: ServiceClient? { (backend as? ClosestFacilityService)?.client }
}
