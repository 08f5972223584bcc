public import Foundation

extension JobManager {
    /// Starts a job, or lets it wait until fewer run.
    ///
    /// - Parameters:
    ///   - id: The job, which is held here.
    ///   - priority: Among those that wait, higher ones come first. It can be changed by asking again.
    /// - Throws: ``JobError/notFound(_:)``, ``JobError/alreadyFinished(_:)``.
    public func start(_ id: UUID, priority: Int = 0) throws(JobError) {
        guard let job = entries[id]?.job, entries[id]?.isLeaving == false else { throw .notFound(id) }
        guard !job.status.isFinished else { throw .alreadyFinished(job.status) }
        enqueue(id, priority)
        startWaiting()
    }

    func enqueue(_ id: UUID, _ priority: Int? = nil) {
        if let priority { entries[id]?.priority = priority }
        let pauses = entries[id]?.job.pauses ?? 0
        entries[id]?.pauses = pauses
        // The highest first. Not `-`, which traps for the least number there is.
        waiting.append(id, rank: ~(entries[id]?.priority ?? 0))
    }

    /// Starts, or resumes, every job that has not ended.
    public func startAll() {
        let ids = unfinished.compactMap { entries[$0] }.sorted { $0.ordinal < $1.ordinal }
        for entry in ids where !entry.job.status.isFinished && entry.job.status != .canceling {
            enqueue(entry.job.id)
        }
        startWaiting()
    }

    /// Goes on with a failed job from its last checkpoint, or lets it wait until fewer run.
    ///
    /// - Throws: ``JobError/notFound(_:)``; ``JobError/alreadyFinished(_:)`` if it has succeeded or was cancelled.
    public func retry(_ id: UUID, priority: Int = 0) throws(JobError) {
        guard let job = entries[id]?.job else { throw .notFound(id) }
        guard job.status == .failed else { return try start(id, priority: priority) }
        retrying.insert(id)
        enqueue(id, priority)
        startWaiting()
    }

    /// Pauses every job that runs here, and lets none that waits start.
    public func pauseAll() {
        waiting.withdrawAll()
        (blocked, retrying) = ([], [])
        for id in unfinished {
            guard let job = entries[id]?.job else { continue }
            // What waits, for another process or for a removal to fail, is not wanted any more.
            entries[id]?.pauses = nil
            if job.owner != nil { job.stopWaiting() } else if job.status == .started { job.pause() }
        }
    }

    /// Lets go of a job, which stays in the store for others, or for a later `restore()`.
    ///
    /// - Throws: ``JobError/notFound(_:)``; ``JobError/running(_:)`` if it runs here; what the store throws.
    public func forget(_ id: UUID) async throws {
        try await leave(id, saying: .forgotten(id)) { job in
            job.stopWaiting()
            try await job.releaseClaim()
        }
    }

    /// Removes a job that does not run, from here and from the store, with what is half-written, and with what it has a server do.
    ///
    /// - Throws: ``JobError/cancellationUnconfirmed(serverJobIDs:)`` if the job has been removed, and something may still run on a server;
    ///   ``JobError/notFound(_:)``; ``JobError/running(_:)`` if it runs; ``JobError/claimed(_:owner:)`` if another process has it; what
    ///   the store throws. The job is then still held.
    public func remove(_ id: UUID) async throws {
        var unconfirmed: JobError?
        try await leave(id, saying: .removed(id)) { job in
            do { try await job.removeFromStore() } catch let error as JobError {
                switch error {
                case .cancellationUnconfirmed: unconfirmed = error
                // Somebody else has removed it, or is about to.
                case .notFound: break
                default: throw error
                }
            }
        }
        if let unconfirmed { throw unconfirmed }
    }

    /// Lets a job go, unless it runs: not even if it was started by itself meanwhile.
    private func leave(
        _ id: UUID, saying event: JobEvent, _ body: (any JobProtocol) async throws -> Void
    ) async throws {
        guard let job = entries[id]?.job, entries[id]?.isLeaving == false else { throw JobError.notFound(id) }
        entries[id]?.isLeaving = true
        defer { stay(id) }
        try await body(job)
        guard job.isAtRest || !job.isBusy else { throw JobError.running(id) }
        forget(id, saying: event)
    }

    /// One that has not left takes up its place among those that wait.
    private func stay(_ id: UUID) {
        entries[id]?.isLeaving = false
        guard entries[id]?.isPostponed == true else { return }
        entries[id]?.isPostponed = false
        if isWanted(id) { enqueue(id) }
        startWaiting()
    }

    func changed(_ id: UUID, to status: JobStatus) async {
        guard let job = entries[id]?.job else { return }
        log.append(.statusChanged(id, status))
        if !job.isAtRest || job.holdsClaim { live.insert(id) }
        if job.status.isFinished, status.isFinished {
            if !retrying.contains(id) { blocked.remove(id) }
            keepEnded(job)
        } else {
            unfinished.insert(id)
            if job.owner == nil, job.status == .started {
                running.insert(id)
                // A run begins with how the one before has ended: only who has the job has begun, and others may have had it.
                if job.holdsClaim || configuration.store == nil { entries[id]?.isRetried = false }
            }
        }
        await waitForPlace(of: job)
        startWaiting()
        removeSoon()
    }

    /// The place is free when the body has stopped, not when it was asked to.
    private func waitForPlace(of job: any JobProtocol) async {
        while running.contains(job.id), job.isAtRest || job.owner != nil {
            if !job.isBusy { return freePlace(of: job) }
            try? await job.settle()
        }
    }

    /// Another process may have a job that shall run here: it needs no place, and is looked at with every heartbeat.
    func freePlace(of job: any JobProtocol) {
        // From here on it does not begin by itself, where nobody counts it.
        job.stopWaiting()
        if job.isBusy { return }
        running.remove(job.id)
        if job.status == .started || job.owner != nil || job.wasRefused, !job.status.isFinished, isWanted(job.id) {
            block(job)
        } else {
            entries[job.id]?.isRetried = false
        }
    }

    private func block(_ job: any JobProtocol) {
        job.stopWaiting()
        blocked.insert(job.id)
        if entries[job.id]?.isRetried == true { retrying.insert(job.id) }
    }

    func isWanted(_ id: UUID) -> Bool {
        guard let entry = entries[id] else { return false }
        return entry.pauses == entry.job.pauses
    }

    func startWaiting() {
        while running.count < maximumRunning, let id = waiting.popFirst() {
            guard let job = entries[id]?.job else { continue }
            if entries[id]?.isLeaving == true {
                entries[id]?.isPostponed = true
            } else if !isWanted(id) {
                continue
            } else if job.owner != nil {
                block(job)
            } else if begin(job) {
                running.insert(id)
                live.insert(id)
            }
        }
        keepPulse()
    }

    /// Whether the job has begun; it may have ended, or begun by itself, since it was asked to.
    private func begin(_ job: any JobProtocol) -> Bool {
        switch job.status {
        case .notStarted, .paused: return (try? job.start()) != nil
        case .failed:
            let isRetry = retrying.remove(job.id) != nil
            entries[job.id]?.isRetried = isRetry
            return isRetry && (try? job.retry()) != nil
        // Of another process that is not known yet.
        case .started: return !job.isBusy && (try? job.start()) != nil
        case .canceling, .succeeded, .canceled: return false
        }
    }
}

extension JobProtocol {
    /// Whether the job neither runs nor is being cancelled.
    var isAtRest: Bool { status != .started && status != .canceling }
}
