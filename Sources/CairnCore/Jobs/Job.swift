public import Foundation
import Synchronization

/// Carries one piece of long work through its life, whatever the work is.
///
/// ```swift
/// let job = try Job(CountLines(file: url))
/// try job.start()
/// for await percent in job.progressUpdates { print("\(percent) %") }
/// let lines = try await job.output
/// ```
///
/// - Made by `init`, it does nothing until `start()` (or `run()`). It can be paused, resumed and cancelled until it has
///   ended as `succeeded`, `failed` or `canceled`. A failed one can be retried, from its last checkpoint.
/// - Commands and properties are synchronous and take effect before they return, from any thread.
/// - `output` and `result` wait for the end and never start the job. Any number may wait and watch; every stream ends
///   with the job, and who comes late still gets the last status and value.
/// - A running job keeps itself alive. One with a store is written there before a change of status is announced.
/// - A job restored from its record is `paused`, or has its final status if it had ended.
/// - Of all the processes that share a store, one has the job. In the others `status` follows the record, ``owner`` names the holder, and
///   `pause()` and `cancel()` are passed on to it.
public actor Job<Work: JobWork>: JobProtocol {
    /// The job's own id, given at birth and kept for good.
    public nonisolated let id: UUID
    /// The parameters of the work.
    public nonisolated let work: Work
    /// What the job runs with.
    public nonisolated let configuration: JobConfiguration

    nonisolated let makeServices: @Sendable () throws -> Work.Services
    nonisolated let time: ElapsedTime
    nonisolated let state: Guarded<JobState<Work.Output>>
    nonisolated let lastID = Atomic(0)
    private nonisolated let created: Date

    /// A job that has not been started.
    ///
    /// - Throws: ``JobError/notStorable(reason:)`` if the work cannot be encoded.
    public init(
        _ work: Work, services: Work.Services, configuration: JobConfiguration = JobConfiguration()
    ) throws(JobError) {
        let node = JobNode(kind: Work.kind, version: Work.version, work: try JobRecord.storable(work))
        let state = JobState<Work.Output>(.notStarted, node, tenure: configuration.store == nil ? .unstored : .free)
        self.init(work, services: { services }, configuration, state)
    }

    /// A job from its record: paused, or as it had ended.
    ///
    /// - Throws: ``JobError/unreadable(file:reason:)`` if the record is not one of this work, or of its kind; ``JobError/newerWork(kind:found:supported:)``,
    ///   ``JobError/notMigratable(kind:from:reason:)`` if it is one of a version that this one cannot go on with.
    public init(
        restoring record: JobRecord,
        configuration: JobConfiguration = JobConfiguration(),
        services: @escaping @Sendable () throws -> Work.Services
    ) throws(JobError) {
        guard record.kind == Work.kind else {
            throw .unreadable(file: "Job \(record.id)", reason: "it is of the kind \"\(record.kind)\", and not \"\(Work.kind)\"")
        }
        let node = try record.node.migrated(to: Work.self)
        let work: Work = try node.decodedWork(of: "Job \(record.id)")
        let state = JobState<Work.Output>(
            restoring: record, node, tenure: configuration.store == nil ? .unstored : .free)
        self.init(work, id: record.id, created: record.created, services: services, configuration, state)
    }

    private init(
        _ work: Work,
        id: UUID = UUID(),
        created: Date = Date(),
        services: @escaping @Sendable () throws -> Work.Services,
        _ configuration: JobConfiguration,
        _ state: JobState<Work.Output>
    ) {
        self.id = id
        self.work = work
        self.created = created.asRecorded
        self.configuration = configuration
        makeServices = services
        time = ElapsedTime(configuration.clock)
        self.state = Guarded(state)
    }

    deinit {
        state.read(\.pacer)?.cancel()
    }

    /// What the work is given and cannot store.
    ///
    /// - Throws: What the kind was registered with throws.
    package nonisolated func services() throws -> Work.Services { try makeServices() }

    /// The stable name of the kind of work.
    public nonisolated var kind: String { Work.kind }
    /// Where the job stands.
    public nonisolated var status: JobStatus { state.read(\.status) }
    /// What was told last of the status, then every change of it in order.
    ///
    /// With a store a change is told when it is saved. So the first may be behind ``status``: it is `paused` right after `start()` of a job that
    /// was.
    public nonisolated var statuses: AsyncStream<JobStatus> { state.read(\.streams).statuses.entriesFromNewest }
    /// How much is done, 0…100; it never goes down.
    public nonisolated var progress: Double { state.read(\.progress) }
    /// The progress, then the newest after each change; the last is never lost.
    public nonisolated var progressUpdates: AsyncStream<Double> { state.read(\.streams).progress.values }
    /// All messages so far.
    public nonisolated var messages: [JobMessage] { state.read(\.streams).messages.elements }
    /// Every message from the first on.
    public nonisolated var messageUpdates: AsyncStream<JobMessage> { state.read(\.streams).messages.entries }
    /// The ids of this job and its children on servers.
    public nonisolated var serverJobIDs: [String] { state.read { $0.node.serverJobs().flatMap(\.node.serverJobIDs) } }

    /// Who has the job, if it is somebody else and known here.
    public nonisolated var owner: JobOwner? {
        state.read { if case .elsewhere(let owner) = $0.ledger.tenure { owner } else { nil } }
    }

    /// Whether the last `start()` came to nothing because somebody else had the job.
    public nonisolated var wasRefused: Bool { state.read { $0.refusal is JobError } }

    /// Whether something of it is under way here; a body that does not notice that it was stopped is.
    public nonisolated var isBusy: Bool { state.read(\.isBusy) }

    /// How often the job has been paused here.
    public nonisolated var pauses: Int { state.read(\.pauses) }

    /// Whether this process has the job's claim.
    public nonisolated var holdsClaim: Bool { state.read(\.ledger.isClaimed) }

    /// Whether the store has all of the job as it is now. Without a store there is nothing to be told.
    public nonisolated var isDurable: Bool { state.read(\.ledger.isDurable) }

    /// The output, whatever its type, of a job that has succeeded, once it is there.
    public nonisolated var anyOutput: (any Sendable)? { state.read { try? $0.outcome?.get() } }

    /// The error of a job that has failed or was cancelled.
    public nonisolated var error: (any Error)? {
        state.read { state in
            if case .failure(let error) = state.outcome { error } else { nil }
        }
    }

    /// The job as it can be stored now.
    public nonisolated var record: JobRecord {
        let now = time.now
        return state.read { record(of: $0, at: now, messages: $0.streams.messages.elements) }
    }

    nonisolated func record(of state: JobState<Work.Output>, at now: Duration, messages: [JobMessage]) -> JobRecord {
        var node = state.node
        for (path, lasted) in state.outages.longest(at: now) {
            _ = node.update(at: path[...]) { $0.outageSeconds = lasted.seconds }
        }
        return JobRecord(
            id: id, created: created, ended: state.ended, status: state.recordedStatus, progress: state.progress,
            revision: state.ledger.revision, failure: state.failure, unconfirmedServerJobIDs: state.unconfirmed,
            messages: messages, node: node)
    }
}

extension Job where Work.Services == Void {
    /// A job that has not been started, of work that needs no services.
    ///
    /// - Throws: ``JobError/notStorable(reason:)`` if the work cannot be encoded.
    public init(_ work: Work, configuration: JobConfiguration = JobConfiguration()) throws(JobError) {
        try self.init(work, services: (), configuration: configuration)
    }

    /// A job from its record, of work that needs no services: paused, or as it had ended.
    ///
    /// - Throws: As ``init(restoring:configuration:services:)``.
    public init(restoring record: JobRecord, configuration: JobConfiguration = JobConfiguration()) throws(JobError) {
        try self.init(restoring: record, configuration: configuration) {}
    }
}
