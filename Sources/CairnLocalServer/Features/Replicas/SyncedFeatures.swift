import CairnCore
import CairnGeo
import Foundation
import Synchronization

/// The replicas of a service, what is being done for them, and the files that clients fetch.
final class SyncedFeatures: Sendable {
    let service: String
    private let loaded: @Sendable () async throws -> Geodatabase
    private let state = Mutex(State())

    private struct State {
        /// What the tables were known by when their changes were last looked after, and of which file.
        var (stamp, geodatabase): (String, Geodatabase?) = ("", nil)
        var folder: ReplicaFolder?
        var uploads: UploadStore?
        /// What is under way, by its job.
        var tasks: [String: Task<Void, Never>] = [:]
        /// The replicas that send edits, by the jobs that carry these out.
        var senders: [String: String] = [:]
    }

    init(_ service: String, _ loaded: @escaping @Sendable () async throws -> Geodatabase) {
        (self.service, self.loaded) = (service, loaded)
    }

    deinit {
        for task in state.withLock(\.tasks.values) { task.cancel() }
    }

    // MARK: - Tracking

    /// The geodatabase, all of whose tables that can be kept in step are tracked.
    ///
    /// - Parameter numbers: Is told the ids of the layers, which are kept in the file: a server that is begun again has the same.
    func tracked(_ numbers: LayerNumbers) async throws -> Geodatabase {
        let geodatabase = try await loaded()
        let known = state.withLock { $0.geodatabase === geodatabase ? $0.stamp : "" }
        if try await geodatabase.ask({ try $0.tableStamp() }) == known { return geodatabase }
        let (stamp, ids) = try await geodatabase.edit { package in
            let ids = try package.transaction {
                let (log, tables) = (GenerationLog(package), try package.tables())
                for table in tables { try log.start(table) }
                try ReplicaStore.makeTables(in: package)
                return try ReplicaStore(service, package).layerIDs(of: tables.map(\.name))
            }
            return (try package.tableStamp(), ids)
        }
        try await geodatabase.refreshTables()
        numbers.keep(ids)
        // Let go of outside of the lock: closing one whose file was replaced is SQLite's.
        let replaced = state.withLock { state in
            defer { (state.stamp, state.geodatabase) = (stamp, geodatabase) }
            return state.geodatabase
        }
        withExtendedLifetime(replaced) {}
        return geodatabase
    }

    // MARK: - Files

    /// Where the file of an answer is.
    func file(_ id: String) throws -> URL {
        if let folder = state.withLock(\.folder) {
            folder.removeOldFiles(now: Date())
            return folder.file(id)
        }
        let new = try ReplicaFolder()
        let folder = state.withLock { state in
            state.folder = state.folder ?? new
            return state.folder ?? new
        }
        return folder.file(id)
    }

    /// The files that clients have uploaded: beside the file, so that a server that is begun again has them.
    func uploads(for geodatabase: Geodatabase) -> UploadStore {
        state.withLock { state in
            let store = state.uploads ?? UploadStore(URL(filePath: geodatabase.url.path + ".uploads"))
            state.uploads = store
            return store
        }
    }

    // MARK: - Tasks

    /// Whether a job is under way here.
    func isUnderWay(_ job: String) -> Bool { state.withLock { $0.tasks[job] != nil } }

    /// Does a job, unless that is being done.
    ///
    /// - Parameter sender: The replica whose edits it carries out; nil without any.
    func begin(_ job: String, ofSender sender: String?, _ body: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            if state.tasks[job] != nil { return }
            state.senders[job] = sender
            state.tasks[job] = Task { [weak self] in
                await body()
                self?.end(job)
            }
        }
    }

    private func end(_ job: String) {
        let task = state.withLock { state in
            state.senders[job] = nil
            return state.tasks.removeValue(forKey: job)
        }
        withExtendedLifetime(task) {}
    }

    /// Waits until a job that is under way has ended.
    func wait(for job: String) async {
        await state.withLock { $0.tasks[job] }?.value
    }

    /// Waits until the edits of a replica that are being carried out are.
    func waitForEdits(of replica: String) async {
        let tasks = state.withLock { state in state.senders.filter { $0.value == replica }.compactMap { state.tasks[$0.key] } }
        for task in tasks { await task.value }
    }

    /// Waits until a job that is under way has ended, or so long.
    func wait(for job: String, atMost limit: Duration) async {
        guard let task = state.withLock({ $0.tasks[job] }) else { return }
        _ = await within(limit, on: ElapsedTime(ContinuousClock())) { await task.value }
    }
}
