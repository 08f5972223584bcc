/// What a job knows of itself, behind the job's Mutex. Changes say what to do about them; the job does it.
struct JobState<Output: Sendable> {
    typealias Waiter = CheckedContinuation<Void, any Error>

    var status: JobStatus
    var node: JobNode
    var progress = 0.0
    var failure: JobFailure?
    /// How the job had ended when its record was written: a finished record is delivered again, not done again.
    var recordedEnd: JobStatus?
    var outcome: Result<Output, any Error>?
    /// Server jobs that could not be cancelled.
    var unconfirmed: [String] = []
    /// Whether the work has failed and is being cleared away: too late to pause or cancel.
    var isEnding = false
    /// Whether the end has been announced: only then do those who wait for it learn of it.
    var isOver = false

    var body: Task<Void, Never>?
    /// Tells the body that runs from those that were stopped and are still on their way out.
    var bodyID = 0
    var outage = OutageClock()
    var sleepers: [Int: Task<Void, Never>] = [:]
    var children: [[String]: ChildWork] = [:]

    /// Counts changes that want saving; `savedVersion` is how far that has been tried.
    var version = 0
    var savedVersion = 0
    var revision = 0
    var pump: Task<Void, Never>?
    /// Whether another process has the job, so that nothing may be written any more.
    var isClaimLost = false
    var unannounced: [JobStatus] = []
    var unsavedMessages: [JobMessage] = []

    var flushers: [(version: Int, waiter: Waiter)] = []
    var waiters: [Int: Waiter] = [:]

    init(status: JobStatus, node: JobNode) {
        self.status = status
        self.node = node
    }

    mutating func change(to status: JobStatus) {
        self.status = status
        unannounced.append(status)
        version += 1
    }

    /// Takes over what another process has done since the record was read here.
    mutating func adopt(_ record: JobRecord) {
        node = record.node
        progress = max(progress, record.progress)
        failure = record.failure
        revision = record.revision
        recordedEnd = record.status.isFinished ? record.status : nil
        outage = OutageClock(carried: .seconds(record.outageSeconds))
    }

    mutating func raiseProgress() -> Double? {
        let reached = min(100, node.overall * 100)
        guard reached > progress else { return nil }
        progress = reached
        return reached
    }

    mutating func takeFlushers(upTo version: Int) -> [Waiter] {
        let due = flushers.filter { $0.version <= version }
        flushers.removeAll { $0.version <= version }
        return due.map(\.waiter)
    }
}

/// How to undo a child's work, known while this process has run it.
struct ChildWork: Sendable {
    let cancelServerJobs: @Sendable ([String]) async throws -> Void
    let discardPartialResults: @Sendable () async -> Void
}

/// How long good answers have been outstanding, in time that the job ran.
struct OutageClock: Sendable {
    private(set) var carried: Duration = .zero
    private var began: Duration?

    init(carried: Duration = .zero) {
        self.carried = carried
    }

    mutating func failed(at now: Duration) -> Duration {
        if began == nil { began = now }
        return lasted(at: now)
    }

    mutating func answered() {
        carried = .zero
        began = nil
    }

    mutating func stop(at now: Duration) {
        carried = lasted(at: now)
        began = nil
    }

    func lasted(at now: Duration) -> Duration {
        carried + (began.map { now - $0 } ?? .zero)
    }
}
