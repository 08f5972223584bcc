import AGSCompat
import CairnCallbacks
import CairnCore
import Foundation
import Synchronization

/// The jobs of a manager, as those that keep their records have them: they may be at it when the manager goes, and must not make it stay.
final class KeptJobs: Sendable {
    // What is in it is used from whatever thread its owners choose, as it always was.
    let state = Mutex(State())
    let places: JobPlaces

    init(_ places: JobPlaces) { self.places = places }

    /// The manager goes: what has changed is written, and from now on nothing else.
    func close() {
        let (keepers, jobs) = state.withLock { ($0.keepers, $0.jobs) }
        for keeper in keepers.values { keeper.willEnd() }
        for (id, job) in jobs {
            guard let keeper = keepers[job.value.job.id] else { continue }
            (job.value.job as? any ObservedJob)?.stopKeepingRecord(by: keeper)
            // The store may not take it.
            if keeper.trouble != nil || keeper.isBehind { save(id, job.value, isAhead: true) }
        }
        state.withLock { $0.isClosed = true }
        for keeper in keepers.values { keeper.end(removing: false) }
    }

    struct State: Sendable {
        /// Whether the manager has gone: entries are the next one's.
        var isClosed = false
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

    /// - Parameter isAhead: Whether it is newer than what the store has, though that may still take it.
    func save(_ id: String, _ job: AGSJob, isAhead: Bool = false) {
        // One that cannot be kept is not, as it always was.
        guard let json = try? job.toJSON() else { return }
        // One that was forgotten while its dictionary was made is not kept again.
        places.index.keep(newest(json, of: job, isAhead), as: id) { isHeld(job, as: id) }
    }

    /// What is kept here alone, for the store is in trouble, is newer than the record there.
    private func newest(_ json: Any, of job: AGSJob, _ isAhead: Bool) -> Any {
        let keeper = state.withLock { $0.keepers[job.job.id] }
        guard let keeper, isAhead || keeper.trouble != nil || !keeper.hasStore, var members = json as? [String: Any] else {
            return json
        }
        members["revision"] = keeper.goAhead()
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
            guard !state.isClosed, state.ids[job] != nil else { return false }
            defer { state.saved[job] = text }
            return !isWhole || state.saved[job] != text
        }
        guard isNews else { return }
        for (id, job) in entries { save(id, job.value) }
    }

    /// Who could keep a job's record; nil if nobody can.
    ///
    /// - Parameter revision: The newest that was found of the job.
    func makeKeeper(for job: AGSJob, revision: Int = 0) -> JobKeeper? {
        guard let observed = job.job as? any ObservedJob else { return nil }
        let id = observed.id
        let record = { @Sendable [weak observed] in observed?.storedRecord }
        return JobKeeper(id, in: try? places.store.get(), at: places.directory, revision: revision, record) { [weak self] in
            self?.saveEntries(of: id)
        }
    }

    /// The same, if nobody keeps it yet.
    static func enter(_ keeper: JobKeeper?, _ state: inout State) -> JobKeeper? {
        guard let keeper, state.keepers[keeper.id] == nil else { return nil }
        state.keepers[keeper.id] = keeper
        return keeper
    }

    func begin(_ keeper: JobKeeper, for job: AGSJob) {
        guard let observed = job.job as? any ObservedJob else { return }
        keeper.enter()
        observed.keepRecord(by: keeper)
        keeper.recordChanged()
        // The job may have been forgotten meanwhile: then it is kept by nobody, or another.
        if state.withLock({ $0.keepers[keeper.id] }) !== keeper { observed.stopKeepingRecord(by: keeper) }
    }

    func keep(_ job: AGSJob, revision: Int) {
        let fresh = makeKeeper(for: job, revision: revision)
        let keeper = state.withLock { state in Self.enter(fresh, &state) }
        keeper?.enter()
        if let keeper { (job.job as? any ObservedJob)?.keepRecord(by: keeper) }
    }

    private func isHeld(_ job: AGSJob, as id: String) -> Bool {
        state.withLock { $0.isClosed ? nil : $0.jobs[id] }?.value === job
    }
}
