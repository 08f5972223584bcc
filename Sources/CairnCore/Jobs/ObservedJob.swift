/// What shows a job in a form of its own, and is told of each change of status and progress.
package protocol JobObserver: AnyObject, Sendable {
    /// Something has changed. Called on whichever thread has changed it, without a lock.
    func changed(_ job: some JobProtocol)
}

/// A job that keeps an observer, and tells it of its changes.
package protocol ObservedJob: JobProtocol {
    /// The observer, made when it is first asked for; always the same object.
    func observer<Observer: JobObserver>(_ make: () -> Observer) -> Observer
    /// Has the record kept by somebody, too, from now on.
    func keepRecord(by keeper: any RecordKeeper)
    /// Has it kept by him no more.
    func stopKeepingRecord(by keeper: any RecordKeeper)
    /// The newest run from where it stands, and what was told last of it when that was asked: with a store it may be behind the job's status.
    var presentRun: (run: JobRun, told: JobStatus) { get }
    /// Cancels the job, but not one that has failed, be it in this moment: what it has made is kept for a retry.
    ///
    /// - Returns: Whether it is cancelled, or will be: not if it has ended otherwise, or goes through with what it has begun to put in its place.
    @discardableResult
    func cancelUnlessFailed() -> Bool
    /// Asks the server now if the job is waiting to ask it; nil if it is not.
    func beginCheck() -> StatusCheck?
}

extension Job: ObservedJob {
    package nonisolated func keepRecord(by keeper: any RecordKeeper) {
        state.change { state, _ in state.recordKeepers.append(keeper) }
    }

    package nonisolated func stopKeepingRecord(by keeper: any RecordKeeper) {
        // He who calls has him.
        state.change { state, _ in state.recordKeepers.removeAll { $0 === keeper } }
    }

    package nonisolated var presentRun: (run: JobRun, told: JobStatus) {
        let (streams, status) = state.read { ($0.streams, $0.status) }
        // In this order: what is told between the two is then a change.
        let told = streams.statuses.newest ?? status
        return (JobRun(number: streams.number, statuses: streams.statuses.entriesFromNewest), told)
    }

    @discardableResult
    package nonisolated func cancelUnlessFailed() -> Bool {
        state.change { state, wakes in
            if state.status != .failed { cancel(&state, &wakes) }
            // Of one that another process has, that one is asked.
            let isAskedFor = state.isToBeCanceled || state.pursuit?.command == .cancel
            return [.canceling, .canceled].contains(state.status) || isAskedFor && !state.status.isFinished
        }
    }

    package nonisolated func observer<Observer: JobObserver>(_ make: () -> Observer) -> Observer {
        let fresh = make()
        return state.change { state, _ in
            if let known = state.observer as? Observer { return known }
            state.observer = fresh
            state.showChange = { [weak self] in self.map(fresh.changed) }
            return fresh
        }
    }
}

extension JobProtocol {
    /// Cancels the job if it has not ended; of one that keeps an observer without a moment between the two.
    ///
    /// - Returns: Whether it is cancelled, or will be: not if it has ended otherwise, or goes through with what it has begun to put in its place.
    @discardableResult
    package func cancelUnlessFailed() -> Bool {
        if let observed = self as? any ObservedJob { return observed.cancelUnlessFailed() }
        if !status.isFinished { cancel() }
        return status == .canceling || status == .canceled
    }
}
