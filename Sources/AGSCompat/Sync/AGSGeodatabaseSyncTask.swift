import CairnCallbacks
import CairnCore
import CairnGeo
public import CairnTasks
public import Foundation

/// Makes geodatabases of a feature service, and brings them in step with it.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
public final class AGSGeodatabaseSyncTask: AGSLoadableRemoteResourceBase {
    /// The task that this one drives.
    public let task: GeodatabaseSyncTask

    /// A task of Cairn for old callers.
    public init(_ task: GeodatabaseSyncTask) {
        self.task = task
        super.init(driving: task, at: task.client.url, HeldCredential(task.client))
    }

    /// A feature service by its address, such as `…/FeatureServer`.
    public convenience init(url: URL) {
        self.init(GeodatabaseSyncTask(url: url, transport: ConfiguredTransport()))
    }

    /// What the service says of itself; nil until loaded.
    public var featureServiceInfo: AGSArcGISFeatureServiceInfo? { task.info.map(AGSArcGISFeatureServiceInfo.init) }

    // MARK: - Making geodatabases

    /// Makes parameters for all layers and tables of the service, as far as they lie in an extent; with ``AGSSyncModel/layer`` where the service
    /// offers that.
    @discardableResult
    public func defaultGenerateGeodatabaseParameters(
        withExtent extent: AGSGeometry, completion: @escaping (AGSGenerateGeodatabaseParameters?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (task, extent) = (task, extent.value)
        return OperationCancelable({ try await task.makeDefaultGenerateGeodatabaseParameters(extent: extent) }) {
            parameters, error in
            completion(parameters.map(AGSGenerateGeodatabaseParameters.init), error)
        }
    }

    /// A job, not started, that makes a geodatabase with the parameters as they are now. One that cannot be done fails when it is started.
    ///
    /// - Parameters:
    ///   - parameters: What of the service.
    ///   - downloadFileURL: Where the geodatabase goes, a GeoPackage whatever it is called; a file that is there is replaced at the end.
    public func generateJob(
        with parameters: AGSGenerateGeodatabaseParameters, downloadFileURL: URL
    ) -> AGSGenerateGeodatabaseJob {
        AGSGenerateGeodatabaseJob(
            RefusedWork.orJob(for: AGSGenerateGeodatabaseJob.self) {
                try task.makeGenerateGeodatabaseJob(parameters: parameters.value(), downloadFileURL: downloadFileURL)
            })
    }

    // MARK: - Bringing them in step

    /// Makes parameters that bring all of a geodatabase in step: both ways, or only here if the service takes no edits.
    @discardableResult
    public func defaultSyncGeodatabaseParameters(
        with geodatabase: AGSGeodatabase, completion: @escaping (AGSSyncGeodatabaseParameters?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        makeDefaults(geodatabase, nil, completion)
    }

    /// Makes parameters that bring all of a geodatabase in step. A direction in which edits are sent fails if the service takes none.
    @discardableResult
    public func defaultSyncGeodatabaseParameters(
        with geodatabase: AGSGeodatabase, syncDirection: AGSSyncDirection,
        completion: @escaping (AGSSyncGeodatabaseParameters?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        makeDefaults(geodatabase, syncDirection.value, completion)
    }

    /// - Parameter direction: Nil for what the service takes.
    private func makeDefaults(
        _ geodatabase: AGSGeodatabase, _ direction: SyncDirection?,
        _ completion: @escaping (AGSSyncGeodatabaseParameters?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let (task, geodatabase) = (task, geodatabase.geodatabase)
        return OperationCancelable({
            try await task.makeDefaultSyncGeodatabaseParameters(geodatabase: geodatabase, syncDirection: direction)
        }) { parameters, error in
            completion(parameters.map(AGSSyncGeodatabaseParameters.init), error)
        }
    }

    /// A job, not started, that brings a geodatabase in step, with the parameters as they are now. One that cannot be done fails when it is started.
    ///
    /// Edits that were asked for, and whose completions have not been called, go with this sync or with the one after it.
    public func syncJob(with parameters: AGSSyncGeodatabaseParameters, geodatabase: AGSGeodatabase) -> AGSSyncGeodatabaseJob {
        AGSSyncGeodatabaseJob(
            RefusedWork.orJob(for: AGSSyncGeodatabaseJob.self) {
                try task.makeSyncGeodatabaseJob(parameters: parameters.value, geodatabase: geodatabase.geodatabase)
            })
    }

    /// The same for all of a geodatabase.
    public func syncJob(
        with syncDirection: AGSSyncDirection, rollbackOnFailure: Bool, geodatabase: AGSGeodatabase
    ) -> AGSSyncGeodatabaseJob {
        let parameters = AGSSyncGeodatabaseParameters()
        (parameters.geodatabaseSyncDirection, parameters.rollbackOnFailure) = (syncDirection, rollbackOnFailure)
        return syncJob(with: parameters, geodatabase: geodatabase)
    }
}
