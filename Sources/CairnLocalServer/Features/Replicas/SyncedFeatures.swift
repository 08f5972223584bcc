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
        /// What is under way, by its job.
        var tasks: [String: Task<Void, Never>] = [:]
    }

    init(_ service: String, _ loaded: @escaping @Sendable () async throws -> Geodatabase) {
        (self.service, self.loaded) = (service, loaded)
    }

    deinit {
        for task in state.withLock(\.tasks.values) { task.cancel() }
    }

    // MARK: - Tracking

    /// The geodatabase, all of whose tables that can be kept in step are tracked.
    func tracked() async throws -> Geodatabase {
        let geodatabase = try await loaded()
        let known = state.withLock { $0.geodatabase === geodatabase ? $0.stamp : "" }
        if try await geodatabase.ask({ try $0.tableStamp() }) == known { return geodatabase }
        let stamp = try await geodatabase.edit { package in
            try package.transaction {
                let log = GenerationLog(package)
                for table in try package.tables() { try log.start(table) }
                try ReplicaStore.makeTables(in: package)
            }
            return try package.tableStamp()
        }
        try await geodatabase.refreshTables()
        state.withLock { ($0.stamp, $0.geodatabase) = (stamp, geodatabase) }
        return geodatabase
    }

    // MARK: - Files

    /// Where the file of an answer is.
    func file(_ id: String) throws -> URL {
        if let folder = state.withLock(\.folder) { return folder.file(id) }
        let new = try ReplicaFolder()
        let folder = state.withLock { state in
            state.folder = state.folder ?? new
            return state.folder ?? new
        }
        return folder.file(id)
    }

    // MARK: - Tasks

    /// Whether a job is under way here.
    func isUnderWay(_ job: String) -> Bool { state.withLock { $0.tasks[job] != nil } }

    /// Does a job, unless that is being done.
    func begin(_ job: String, _ body: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            if state.tasks[job] != nil { return }
            state.tasks[job] = Task { [weak self] in
                await body()
                self?.end(job)
            }
        }
    }

    private func end(_ job: String) {
        let task = state.withLock { $0.tasks.removeValue(forKey: job) }
        withExtendedLifetime(task) {}
    }

    /// Waits until a job that is under way has ended.
    func wait(for job: String) async {
        await state.withLock { $0.tasks[job] }?.value
    }
}
