import Foundation

/// What a job knows of itself, behind its lock.
///
/// - `status` is what commands have decided and the work has come to; who watches is told of a change when it is saved.
/// - At most one body counts: the one whose number is `bodyID`. What an earlier one says is of no consequence.
/// - `isOver` means that the end has been told: the streams are finished, and nobody waits any more.
/// - What holds values of the work's own is changed here alone, by what takes ``Wakes`` to let go of the old ones.
struct JobState<Output: Sendable>: Sendable {
    var status: JobStatus
    var node: JobNode
    var progress: Double
    var failure: JobFailure?
    private(set) var outcome: Result<Output, any Error>?
    var ended: Date?
    /// Server jobs that could not be cancelled.
    var unconfirmed: [String] = []
    /// Whether the record says that the job was being cancelled: started, it goes on with that.
    var wasCanceling = false
    /// Whether the job is being removed, and must not begin.
    var isBeingRemoved = false
    /// Whether the store has no record any more, and none will be made: the job cannot begin again.
    var isRemoved = false
    /// Whether it has been cancelled while it was being removed: if that fails, it is done then.
    var isToBeCanceled = false
    /// Whether it is cancelled because who ran it here has gone: of a job that turns out to be somebody else's nothing is asked.
    var isDeserted = false
    /// How often the job has been paused here.
    var pauses = 0
    /// How many bodies have been launched and have not ended.
    var liveBodies = 0
    /// Who waits for the next run of a job that has failed.
    var runWaiters: [Int: Waiter<Never>] = [:]
    /// Whether a failed job is to go on, whatever its record says of the failure.
    var isRetry = false
    var isOver = false

    private(set) var streams: JobStreams
    var waiters: [Int: EndWaiter] = [:]
    /// The calls of `run()` that are under way and have not been cancelled.
    var runners: Set<Int> = []
    /// Why who runs the job here shall not wait for its end: somebody else has it, and it is not to be waited for.
    var refusal: (any Error)?
    var ledger: JobLedger
    /// What is to be done with a job that somebody else may have.
    var pursuit: JobPursuit?
    /// Who waits until what is wanted of such a job has been asked for, or done.
    var petitioners: [Waiter<any Error>] = []
    /// Looks at such a job again after a while.
    var pacer: Task<Void, Never>?

    var body: Task<Void, Never>?
    /// Cancels what servers were given when the claim was lost before a record told of it.
    var disowner: Task<Void, Never>?
    var bodyID = 0
    /// That of the body which counts, as long as the job is started.
    var commitment: Commitment?
    var outages = OutageClocks()
    var sleepers: [Int: Task<Void, Never>] = [:]
    var checks = StatusChecks()
    private(set) var children: [[String]: ChildWork] = [:]
    /// The paths of the children whose work is under way.
    var busy: Set<[String]> = []
    var rebuilder: OutputRebuilder<Output>?
    /// What shows status and progress, once there is something, and how it is told.
    var observer: (any JobObserver)?
    var showChange: (@Sendable () -> Void)?
    /// Who keep the record of a job without a store.
    var recordKeepers: [any RecordKeeper] = []

    init(_ status: JobStatus, _ node: JobNode, tenure: JobTenure, progress: Double = 0, messages: [JobMessage] = []) {
        self.status = status
        self.node = node
        self.progress = progress
        streams = JobStreams(run: 1, status, messages, progress)
        ledger = JobLedger(tenure: tenure)
    }

    /// Whether the job neither runs nor is being cancelled.
    var isAtRest: Bool { status != .started && status != .canceling }

    /// Whether, besides, no body is still on its way out: only then may somebody else have the job.
    var isIdle: Bool { isAtRest && liveBodies == 0 }

    /// Whether a call of `run()` that has been cancelled before it came to wait shall not wait: the job does not end for it. It may have been
    /// somebody else's when the call was cancelled, and be ours by now, to run for others or to stand still.
    func dismisses(runner id: Int) -> Bool {
        !runners.contains(id) && !(isOurs && (status == .canceling || status.isFinished))
    }

    /// Whether, for all that is known here, another process may have the job: its record has been written, and nothing is under way here.
    var mayBeElsewhere: Bool {
        guard case .free = ledger.tenure else { return false }
        return isAtRest && ledger.revision > 0
    }

    /// Whether nothing of the job is this object's, or is about to be.
    var isGivenUp: Bool { mayBeElsewhere && ledger.isDurable && !ledger.isClaimed && !ledger.isReleasing }

    /// Whether what is decided here is done here, as far as is known.
    var isOurs: Bool { !ledger.tenure.isElsewhere && !mayBeElsewhere }

    /// Whether something of the job is under way here.
    var isBusy: Bool { liveBodies > 0 || !isAtRest && !ledger.tenure.isElsewhere }

    /// Whether there is nothing more to be done, or undone.
    var isDone: Bool { status == .succeeded || status == .canceled }

    /// Whether what is wanted of a job that somebody else may have has neither been asked for nor done.
    var isPetitioning: Bool { !isOver && pursuit?.command != nil && pursuit?.asked == nil }

    /// Whether a body that was begun under the claim of that token, or without a store, may still change anything.
    func counts(_ token: Int?) -> Bool {
        switch ledger.tenure {
        case .unstored: token == nil
        case .held(let claim): claim.token == token
        case .free, .elsewhere: false
        }
    }

    /// Tells who runs the job that somebody else does.
    mutating func dismissRunners(_ error: any Error, _ wakes: inout Wakes) {
        refusal = error
        for (id, waiter) in waiters where waiter.isRunner {
            waiters[id] = nil
            wakes.resume(waiter.waiter, with: .failure(error))
        }
    }

    func tellRecordKeepers(_ wakes: inout Wakes) {
        for keeper in recordKeepers { wakes.call { keeper.recordChanged() } }
    }

    mutating func raiseProgress(_ wakes: inout Wakes) {
        raiseProgress(to: min(100, node.overall * 100), &wakes)
    }

    mutating func raiseProgress(to reached: Double, _ wakes: inout Wakes) {
        guard reached > progress else { return }
        progress = reached
        streams.progress.send(reached, &wakes)
        if let showChange { wakes.call(showChange) }
    }

    /// Takes back that the job has ended: who watches from now on sees what comes. An end that has not been told yet is told, and passed.
    mutating func reopen(_ wakes: inout Wakes) {
        ended = nil
        forgetOutcome(&wakes)
        ledger.stopTimers(&wakes)
        guard isOver else { return }
        isOver = false
        wakes.release(streams)
        streams = JobStreams(run: streams.number + 1, status, streams.messages.elements, progress)
        wakes.resume(all: runWaiters.values)
        runWaiters = [:]
    }

    mutating func forgetOutcome(keeping failure: JobFailure? = nil, _ wakes: inout Wakes) {
        self.failure = failure
        setOutcome(nil, &wakes)
    }

    /// How to undo a child's work from now on.
    mutating func keep(_ child: ChildWork, at path: [String], _ wakes: inout Wakes) {
        if let old = children.updateValue(child, forKey: path) { wakes.release(old) }
    }

    mutating func forgetChildren(_ wakes: inout Wakes) {
        wakes.release(children)
        children = [:]
    }

    /// The old outcome is a user's value: it is let go of after the lock.
    mutating func setOutcome(_ outcome: Result<Output, any Error>?, _ wakes: inout Wakes) {
        if let old = self.outcome { wakes.release(old) }
        self.outcome = outcome
    }
}

/// Who waits for the end of a job.
struct EndWaiter: Sendable {
    let waiter: Waiter<any Error>
    /// Whether it waits as who runs the job, and so not for another process to do it.
    let isRunner: Bool
}

/// How to undo a child's work, known while this process has run it.
struct ChildWork: Sendable {
    /// By ids, and a checkpoint.
    let cancelServerJobs: @Sendable ([String], JSONValue?) async throws -> Void
    /// What may run on a server without anybody knowing its id, by a checkpoint.
    let unknownServerJobs: @Sendable (JSONValue) -> [String]
    let discardPartialResults: @Sendable (JSONValue?) async -> Void
}
