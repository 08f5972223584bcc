public import AGSCompat
import CairnCallbacks
import CairnCore
public import Foundation
import Synchronization

/// Holds jobs, and keeps them over the end of the app.
///
/// ```swift
/// JobManager.shared.register(job: job)
/// job.start(statusHandler: { status in print(status) }) { result, error in show(result, error) }
/// // … and when the app is launched again:
/// JobManager.shared.resumeAllPausedJobs(statusHandler: { print($0) }) { result, error in show(result, error) }
/// ```
///
/// A job that is registered is kept until it is unregistered: in the user's defaults under the key that the toolkit has always used, whenever its status
/// changes, and as a record in a store of Cairn, at every checkpoint. A manager that is made restores what is kept under its id, paused.
///
/// What is kept there and cannot be read, as jobs of Esri's own, stays as it is: ``unreadableEntries`` says what and why.
public class JobManager: NSObject {
    /// The manager that apps share.
    public class var shared: JobManager { sharedManager }
    private static let sharedManager = JobManager(jobManagerID: "shared")

    /// Posted on the main queue, with the manager, after a manager was made that has ``unreadableEntries``.
    public static let didFindUnreadableEntries = Notification.Name("AGSToolkitCompat.JobManager.didFindUnreadableEntries")

    /// By what its jobs are kept.
    public let jobManagerID: String
    // What is in it is used from whatever thread its owners choose, as it always was.
    private let state = Mutex(State())
    private let places: JobPlaces
    private var index: JobIndex { places.index }
    private var store: Result<FileJobStore, any Error> { places.store }

    private struct State: Sendable {
        var jobs: [String: Carried<AGSJob>] = [:]
        var keepers: [UUID: JobKeeper] = [:]
        var unreadable: [String: any Error] = [:]
        /// What was written of jobs into the user's defaults last.
        var saved: [UUID: String] = [:]
    }

    /// A manager with the jobs that are kept by this id, all of them paused. There should be one of each id.
    public required init(jobManagerID: String) {
        self.jobManagerID = jobManagerID
        places = JobPlaces(of: jobManagerID)
        super.init()
        restore()
    }

    /// - Parameter folder: Where each manager has a folder with the records of its jobs.
    init(jobManagerID: String, defaults: UserDefaults, folder: URL) {
        self.jobManagerID = jobManagerID
        places = JobPlaces(of: jobManagerID, defaults: defaults, folder: folder)
        super.init()
        restore()
    }

    deinit {
        let (keepers, jobs) = (state.withLock(\.keepers), jobs)
        for (id, keeper) in keepers {
            for job in jobs where job.job.id == id { (job.job as? any ObservedJob)?.stopKeepingRecord(by: keeper) }
            keeper.end(removing: false)
        }
    }

    // MARK: - What it holds

    /// The jobs by their unique ids.
    public var keyedJobs: [String: AGSJob] { state.withLock(\.jobs).mapValues(\.value) }
    /// The jobs.
    public var jobs: [AGSJob] { Array(keyedJobs.values) }

    /// What is kept by this manager's id and is no job that is known here, by its unique id, with the reason. It stays where it is until
    /// ``unregister(jobUniqueID:)`` is called with that id. ``didFindUnreadableEntries`` tells that there is something.
    public var unreadableEntries: [String: any Error] { state.withLock(\.unreadable) }

    /// Why records could not be written last; nil if they were. The jobs are then kept in the user's defaults alone, as they were when their status
    /// last changed.
    public var storageError: (any Error)? {
        if case .failure(let error) = store { return error }
        return state.withLock(\.keepers).values.lazy.compactMap(\.trouble).first
    }

    /// Keeps a job from now on, until it is unregistered.
    ///
    /// - Returns: Its unique id.
    @discardableResult
    public func register(job: AGSJob) -> String {
        let first = job.job.id.uuidString
        let carried = Carried(job)
        let id = state.withLock { state in
            let id = state.jobs[first] == nil ? first : UUID().uuidString
            state.jobs[id] = carried
            return id
        }
        save(id, job, isNew: true)
        keep(job)?.recordChanged()
        return id
    }

    /// Forgets a job, which goes on if it runs.
    ///
    /// - Returns: Whether it was here.
    @discardableResult
    public func unregister(job: AGSJob) -> Bool {
        let ids = keyedJobs.filter { $0.value === job }.keys
        for id in ids { unregister(jobUniqueID: id) }
        return !ids.isEmpty
    }

    /// Forgets a job, which goes on if it runs; or removes one of the ``unreadableEntries``.
    ///
    /// - Returns: Whether it was here.
    @discardableResult
    public func unregister(jobUniqueID: String) -> Bool {
        let (job, trouble, isLast) = state.withLock { state -> (Carried<AGSJob>?, (any Error)?, Bool) in
            let job = state.jobs.removeValue(forKey: jobUniqueID)
            let isLast = !state.jobs.values.contains { $0.value === job?.value }
            return (job, state.unreadable.removeValue(forKey: jobUniqueID), isLast)
        }
        guard job != nil || trouble != nil else { return false }
        // What cannot be read may be a record of that name.
        let record = job.map { $0.value.job.id.uuidString } ?? UUID(uuidString: jobUniqueID).map { _ in jobUniqueID }
        let removing: Set<String> = isLast ? Set(record.map { [$0] } ?? []) : []
        index.update(JobIndex.Change(entries: [jobUniqueID: nil], removing: removing), waits: true)
        if let job {
            if isLast { forget(job.value) }
        } else if let record {
            finishRemoval(of: record)
        }
        return true
    }

    /// Forgets every job that has succeeded or failed.
    public func clearFinishedJobs() {
        for (id, job) in keyedJobs where job.status == .failed || job.status == .succeeded { unregister(jobUniqueID: id) }
    }

    // MARK: - Keeping

    /// - Parameter isNew: Whether the job comes, perhaps back: a removal of it that has begun counts no more.
    private func save(_ id: String, _ job: AGSJob, isNew: Bool = false) {
        let carried = Carried(job)
        // One that was forgotten while its dictionary was made is not kept again.
        var change = JobIndex.Change { [weak self] in self?.state.withLock { $0.jobs[id] }?.value === carried.value }
        if isNew { change.removed = [job.job.id.uuidString] }
        // One that cannot be kept is not, as it always was.
        if let json = try? job.toJSON() { change.entries[id] = Carried(newest(json, of: job)) }
        index.update(change, waits: isNew)
    }

    /// What is kept here alone, for the store is in trouble, is newer than the record there.
    private func newest(_ json: Any, of job: AGSJob) -> Any {
        let keeper = state.withLock { $0.keepers[job.job.id] }
        guard let keeper, keeper.trouble != nil, var members = json as? [String: Any] else { return json }
        members["revision"] = keeper.revision + 1
        return members
    }

    /// What comes between two statuses is in the store, unless that is in trouble.
    private func saveEntries(of job: UUID) {
        let (isWhole, entries) = (storageError == nil, keyedJobs.filter { $0.value.job.id == job })
        guard let shown = entries.values.first else { return }
        let text = "\(shown.status) \(shown.serverJobID)"
        let isNews = state.withLock { state in
            defer { state.saved[job] = text }
            return !isWhole || state.saved[job] != text
        }
        guard isNews else { return }
        for (id, job) in entries { save(id, job) }
    }

    /// - Returns: Who keeps its record from now on; nil if somebody does already, or nobody can.
    @discardableResult
    private func keep(_ job: AGSJob) -> JobKeeper? {
        guard let observed = job.job as? any ObservedJob else { return nil }
        let store = try? store.get()
        let id = observed.id
        let keeper = state.withLock { state -> JobKeeper? in
            guard state.keepers[id] == nil else { return nil }
            let record = { @Sendable [weak observed] in observed?.storedRecord }
            let keeper = JobKeeper(id, in: store, record) { [weak self] in self?.saveEntries(of: id) }
            state.keepers[id] = keeper
            return keeper
        }
        if let keeper { observed.keepRecord(by: keeper) }
        return keeper
    }

    private func forget(_ job: AGSJob) {
        let id = job.job.id
        let keeper = state.withLock { state in
            state.saved[id] = nil
            return state.keepers.removeValue(forKey: id)
        }
        guard let keeper else { return }
        (job.job as? any ObservedJob)?.stopKeepingRecord(by: keeper)
        keeper.end(removing: true) { [index] in index.update(JobIndex.Change(removed: [id.uuidString])) }
    }

    // MARK: - Restoring

    private func restore() {
        // First: what is removed meanwhile is then not taken for lost by the defaults.
        let removals = index.removals
        var stored = FileJobStore.records(in: places.directory)
        var restored: [UUID: AGSJob] = [:]
        for (id, entry) in index.entries {
            do { try take(entry, as: id, &stored, &restored) } catch { cannotRead(id, error) }
        }
        // What the defaults have lost, unless it was being removed.
        for (id, record) in stored where !removals.contains(id.uuidString) {
            do { hold(try job(of: try record.get()), as: id.uuidString) } catch { cannotRead(id.uuidString, error) }
        }
        let held = Set(jobs.map { $0.job.id.uuidString })
        index.update(JobIndex.Change(removed: removals.intersection(held)))
        for id in removals.subtracting(held) { finishRemoval(of: id) }
        for job in jobs { keep(job) }
        if !unreadableEntries.isEmpty { announceUnreadable() }
    }

    /// The record in the store is as new as the entry, and has checkpoints that this does not, unless the store was in trouble when that was written.
    private func take(
        _ entry: Any, as id: String, _ stored: inout [UUID: Result<JobRecord, any Error>], _ restored: inout [UUID: AGSJob]
    ) throws {
        var job = try job(of: entry)
        if let known = restored[job.job.id] {
            job = known
        } else if case .success(let record)? = stored.removeValue(forKey: job.job.id),
            record.revision >= ((entry as? [String: Any])?["revision"] as? NSNumber)?.intValue ?? 0
        {
            job = (try? self.job(of: record)) ?? job
        }
        restored[job.job.id] = job
        hold(job, as: id)
    }

    private func job(of record: JobRecord) throws -> AGSJob {
        try job(of: try JSONSerialization.jsonObject(with: record.json(relativeTo: .standard).data()))
    }

    private func cannotRead(_ id: String, _ error: any Error) {
        state.withLock { $0.unreadable[id] = error }
    }

    private func job(of json: Any) throws -> AGSJob {
        guard let job = try AGSJob.fromJSON(json) as? AGSJob else { throw CocoaError(.propertyListReadCorrupt) }
        return job
    }

    private func hold(_ job: AGSJob, as id: String) {
        let carried = Carried(job)
        let former = state.withLock { $0.jobs.updateValue(carried, forKey: id) }
        withExtendedLifetime(former) {}
    }

    private func finishRemoval(of id: String) {
        guard let job = UUID(uuidString: id), let store = try? store.get() else { return }
        let keeper = JobKeeper(job, in: store) {
            nil
        } onChange: {
        }
        keeper.end(removing: true) { [index] in index.update(JobIndex.Change(removed: [id])) }
    }

    private func announceUnreadable() {
        let carried = Carried(self)
        CallbackQueue.main.callLater {
            NotificationCenter.default.post(name: Self.didFindUnreadableEntries, object: carried.value)
        }
    }
}
