public import CairnCore
private import Synchronization

/// What every `JobWork` promises: it can be stopped at any checkpoint and go on from there, in another process too.
///
/// ```swift
/// let contract = JobWorkContract<CountLines> { (CountLines(file: file), ()) }
/// try await contract.verify()
/// ```
public struct JobWorkContract<Work: JobWork>: Sendable {
    private let isSame: @Sendable (Work.Output, Work.Output) async throws -> Bool
    private let make: @Sendable () async throws -> (Work, Work.Services)

    /// A contract for the fresh work that `make` makes; `isSame` compares two outputs, files included.
    public init(
        isSame: @escaping @Sendable (Work.Output, Work.Output) async throws -> Bool,
        make: @escaping @Sendable () async throws -> (Work, Work.Services)
    ) {
        self.isSame = isSame
        self.make = make
    }

    /// Runs every clause; the work is done once, and once more for each of its first `limit` checkpoints.
    ///
    /// - Throws: ``ContractViolation`` naming the first clause that is broken.
    @concurrent
    public func verify(checkpoints limit: Int = 20) async throws {
        let (work, services) = try await make()
        let encoded = try JSONValue(encoding: work)
        let again = try JSONValue(encoding: encoded.decode(Work.self))
        try require(encoded == again, "work reads back as it was written", observed: again.text())

        let store = MemoryJobStore()
        let job = try Job(work, services: services, configuration: JobConfiguration(store: store))
        let output = try await job.run()
        try require(job.progress == 100, "a job that succeeded is at 100 %", observed: "\(job.progress)")
        try await aFinishedRecordDeliversItsOutputAgain(job, output, services)
        for number in 1...max(1, limit) {
            if try await !aJobStoppedAtCheckpoint(number, goesOnTo: output) { break }
        }
        try await aCancelledJobEndsAsCanceled()
    }

    private func aFinishedRecordDeliversItsOutputAgain(
        _ job: Job<Work>, _ output: Work.Output, _ services: Work.Services
    ) async throws {
        let restored = try Job<Work>(restoring: JobRecord(json: job.record.json)) { services }
        try require(restored.status == .succeeded, "a finished record restores as it had ended", observed: "\(restored.status)")
        let second = try await restored.output
        let same = try await isSame(output, second)
        try require(same, "a finished record delivers its output again", observed: "\(second)")
    }

    /// Whether the work has that many checkpoints.
    private func aJobStoppedAtCheckpoint(_ number: Int, goesOnTo output: Work.Output) async throws -> Bool {
        let (work, services) = try await make()
        let interruption = Interruption(afterCheckpoint: number)
        let job = try Job(work, services: services, configuration: JobConfiguration(store: interruption.store))
        interruption.interrupt { [weak job] in job?.pause() }
        try job.start()
        for await status in job.statuses where status == .paused || status.isFinished { break }
        if job.status.isFinished { return false }
        try await job.settle()
        let record = try JobRecord(json: job.record.json)
        let resumed = try Job<Work>(restoring: record) { services }
        let second = try await resumed.run()
        let same = try await isSame(output, second)
        try require(same, "a job stopped at checkpoint \(number) comes to the same output", observed: "\(second)")
        return true
    }

    private func aCancelledJobEndsAsCanceled() async throws {
        let (work, services) = try await make()
        let interruption = Interruption(afterCheckpoint: 1)
        let job = try Job(work, services: services, configuration: JobConfiguration(store: interruption.store))
        interruption.interrupt { [weak job] in job?.cancel() }
        try job.start()
        try await job.waitUntilFinished()
        try require(
            job.status == .canceled || job.status == .succeeded, "a cancelled job ends as canceled",
            observed: "\(job.status)")
    }
}

extension JobWorkContract where Work.Output: Equatable {
    /// A contract for the fresh work that `make` makes, its outputs compared by `==`.
    public init(make: @escaping @Sendable () async throws -> (Work, Work.Services)) {
        self.init(isSame: { $0 == $1 }, make: make)
    }
}

/// Calls back when a job has saved its n-th checkpoint.
private final class Interruption: Sendable {
    private struct State {
        var remaining: Int
        var last: JSONValue?
        var interrupt: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>

    init(afterCheckpoint number: Int) {
        state = Mutex(State(remaining: number))
    }

    func interrupt(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.interrupt = action }
    }

    /// A store that tells of what it has saved.
    var store: ForwardingJobStore {
        ForwardingJobStore(MemoryJobStore(), after: { if case .save(let record, _, _) = $0 { self.saved(record) } })
    }

    private func saved(_ record: JobRecord) {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            guard let checkpoint = record.checkpoint, checkpoint != state.last else { return nil }
            state.last = checkpoint
            state.remaining -= 1
            return state.remaining == 0 ? state.interrupt : nil
        }
        action?()
    }
}
