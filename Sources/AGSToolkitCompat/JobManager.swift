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
/// A job that is registered is kept until it is unregistered: in a file, and soon in the user's defaults under the key that the toolkit has always used,
/// whenever its status changes, and as a record in a store of Cairn, at every checkpoint. A manager that is made restores what is kept under its id, paused.
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
        private(set) var jobs: [String: Carried<AGSJob>] = [:]
        /// By what ids each is known here.
        private(set) var ids: [UUID: Set<String>] = [:]
        /// Of each that is known here.
        var keepers: [UUID: JobKeeper] = [:]
        var unreadable: [String: any Error] = [:]
        /// What was written of jobs into their entries last.
        var saved: [UUID: String] = [:]

        /// What was held by the id, if it was another.
        mutating func hold(_ job: Carried<AGSJob>, as id: String) -> Carried<AGSJob>? {
            let former = forget(id).job
            jobs[id] = job
            ids[job.value.job.id, default: []].insert(id)
            return former
        }

        /// The job is not known by an id any more. With the last of them it is not kept any more, either.
        mutating func forget(_ id: String) -> (job: Carried<AGSJob>?, keeper: JobKeeper?, isLast: Bool) {
            guard let job = jobs.removeValue(forKey: id) else { return (nil, nil, false) }
            let own = job.value.job.id
            ids[own]?.remove(id)
            guard ids[own]?.isEmpty != false else { return (job, nil, false) }
            (ids[own], saved[own]) = (nil, nil)
            return (job, keepers.removeValue(forKey: own), true)
        }
    }

    /// A manager with the jobs that are kept by this id, all of them paused. There should be one of each id at a time, in one process:
    /// two would both run its jobs.
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
        let keepers = state.withLock(\.keepers)
        for (id, job) in keyedJobs {
            guard let keeper = keepers[job.job.id] else { continue }
            (job.job as? any ObservedJob)?.stopKeepingRecord(by: keeper)
            // The store may still not take it.
            if keeper.trouble != nil { save(id, job) }
        }
        for keeper in keepers.values { keeper.end(removing: false) }
    }

    // MARK: - What it holds

    /// The jobs by their unique ids.
    public var keyedJobs: [String: AGSJob] { state.withLock(\.jobs).mapValues(\.value) }
    /// The jobs.
    public var jobs: [AGSJob] { Array(keyedJobs.values) }

    /// What is kept by this manager's id and is no job that is known here, by its unique id, with the reason. It stays where it is until
    /// ``unregister(jobUniqueID:)`` is called with that id. ``didFindUnreadableEntries`` tells that there is something.
    public var unreadableEntries: [String: any Error] { state.withLock(\.unreadable) }

    /// Why records could not be written last; nil if they were. The jobs are then kept by their entries alone, as they were when their status last changed.
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
        let (carried, fresh) = (Carried(job), makeKeeper(for: job))
        let (id, keeper) = state.withLock { state in
            let id = state.jobs[first] == nil ? first : UUID().uuidString
            _ = state.hold(carried, as: id)
            return (id, Self.enter(fresh, &state))
        }
        save(id, job)
        if let keeper { begin(keeper, for: job) }
        return id
    }

    /// Forgets a job, which goes on if it runs.
    ///
    /// - Returns: Whether it was here.
    @discardableResult
    public func unregister(job: AGSJob) -> Bool {
        let ids = state.withLock { state in
            (state.ids[job.job.id] ?? []).filter { state.jobs[$0]?.value === job }
        }
        for id in ids { unregister(jobUniqueID: id) }
        return !ids.isEmpty
    }

    /// Forgets a job, which goes on if it runs; or removes one of the ``unreadableEntries``.
    ///
    /// - Returns: Whether it was here.
    @discardableResult
    public func unregister(jobUniqueID: String) -> Bool {
        let (known, trouble) = state.withLock { state in
            let known = state.forget(jobUniqueID)
            // Here: whoever keeps the same job next comes after.
            known.keeper?.willEnd()
            return (known, state.unreadable.removeValue(forKey: jobUniqueID))
        }
        guard known.job != nil || trouble != nil else { return false }
        // What cannot be read may be a record of that name.
        let record =
            known.job.map { known.isLast ? $0.value.job.id.uuidString : nil } ?? UUID(uuidString: jobUniqueID)?.uuidString
        let forgotten = index.forget(jobUniqueID, removing: record) { state.withLock { $0.jobs[jobUniqueID] == nil } }
        if let keeper = known.keeper, let job = known.job {
            (job.value.job as? any ObservedJob)?.stopKeepingRecord(by: keeper)
            keeper.end(removing: true) { [index] in index.removed(forgotten) }
        } else {
            finishRemoval(of: forgotten, record)
        }
        return true
    }

    /// Forgets every job that has succeeded or failed.
    public func clearFinishedJobs() {
        for (id, job) in keyedJobs where job.status == .failed || job.status == .succeeded { unregister(jobUniqueID: id) }
    }

    // MARK: - Keeping

    private func save(_ id: String, _ job: AGSJob) {
        // One that cannot be kept is not, as it always was.
        guard let json = try? job.toJSON() else { return }
        // One that was forgotten while its dictionary was made is not kept again.
        index.keep(newest(json, of: job), as: id) { state.withLock { $0.jobs[id] }?.value === job }
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
        let (keeper, entries) = state.withLock { state in
            (state.keepers[job], (state.ids[job] ?? []).compactMap { id in state.jobs[id].map { (id, $0) } })
        }
        guard let keeper, let shown = entries.first?.1.value else { return }
        // The status that is written: old callers see that it has succeeded when its result is there, of which nobody is told here.
        let (isWhole, text) = (keeper.hasStore && keeper.trouble == nil, "\(shown.job.status) \(shown.serverJobID)")
        let isNews = state.withLock { state in
            guard state.ids[job] != nil else { return false }
            defer { state.saved[job] = text }
            return !isWhole || state.saved[job] != text
        }
        guard isNews else { return }
        for (id, job) in entries { save(id, job.value) }
    }

    /// Who could keep a job's record; nil if nobody can.
    private func makeKeeper(for job: AGSJob) -> JobKeeper? {
        guard let observed = job.job as? any ObservedJob else { return nil }
        let id = observed.id
        let record = { @Sendable [weak observed] in observed?.storedRecord }
        return JobKeeper(id, in: try? store.get(), at: places.directory, record) { [weak self] in self?.saveEntries(of: id) }
    }

    /// The same, if nobody keeps it yet.
    private static func enter(_ keeper: JobKeeper?, _ state: inout State) -> JobKeeper? {
        guard let keeper, state.keepers[keeper.id] == nil else { return nil }
        state.keepers[keeper.id] = keeper
        return keeper
    }

    private func begin(_ keeper: JobKeeper, for job: AGSJob) {
        guard let observed = job.job as? any ObservedJob else { return }
        keeper.enter()
        observed.keepRecord(by: keeper)
        keeper.recordChanged()
        // The job may have been forgotten meanwhile: then it is kept by nobody, or another.
        if state.withLock({ $0.keepers[keeper.id] }) !== keeper { observed.stopKeepingRecord(by: keeper) }
    }

    // MARK: - Restoring

    private func restore() {
        // In this order: what is removed, or written, meanwhile is then taken neither for lost nor for old.
        let (entries, forgotten) = index.contents
        let unwritten = JobKeeper.unwritten(at: places.directory)
        var stored = FileJobStore.records(in: places.directory)
        for (id, record) in unwritten { stored[id] = .success(record) }
        var restored: [UUID: AGSJob] = [:]
        for (id, entry) in entries {
            do { try take(entry, as: id, &stored, &restored) } catch { cannotRead(id, error) }
        }
        // What the entries have lost, unless it was being removed.
        let removals = Set(forgotten.compactMap(\.record))
        for (id, record) in stored where !removals.contains(id.uuidString) {
            do { hold(try job(of: try record.get()), as: id.uuidString) } catch { cannotRead(id.uuidString, error) }
        }
        let held = Set(jobs.map { $0.job.id.uuidString })
        for known in forgotten {
            index.forgetAgain(known)
            finishRemoval(of: known, known.record.flatMap { held.contains($0) ? nil : $0 })
        }
        for job in jobs { keep(job) }
        if !unreadableEntries.isEmpty { announceUnreadable() }
    }

    private func keep(_ job: AGSJob) {
        let fresh = makeKeeper(for: job)
        let keeper = state.withLock { state in Self.enter(fresh, &state) }
        keeper?.enter()
        if let keeper { (job.job as? any ObservedJob)?.keepRecord(by: keeper) }
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

    private func cannotRead(_ id: String, _ error: any Error) {
        state.withLock { $0.unreadable[id] = error }
    }

    private func hold(_ job: AGSJob, as id: String) {
        let carried = Carried(job)
        let former = state.withLock { state in state.hold(carried, as: id) }
        withExtendedLifetime(former) {}
    }

    /// Removes what is left of an entry that was forgotten.
    private func finishRemoval(of forgotten: JobIndex.Forgotten, _ record: String?) {
        guard let record, let job = UUID(uuidString: record), let store = try? store.get() else {
            return index.removed(forgotten)
        }
        let keeper = JobKeeper(job, in: store, at: places.directory) {
            nil
        } onChange: {
        }
        keeper.end(removing: true) { [index] in index.removed(forgotten) }
    }
}
