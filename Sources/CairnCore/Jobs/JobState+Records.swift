extension JobState {
    /// As a record says: paused, or as the job had ended.
    init(restoring record: JobRecord, _ node: JobNode, tenure: JobTenure) {
        self.init(
            record.status.isFinished ? record.status : .paused, node, tenure: tenure, progress: record.progress,
            messages: record.messages)
        ledger.storedMessages = record.messages.count
        var wakes = Wakes()
        adopt(record, node, &wakes)
        if status.isFinished { conclude(&wakes) }
        wakes.perform()
    }

    /// The status that a record gets: a job that was being cancelled still is, until it is started again and goes on with it.
    var recordedStatus: JobStatus { wasCanceling && isAtRest && !isDone ? .canceling : status }

    /// Takes over what a record says, but for its status.
    mutating func adopt(_ record: JobRecord, _ node: JobNode, _ wakes: inout Wakes) {
        self.node = node
        outages = OutageClocks(taking: &self.node)
        failure = record.failure
        ended = record.ended
        unconfirmed = record.unconfirmedServerJobIDs
        wasCanceling = record.status == .canceling
        (ledger.revision, ledger.hasStrayed) = (record.revision, false)
        adoptMessages(of: record, &wakes)
        raiseProgress(to: record.progress, &wakes)
    }

    mutating func adoptMessages(of record: JobRecord, _ wakes: inout Wakes) {
        for message in record.messages.dropFirst(ledger.storedMessages) { streams.messages.append(message, &wakes) }
        ledger.storedMessages = max(ledger.storedMessages, record.messages.count)
    }

    /// Shows a status that is the record's, or that no record will be made of.
    mutating func show(_ status: JobStatus, _ wakes: inout Wakes) {
        // An end that was told although it was not saved may be another than the record's.
        if status.isFinished, status != self.status { forgetOutcome(keeping: failure, &wakes) }
        self.status = status
        if let showChange { wakes.call(showChange) }
        if streams.statuses.elements.last != status { streams.statuses.append(status, &wakes) }
        if status.isFinished { conclude(&wakes) }
    }

    /// Tells who watches what has become of the job, up to that version; at its end everybody who waits for it, too.
    ///
    /// - Parameter isForced: Whether the end is told although the store does not have all of the job.
    mutating func announce(upTo version: Int, isForced: Bool = false, _ wakes: inout Wakes) {
        while let first = ledger.unannounced.first, first.version <= version {
            // Messages that came after it, too, are saved before the end is told.
            if first.status.isFinished, ledger.unannounced.count == 1, !ledger.isDurable, !isForced { return }
            if streams.statuses.elements.last != first.status { streams.statuses.append(first.status, &wakes) }
            ledger.unannounced.removeFirst()
        }
        if status.isFinished, ledger.unannounced.isEmpty { conclude(&wakes) }
    }

    /// The end has been told: nobody watches or waits any more.
    private mutating func conclude(_ wakes: inout Wakes) {
        switch status {
        case .failed where outcome == nil: setOutcome(.failure(failure ?? JobFailure.unknown), &wakes)
        case .canceled where outcome == nil: setOutcome(.failure(CancellationError()), &wakes)
        // What succeeded elsewhere has its output rebuilt when somebody asks for it.
        default: break
        }
        if isDone { endRuns(&wakes) }
        if isOver { return }
        isOver = true
        streams.finish(&wakes)
        for waiter in waiters.values { wakes.resume(waiter.waiter) }
        waiters = [:]
        ledger.stopTimers(&wakes)
        if status != .failed { forgetChildren(&wakes) }
    }

    /// Lets go of whatever was decided here and not saved: somebody else's record counts. Who waits for it to be saved is told.
    mutating func forgetUnsaved(_ wakes: inout Wakes, _ error: JobError) {
        for flusher in ledger.takeFlushers(upTo: .max) { wakes.resume(flusher, with: .failure(error)) }
        ledger.saved = ledger.version
        ledger.unannounced = []
        ledger.unsavedMessages = []
        ledger.stopTimers(&wakes)
    }

    /// An end that has not been told does not count.
    mutating func forgetEnd(_ wakes: inout Wakes) {
        forgetOutcome(&wakes)
        ended = nil
        if status.isFinished, let told = streams.statuses.elements.last { status = told }
    }

    /// There is no record any more, and none will be made.
    mutating func forgetStore(_ error: JobError, _ wakes: inout Wakes) {
        for waiter in ledger.takeRemovers() + ledger.takeReleasers() { wakes.resume(waiter) }
        ledger.dismissAll(error, &wakes)
        (isRemoved, pursuit) = (true, nil)
        ledger.tenure = .unstored
        ledger.submitted = []
        wakes.cancel(pacer)
        pacer = nil
        letPetitionersGo(&wakes)
        endRuns(&wakes)
    }

    /// There will be no more runs.
    private mutating func endRuns(_ wakes: inout Wakes) {
        wakes.resume(all: runWaiters.values)
        runWaiters = [:]
    }

    mutating func letPetitionersGo(_ wakes: inout Wakes, _ outcome: Result<Void, any Error> = .success(())) {
        for petitioner in petitioners { wakes.resume(petitioner, with: outcome) }
        petitioners = []
    }

    /// Stops the body, and whatever it says from now on is of no consequence.
    mutating func abandonBody(_ wakes: inout Wakes) {
        bodyID += 1
        wakes.cancel(body)
    }
}
