import CairnCallbacks
import CairnCore
public import CairnTasks
public import Foundation

/// Brings an offline map up to date.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue. For a map that
/// was not taken offline all of them are given an error.
public final class AGSOfflineMapSyncTask: NSObject, AGSLoadable {
    /// The map; nil if the task was made of one of Cairn's.
    public let map: AGSMap?
    private let source: OfflineMapSyncSource
    private let loading = LegacyLoading()

    private init(_ source: OfflineMapSyncSource, _ map: AGSMap?) {
        (self.source, self.map) = (source, map)
    }

    /// A task of Cairn for old callers.
    public convenience init(_ task: OfflineMapSyncTask) {
        self.init(OfflineMapSyncSource(.success(task)), nil)
    }

    /// A map of a package.
    public convenience init(map: AGSMap) {
        self.init(OfflineMapSyncSource(Result { try OfflineMapSyncTask(map: map.map) }), map)
    }

    /// How the map can be brought up to date; nil until loaded.
    public var updateCapabilities: AGSOfflineMapUpdateCapabilities? {
        source.capabilities.map(AGSOfflineMapUpdateCapabilities.init)
    }

    // MARK: - Loading

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: source) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: source) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(source, for: self, retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { loading.load(source, for: self, retrying: true, completion) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(source) }

    // MARK: - Bringing it up to date

    /// Finds out what there is to bring the map up to date with.
    @discardableResult
    public func checkForUpdates(
        completion: @escaping (AGSOfflineMapUpdatesInfo?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let source = source
        return OperationCancelable({ try await source.task.get().checkForUpdates() }) { info, error in
            completion(info.map(AGSOfflineMapUpdatesInfo.init), error)
        }
    }

    /// Makes parameters for all that can be brought up to date.
    @discardableResult
    public func defaultOfflineMapSyncParameters(
        completion: @escaping (AGSOfflineMapSyncParameters?, (any Error)?) -> Void
    ) -> any AGSCancelable {
        let source = source
        return OperationCancelable({ try await source.task.get().makeDefaultOfflineMapSyncParameters() }) { value, error in
            completion(value.map(AGSOfflineMapSyncParameters.init), error)
        }
    }

    /// A job, not started, that brings the map up to date with the parameters as they are now.
    ///
    /// Edits that were asked for, and whose completions have not been called, go with this sync or with the one after it.
    public func offlineMapSyncJob(with parameters: AGSOfflineMapSyncParameters) -> AGSOfflineMapSyncJob {
        AGSOfflineMapSyncJob(
            RefusedWork.orJob(for: AGSOfflineMapSyncJob.self) {
                try source.task.get().makeSyncOfflineMapJob(parameters: parameters.value)
            })
    }
}
