import CairnTasks
public import Foundation

extension AGSGeodatabaseSyncTask {
    /// Makes the service know a copy of a geodatabase file as a copy of its own; to be called before either is edited.
    @discardableResult
    public func registerSyncEnabledGeodatabase(
        _ geodatabase: AGSGeodatabase, completion: (((any Error)?) -> Void)? = nil
    ) -> any AGSCancelable {
        let (task, geodatabase) = (task, geodatabase.geodatabase)
        return OperationCancelable({ try await task.registerGeodatabase(geodatabase) }) { (_: Void?, error) in completion?(error)
        }
    }

    /// Makes the service forget a geodatabase, which then is a file like others.
    @discardableResult
    public func unregisterGeodatabase(
        _ geodatabase: AGSGeodatabase, completion: (((any Error)?) -> Void)? = nil
    ) -> any AGSCancelable {
        let (task, geodatabase) = (task, geodatabase.geodatabase)
        return OperationCancelable({ try await task.unregisterGeodatabase(geodatabase) }) { (_: Void?, error) in
            completion?(error)
        }
    }

    /// Makes the service forget a geodatabase whose file is lost.
    ///
    /// - Parameters:
    ///   - syncID: Its ``AGSGeodatabase/syncID``.
    ///   - completion: Called once, with what went wrong, if anything did.
    @discardableResult
    public func unregisterGeodatabase(
        withSyncID syncID: UUID, completion: (((any Error)?) -> Void)? = nil
    ) -> any AGSCancelable {
        let task = task
        return OperationCancelable({ try await task.unregisterGeodatabase(syncID: syncID.uuidString) }) { (_: Void?, error) in
            completion?(error)
        }
    }

    // MARK: - Deltas

    /// Writes the local edits of a geodatabase into a file; whether there were any.
    @discardableResult
    public static func exportDelta(
        with geodatabase: AGSGeodatabase, outputFileURL: URL, completion: @escaping (Bool, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let geodatabase = geodatabase.geodatabase
        return OperationCancelable({ try await GeodatabaseSyncTask.exportDelta(of: geodatabase, to: outputFileURL) }) {
            any, error in
            completion(any ?? false, error)
        }
    }

    /// Takes over a file of edits that comes from the service; what it has come to for each layer.
    @discardableResult
    public static func importDelta(
        with geodatabase: AGSGeodatabase, deltaPath: URL, completion: @escaping ([AGSSyncLayerResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let geodatabase = geodatabase.geodatabase
        return OperationCancelable({ try await GeodatabaseSyncTask.importDelta(deltaPath, into: geodatabase) }) {
            results, error in
            completion(results?.map(AGSSyncLayerResult.init), error)
        }
    }

    /// The same, as it was called before.
    @discardableResult
    public func importDelta(
        with geodatabase: AGSGeodatabase, inputPath: URL, completion: @escaping ([AGSSyncLayerResult]?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        Self.importDelta(with: geodatabase, deltaPath: inputPath, completion: completion)
    }
}
