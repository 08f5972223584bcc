public import Foundation
import Synchronization

/// Carries one piece of long work through its life, whatever the work is.
///
/// ```swift
/// let job = Job(CountLines(file: url))
/// try job.start()
/// for await percent in job.progressUpdates { print("\(percent) %") }
/// let lines = try await job.output
/// ```
///
/// - Made by `init`, it does nothing until `start()` (or `run()`). It can be paused, resumed and cancelled until it has
///   ended as `succeeded`, `failed` or `canceled`, and then cannot be started again.
/// - Commands and properties are synchronous and take effect before they return, from any thread.
/// - `output` and `result` wait for the end and never start the job. Any number may wait and watch; every stream ends
///   with the job, and who comes late still gets the last status and value.
/// - A running job keeps itself alive. One with a store is written there before a change of status is announced.
/// - A job restored from its record is `paused`. If the record had ended, `start()` delivers the outcome again.
public actor Job<Work: JobWork>: JobProtocol {
    /// The job's own id, given at birth and kept for good.
    public nonisolated let id: UUID
    /// The parameters of the work.
    public nonisolated let work: Work
    /// What the job runs with.
    public nonisolated let configuration: JobConfiguration

    nonisolated let makeServices: @Sendable () throws -> Work.Services
    nonisolated let time: ElapsedTime
    nonisolated let state: Mutex<JobState<Work.Output>>
    nonisolated let statusLog: Log<JobStatus>
    nonisolated let messageLog: Log<JobMessage>
    nonisolated let progressLevel: Level<Double>
    nonisolated let mirror = ProgressMirror()
    nonisolated let lastID = Atomic(0)
    private nonisolated let created: Date

    /// The right to write; taken with the first save, and used by the pump alone.
    var claim: JobClaim?

    /// A job that has not been started.
    ///
    /// - Throws: ``JobError/notStorable(reason:)`` if the work cannot be encoded.
    public init(
        _ work: Work, services: Work.Services, configuration: JobConfiguration = JobConfiguration()
    ) throws {
        let node = JobNode(kind: Work.kind, work: try JobRecord.storable(work))
        self.init(work, services: { services }, configuration, JobState(status: .notStarted, node: node))
    }

    /// A paused job from its record.
    ///
    /// - Throws: ``JobError/unreadable(file:reason:)`` if the record is not one of this work.
    public init(
        restoring record: JobRecord,
        configuration: JobConfiguration = JobConfiguration(),
        services: @escaping @Sendable () throws -> Work.Services
    ) throws {
        let work: Work
        do {
            guard record.kind == Work.kind else { throw JobError.unknownKind(record.kind) }
            work = try record.work.decode()
            _ = try record.checkpoint?.decode(Work.Checkpoint.self)
        } catch let error as DecodingError {
            throw JobError.unreadable(file: "Job \(record.id)", reason: "\(error)")
        }
        var state = JobState<Work.Output>(status: .paused, node: record.node)
        state.adopt(record)
        self.init(work, id: record.id, created: record.created, services: services, configuration, state, record.messages)
    }

    private init(
        _ work: Work,
        id: UUID = UUID(),
        created: Date = Date(),
        services: @escaping @Sendable () throws -> Work.Services,
        _ configuration: JobConfiguration,
        _ state: JobState<Work.Output>,
        _ messages: [JobMessage] = []
    ) {
        self.id = id
        self.work = work
        // Whole milliseconds: what the record keeps.
        self.created = Date(timeIntervalSince1970: (created.timeIntervalSince1970 * 1000).rounded() / 1000)
        self.configuration = configuration
        makeServices = services
        time = ElapsedTime(configuration.clock)
        statusLog = Log([state.status])
        messageLog = Log(messages)
        progressLevel = Level(state.progress)
        self.state = Mutex(state)
    }

    /// The stable name of the kind of work.
    public nonisolated var kind: String { Work.kind }
    /// Where the job stands.
    public nonisolated var status: JobStatus { state.withLock(\.status) }
    /// The status, then every change of it in order.
    public nonisolated var statuses: AsyncStream<JobStatus> { statusLog.entriesFromNewest }
    /// How much is done, 0…100; it never goes down.
    public nonisolated var progress: Double { state.withLock(\.progress) }
    /// The progress, then the newest after each change; the last is never lost.
    public nonisolated var progressUpdates: AsyncStream<Double> { progressLevel.values }
    /// All messages so far.
    public nonisolated var messages: [JobMessage] { messageLog.elements }
    /// Every message from the first on.
    public nonisolated var messageUpdates: AsyncStream<JobMessage> { messageLog.entries }
    /// A mirror of the progress whose `pause()`, `resume()` and `cancel()` drive the job; always the same object.
    public nonisolated var foundationProgress: Foundation.Progress { mirror.progress(of: self) }
    /// The ids of this job and its children on servers.
    public nonisolated var serverJobIDs: [String] { state.withLock { $0.node.serverJobs().flatMap(\.node.serverJobIDs) } }

    /// The output, whatever its type, of a job that has succeeded.
    public nonisolated var anyOutput: (any Sendable)? { state.withLock { try? $0.outcome?.get() } }

    /// The error of a job that has failed or was cancelled.
    public nonisolated var error: (any Error)? {
        state.withLock { state in
            if case .failure(let error) = state.outcome { error } else { nil }
        }
    }

    /// The job as it can be stored now.
    public nonisolated var record: JobRecord {
        state.withLock { record(of: $0, messages: messageLog.elements) }
    }

    nonisolated func record(of state: JobState<Work.Output>, messages: [JobMessage]) -> JobRecord {
        JobRecord(
            id: id, created: created, status: state.recordedEnd ?? state.status, progress: state.progress,
            revision: state.revision, failure: state.failure, messages: messages,
            outageSeconds: state.outage.lasted(at: time.now).seconds, node: state.node)
    }
}

extension Job where Work.Services == Void {
    /// A job that has not been started, of work that needs no services.
    ///
    /// - Throws: ``JobError/notStorable(reason:)`` if the work cannot be encoded.
    public init(_ work: Work, configuration: JobConfiguration = JobConfiguration()) throws {
        try self.init(work, services: (), configuration: configuration)
    }
}
