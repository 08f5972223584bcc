public import Foundation

/// Holds jobs, restores and resumes them, and runs a bounded number at a time.
///
/// ```swift
/// let manager = JobManager(kinds: kinds, configuration: JobConfiguration(store: store))
/// try await manager.restore()
/// await manager.startAll()
/// ```
///
/// - With a store it does the heartbeats of the jobs it holds, through which other processes ask for a pause or a cancellation.
/// - A job that another process has waits without a place, and is taken over when it becomes free.
/// - Adding, starting and removing a job cost O(log n).
public actor JobManager {
    struct Entry {
        let job: any JobProtocol
        let ordinal: Int
        var priority = 0
        /// How often the job had been paused when it was asked to run: one that has been paused since is not wanted to any more. Nil for one that
        /// was not asked.
        var pauses: Int?
        /// Whether it was begun as a retry, and has not been heard of since.
        var isRetried = false
        /// Whether it is to be queued if it does not leave.
        var isPostponed = false
        var watcher: Task<Void, Never>?
        /// The heartbeat that is under way.
        var beat: Task<Void, Never>?
        /// Whether it is being removed or forgotten, and must not begin.
        var isLeaving = false

        func letGo() {
            watcher?.cancel()
            beat?.cancel()
        }
    }

    /// The kinds of work that can be restored.
    public nonisolated let kinds: JobKinds
    /// What jobs run with.
    public nonisolated let configuration: JobConfiguration
    /// How many jobs run at once.
    public nonisolated let maximumRunning: Int
    /// How many ended jobs are kept, and how long.
    public nonisolated let retention: JobRetention
    /// How often the store is told that the jobs' owner lives.
    public nonisolated let heartbeatInterval: Duration

    var entries: [UUID: Entry] = [:]
    /// Those that have not ended.
    var unfinished: Set<UUID> = []
    /// Those that have a place: it is a body's, and free when that has ended.
    var running: Set<UUID> = []
    /// Those that this process may have claimed.
    var live: Set<UUID> = []
    /// Those that shall run, and that another process has, or had when they were begun.
    var blocked: Set<UUID> = []
    /// Those that wait for a place, those of the highest priority first.
    var waiting = RankedQueue<Int>()
    /// Those of the waiting that have failed and shall be tried again.
    var retrying: Set<UUID> = []
    /// Those that have ended and cannot be retried, by when.
    var ended = RankedQueue<Date>()
    /// Those of them that are not to be kept, and could not be removed.
    var owed: [UUID] = []
    /// Those of them that are to be tried again, the next last.
    var due: [UUID] = []
    private var lastOrdinal = 0
    /// Makes heartbeats as long as they are needed.
    var pulse: Task<Void, Never>?
    /// The removals of what is not to be kept that are under way.
    var removals: [UUID: Task<Void, Never>] = [:]
    nonisolated let log = Log<JobEvent>(keepingLast: 1000)

    /// A manager without jobs.
    public init(
        kinds: JobKinds, configuration: JobConfiguration = JobConfiguration(), maximumRunning: Int = 4,
        retention: JobRetention = JobRetention(), heartbeatInterval: Duration = .seconds(1)
    ) {
        self.kinds = kinds
        var configuration = configuration
        configuration.kinds = kinds
        configuration.claimPolicy = .wait
        self.configuration = configuration
        self.maximumRunning = max(1, maximumRunning)
        self.retention = retention
        self.heartbeatInterval = heartbeatInterval
    }

    deinit {
        pulse?.cancel()
        for removal in removals.values { removal.cancel() }
        for entry in entries.values { entry.letGo() }
    }

    /// The jobs held, in the order they came.
    public var jobs: [any JobProtocol] { entries.values.sorted { $0.ordinal < $1.ordinal }.map(\.job) }

    /// What happens, from the oldest of the last thousand events on.
    public nonisolated var events: AsyncStream<JobEvent> { log.entries }

    /// The job of that id.
    public func job(_ id: UUID) -> (any JobProtocol)? { entries[id]?.job }

    /// Makes a job for this manager's store and holds it.
    ///
    /// - Throws: ``JobError/notStorable(reason:)`` if the work cannot be encoded.
    public func makeJob<Work: JobWork>(_ work: Work, services: Work.Services) throws(JobError) -> Job<Work> {
        let job = try Job(work, services: services, configuration: configuration)
        add(job)
        return job
    }

    /// Makes a job of work that needs no services for this manager's store, and holds it.
    ///
    /// - Throws: ``JobError/notStorable(reason:)`` if the work cannot be encoded.
    public func makeJob<Work: JobWork>(_ work: Work) throws(JobError) -> Job<Work> where Work.Services == Void {
        try makeJob(work, services: ())
    }

    /// Holds a job, unless it is held already.
    public func add(_ job: any JobProtocol) {
        if hold(job, ended: nil) { log.append(.added(job.id)) }
    }

    /// Restores every job of the store that is not held yet: paused, or as it had ended. Those that are held are looked at again, for others may
    /// have gone on with them.
    ///
    /// What cannot be read is an event, and what this returns; it stays in the store.
    ///
    /// - Throws: What listing the store throws.
    @discardableResult
    public func restore() async throws -> [(file: String, error: any Error)] {
        var unreadable: [(file: String, error: any Error)] = []
        var restored: [(job: any JobProtocol, ended: Date?)] = []
        for listing in try await configuration.store?.list() ?? [] {
            switch listing {
            case .unreadable(let file, let error): unreadable.append((file, error))
            case .record(let record, let owner):
                if let job = entries[record.id]?.job {
                    if owner != nil || job.status == .failed { job.follow() }
                    continue
                }
                do {
                    let job = try kinds.restore(record, configuration: configuration)
                    if owner != nil { job.follow() }
                    restored.append((job, record.ended ?? (record.status.isFinished ? record.created : nil)))
                } catch {
                    unreadable.append(("Job \(record.id)", error))
                }
            }
        }
        for (job, ended) in restored.sorted(by: { $0.ended ?? .distantPast < $1.ended ?? .distantPast }) {
            if hold(job, ended: ended) { log.append(.restored(job.id)) }
        }
        for (file, error) in unreadable { log.append(.unreadable(file: file, error: error)) }
        await removeSurplus()
        return unreadable
    }

    /// Takes a job in; false if it is here already.
    private func hold(_ job: any JobProtocol, ended date: Date?) -> Bool {
        let id = job.id
        if entries[id] != nil { return false }
        lastOrdinal += 1
        entries[id] = Entry(job: job, ordinal: lastOrdinal)
        if !job.status.isFinished { unfinished.insert(id) }
        switch job.status {
        case .succeeded, .canceled: keepEnded(job, since: date)
        case .notStarted, .started, .paused, .canceling, .failed: watch(job)
        }
        return true
    }

    func keepEnded(_ job: any JobProtocol, since date: Date? = nil) {
        unfinished.remove(job.id)
        if job.status != .failed { ended.append(job.id, rank: date ?? configuration.date()) }
    }

    /// Follows a job to its end, and on if it has failed and is retried, by whomever.
    private func watch(_ job: any JobProtocol) {
        entries[job.id]?.watcher = Task { [weak self] in
            var number = 0
            while let run = await job.nextRun(after: number) {
                number = run.number
                for await status in run.statuses { await self?.changed(job.id, to: status) }
            }
        }
    }

    func forget(_ id: UUID, saying event: JobEvent) {
        entries.removeValue(forKey: id)?.letGo()
        unfinished.remove(id)
        running.remove(id)
        live.remove(id)
        blocked.remove(id)
        waiting.withdraw(id)
        retrying.remove(id)
        ended.withdraw(id)
        log.append(event)
    }
}
