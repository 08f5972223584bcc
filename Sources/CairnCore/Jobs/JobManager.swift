public import Foundation
import Synchronization

/// Holds jobs, restores and resumes them, and runs a bounded number at a time.
///
/// ```swift
/// let manager = JobManager(kinds: kinds, configuration: JobConfiguration(store: store))
/// try await manager.restore()
/// try await manager.startAll()
/// ```
///
/// With a store, let `run()` go on beside the jobs: it does the heartbeats, through which other processes ask for a pause
/// or a cancellation.
public actor JobManager {
    /// The kinds of work that can be restored.
    public nonisolated let kinds: JobKinds
    /// What jobs run with.
    public nonisolated let configuration: JobConfiguration
    /// How many jobs run at once.
    public nonisolated let maximumRunning: Int

    private var held: [UUID: any JobProtocol] = [:]
    private var order: [UUID] = []
    private var waiting: [UUID] = []
    private var watchers: [UUID: Task<Void, Never>] = [:]
    private nonisolated let log = Log<JobEvent>(keepingLast: 1000)

    /// A manager without jobs.
    public init(
        kinds: JobKinds, configuration: JobConfiguration = JobConfiguration(), maximumRunning: Int = 4
    ) {
        self.kinds = kinds
        var configuration = configuration
        configuration.kinds = kinds
        self.configuration = configuration
        self.maximumRunning = max(1, maximumRunning)
    }

    deinit {
        for watcher in watchers.values { watcher.cancel() }
    }

    /// The jobs held, in the order they came.
    public var jobs: [any JobProtocol] { order.compactMap { held[$0] } }

    /// What happens, from the oldest of the last thousand events on.
    public nonisolated var events: AsyncStream<JobEvent> { log.entries }

    /// The job of that id.
    public func job(_ id: UUID) -> (any JobProtocol)? { held[id] }

    /// Makes a job for this manager's store and holds it.
    public func makeJob<Work: JobWork>(_ work: Work, services: Work.Services) throws -> Job<Work> {
        let job = try Job(work, services: services, configuration: configuration)
        add(job)
        return job
    }

    /// Holds a job.
    public func add(_ job: any JobProtocol) {
        hold(job)
        log.append(.added(job.id))
    }

    /// Restores every job of the store that is not held yet; each is paused.
    ///
    /// What cannot be read is an event, and what this returns; it stays in the store.
    ///
    /// - Throws: What listing the store throws.
    @discardableResult
    public func restore() async throws -> [(file: String, error: any Error)] {
        var unreadable: [(file: String, error: any Error)] = []
        for listing in try await configuration.store?.list() ?? [] {
            switch listing {
            case .unreadable(let file, let error): unreadable.append((file, error))
            case .record(let record, _):
                if held[record.id] != nil { continue }
                do {
                    hold(try kinds.restore(record, configuration: configuration))
                    log.append(.restored(record.id))
                } catch {
                    unreadable.append(("Job \(record.id)", error))
                }
            }
        }
        for (file, error) in unreadable { log.append(.unreadable(file: file, error: error)) }
        return unreadable
    }

    /// Starts a job, or lets it wait until fewer run.
    ///
    /// - Throws: ``JobError/notFound(_:)``, ``JobError/alreadyFinished(_:)``.
    public func start(_ id: UUID) throws {
        guard let job = held[id] else { throw JobError.notFound(id) }
        guard !job.status.isFinished else { throw JobError.alreadyFinished(job.status) }
        if !waiting.contains(id) { waiting.append(id) }
        startWaiting()
    }

    /// Starts, or resumes, every job that has not ended.
    public func startAll() {
        for id in order where held[id].map({ !$0.status.isFinished && $0.status != .canceling }) == true {
            if !waiting.contains(id) { waiting.append(id) }
        }
        startWaiting()
    }

    /// Pauses every job that runs, and lets none that waits start.
    public func pauseAll() {
        waiting = []
        for job in held.values { job.pause() }
    }

    /// Removes a job that does not run, from here and from the store.
    ///
    /// - Throws: ``JobError/notFound(_:)``; ``JobError/claimed(_:owner:)`` if it runs here or elsewhere.
    public func remove(_ id: UUID) async throws {
        guard let job = held[id] else { throw JobError.notFound(id) }
        guard job.status != .started, job.status != .canceling else {
            throw JobError.claimed(id, owner: "this process")
        }
        forget(id)
        try await job.settle()
        try await job.removeFromStore()
        log.append(.removed(id))
    }

    /// Does the heartbeats until cancelled.
    ///
    /// - Throws: `CancellationError`.
    public func run(every interval: Duration = .seconds(1)) async throws {
        while true {
            await heartbeat()
            try await configuration.clock.sleep(for: interval)
        }
    }

    /// One heartbeat of every job that runs.
    public func heartbeat() async {
        for job in held.values where job.status == .started { await job.heartbeat() }
    }

    private func hold(_ job: any JobProtocol) {
        held[job.id] = job
        order.append(job.id)
        let (id, statuses) = (job.id, job.statuses)
        watchers[job.id] = Task { [weak self] in
            for await status in statuses { await self?.changed(id, to: status) }
        }
    }

    private func forget(_ id: UUID) {
        held[id] = nil
        order.removeAll { $0 == id }
        waiting.removeAll { $0 == id }
        watchers.removeValue(forKey: id)?.cancel()
    }

    private func changed(_ id: UUID, to status: JobStatus) {
        log.append(.statusChanged(id, status))
        if status.isFinished || status == .paused { startWaiting() }
    }

    private func startWaiting() {
        var running = held.values.count { $0.status == .started || $0.status == .canceling }
        while running < maximumRunning, !waiting.isEmpty {
            let id = waiting.removeFirst()
            guard let job = held[id], job.status == .notStarted || job.status == .paused else { continue }
            // It may have ended since it was asked; then there is nothing to start.
            if (try? job.start()) != nil { running += 1 }
        }
    }
}
