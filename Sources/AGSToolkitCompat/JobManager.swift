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
    private let kept: KeptJobs
    private var places: JobPlaces { kept.places }
    private var index: JobIndex { places.index }

    /// A manager with the jobs that are kept by this id, all of them paused. There should be one of each id at a time, in one process:
    /// two would both run its jobs.
    ///
    /// The thread that makes it reads every job that is kept, some tenths of a millisecond each: a thousand take a part of a second. Where there are so
    /// many, make it elsewhere than on the main thread, which ``shared`` does where it is first asked for; and clear jobs that have ended.
    public required init(jobManagerID: String) {
        self.jobManagerID = jobManagerID
        kept = KeptJobs(JobPlaces(of: jobManagerID))
        super.init()
        restore()
    }

    /// - Parameter folder: Where each manager has a folder with the records of its jobs.
    init(jobManagerID: String, defaults: UserDefaults, folder: URL) {
        self.jobManagerID = jobManagerID
        kept = KeptJobs(JobPlaces(of: jobManagerID, defaults: defaults, folder: folder))
        super.init()
        restore()
    }

    deinit { kept.close() }

    // MARK: - What it holds

    /// The jobs by their unique ids.
    public var keyedJobs: [String: AGSJob] { kept.state.withLock(\.jobs).mapValues(\.value) }
    /// The jobs.
    public var jobs: [AGSJob] { Array(keyedJobs.values) }

    /// What is kept by this manager's id and is no job that is known here, by its unique id, with the reason. It stays where it is until
    /// ``unregister(jobUniqueID:)`` is called with that id. ``didFindUnreadableEntries`` tells that there is something.
    public var unreadableEntries: [String: any Error] { kept.state.withLock(\.unreadable) }

    /// Why records could not be written last; nil if they were. The jobs are then kept by their entries alone, as they were when their status last changed.
    public var storageError: (any Error)? {
        if case .failure(let error) = places.store { return error }
        return kept.state.withLock(\.keepers).values.lazy.compactMap(\.trouble).first
    }

    /// Keeps a job from now on, until it is unregistered. Of two objects of one job the first is kept, by both ids.
    ///
    /// - Returns: Its unique id.
    @discardableResult
    public func register(job: AGSJob) -> String {
        let first = job.job.id.uuidString
        let (carried, fresh) = (Carried(job), kept.makeKeeper(for: job))
        let (id, keeper) = kept.state.withLock { state in
            let id = state.jobs[first] == nil ? first : UUID().uuidString
            _ = state.hold(carried, as: id)
            return (id, KeptJobs.enter(fresh, &state))
        }
        kept.save(id, job)
        if let keeper { kept.begin(keeper, for: job) }
        return id
    }

    /// Forgets a job, which goes on if it runs.
    ///
    /// - Returns: Whether it was here.
    @discardableResult
    public func unregister(job: AGSJob) -> Bool {
        let ids = kept.state.withLock { state in
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
        let (known, trouble) = kept.state.withLock { state in
            let known = state.forget(jobUniqueID)
            // Here: whoever keeps the same job next comes after.
            known.keeper?.willEnd()
            return (known, state.unreadable.removeValue(forKey: jobUniqueID))
        }
        guard known.job != nil || trouble != nil else { return false }
        // What cannot be read may be a record of that name.
        let record =
            known.job.map { known.isLast ? $0.value.job.id.uuidString : nil } ?? UUID(uuidString: jobUniqueID)?.uuidString
        let forgotten = index.forget(jobUniqueID, removing: record) { kept.state.withLock { $0.jobs[jobUniqueID] == nil } }
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

    // MARK: - Restoring

    private func restore() {
        // In this order: what is removed, or written, meanwhile is then taken neither for lost nor for old.
        let (entries, forgotten) = index.contents
        let unwritten = JobKeeper.unwritten(at: places.directory)
        var stored = FileJobStore.records(in: places.directory)
        for (id, record) in unwritten { stored[id] = .success(record) }
        var (restored, revisions): ([UUID: AGSJob], [UUID: Int]) = ([:], [:])
        for (id, entry) in entries {
            do { try take(entry, as: id, &stored, &restored, &revisions) } catch { cannotRead(id, error) }
        }
        // What the entries have lost, unless it was being removed.
        let removals = Set(forgotten.compactMap(\.record))
        for (id, record) in stored where !removals.contains(id.uuidString) {
            do {
                let record = try record.get()
                hold(try job(of: record), as: id.uuidString)
                revisions[id] = record.revision
            } catch { cannotRead(id.uuidString, error) }
        }
        let held = Set(jobs.map { $0.job.id.uuidString })
        for known in forgotten {
            index.forgetAgain(known)
            finishRemoval(of: known, known.record.flatMap { held.contains($0) ? nil : $0 })
        }
        for job in jobs { kept.keep(job, revision: revisions[job.job.id] ?? 0) }
        if !unreadableEntries.isEmpty { announceUnreadable() }
    }

    /// The record in the store is as new as the entry, and has checkpoints that this does not, unless the store was in trouble when that was written.
    private func take(
        _ entry: Any, as id: String, _ stored: inout [UUID: Result<JobRecord, any Error>], _ restored: inout [UUID: AGSJob],
        _ revisions: inout [UUID: Int]
    ) throws {
        var job = try job(of: entry)
        if let known = restored[job.job.id] {
            job = known
        } else {
            let own = ((entry as? [String: Any])?["revision"] as? NSNumber)?.intValue ?? 0
            var newest = own
            if case .success(let record)? = stored.removeValue(forKey: job.job.id) {
                if record.revision >= own { job = (try? self.job(of: record)) ?? job }
                newest = max(own, record.revision)
            }
            revisions[job.job.id] = newest
        }
        restored[job.job.id] = job
        hold(job, as: id)
    }

    private func job(of record: JobRecord) throws -> AGSJob {
        try job(of: try JSONSerialization.jsonObject(with: record.json(relativeTo: .standard).data()))
    }

    private func job(of json: Any) throws -> AGSJob {
        guard let job = try AGSJob.fromJSON(json) as? AGSJob else { throw CocoaError(.propertyListReadCorrupt) }
        return job
    }

    private func cannotRead(_ id: String, _ error: any Error) {
        kept.state.withLock { $0.unreadable[id] = error }
    }

    private func hold(_ job: AGSJob, as id: String) {
        let carried = Carried(job)
        let former = kept.state.withLock { state in state.hold(carried, as: id) }
        withExtendedLifetime(former) {}
    }

    /// Removes what is left of an entry that was forgotten.
    private func finishRemoval(of forgotten: JobIndex.Forgotten, _ record: String?) {
        guard let record, let job = UUID(uuidString: record), let store = try? places.store.get() else {
            return index.removed(forgotten)
        }
        let keeper = JobKeeper(job, in: store, at: places.directory) {
            nil
        } onChange: {
        }
        keeper.end(removing: true) { [index] in index.removed(forgotten) }
    }
}
