public import CairnCore

/// What every `Loadable` promises, as a suite that any type can be held to.
///
/// ```swift
/// let contract = LoadableContract { gate, failure in
///     Gazetteer(fetch: { try await gate.pass(); if let failure = failure() { throw failure } })
/// }
/// try await contract.verify()
/// ```
public struct LoadableContract<Subject: Loadable>: Sendable {
    /// Makes a fresh subject whose `performLoad()` first passes `gate`, then throws `failure()` if that is not nil.
    public typealias Make = @Sendable (_ gate: Gate, _ failure: @escaping @Sendable () -> (any Error)?) -> Subject

    private let make: Make

    /// A contract for what `make` makes.
    public init(make: @escaping Make) {
        self.make = make
    }

    /// Runs every clause.
    ///
    /// - Throws: ``ContractViolation`` naming the first clause that is broken.
    @concurrent
    public func verify() async throws {
        try await concurrentCallersShareOneAttempt()
        try await aFailureIsKeptUntilRetry()
        try await aCancelledCallerLeavesTheOthersAboard()
        try await theLastOneOutCancelsTheAttempt()
        try await cancelLoadReleasesEverybody()
        try await watchersSeeTheLastStatus()
    }

    private struct Refusal: Error {}

    private func concurrentCallersShareOneAttempt() async throws {
        let gate = Gate()
        let subject = make(gate) { nil }
        let callers = (0..<8).map { _ in Task { try await subject.load() } }
        await boarded(8, on: subject)
        // A second attempt would stand at the gate and hang here.
        gate.openOnce()
        for caller in callers { try await caller.value }
        try require(subject.loadStatus.isLoaded, "a successful attempt ends as loaded")
        try await subject.load()
    }

    private func aFailureIsKeptUntilRetry() async throws {
        let gate = Gate()
        let isBroken = Level(true)
        let subject = make(gate) { isBroken.value ? Refusal() : nil }
        gate.open()
        for _ in 1...2 {
            let error = await outcome { try await subject.load() }
            try require(error is Refusal, "a failure is rethrown until retryLoad()", observed: "\(error as Any)")
        }
        try require(subject.loadStatus.error is Refusal, "a failure is the status", observed: "\(subject.loadStatus)")
        isBroken.send(false)
        try await subject.retryLoad()
        try require(subject.loadStatus.isLoaded, "retryLoad() loads after a failure")
    }

    private func aCancelledCallerLeavesTheOthersAboard() async throws {
        let gate = Gate()
        let subject = make(gate) { nil }
        let impatient = Task { try await subject.load() }
        await boarded(1, on: subject)
        let patient = Task { try await subject.load() }
        await boarded(2, on: subject)
        impatient.cancel()
        let error = await outcome { try await impatient.value }
        try require(error is CancellationError, "a cancelled caller gets CancellationError", observed: "\(error as Any)")
        gate.open()
        try await patient.value
    }

    private func theLastOneOutCancelsTheAttempt() async throws {
        let gate = Gate()
        let subject = make(gate) { nil }
        let caller = Task { try await subject.load() }
        await gate.waiting(for: 1)
        caller.cancel()
        _ = await outcome { try await caller.value }
        guard case .notLoaded = subject.loadStatus else {
            throw ContractViolation("cancelling is never kept as a failure", observed: "\(subject.loadStatus)")
        }
        gate.open()
        try await subject.load()
    }

    private func cancelLoadReleasesEverybody() async throws {
        let gate = Gate()
        let subject = make(gate) { nil }
        let callers = (0..<3).map { _ in Task { try await subject.load() } }
        await boarded(3, on: subject)
        subject.cancelLoad()
        for caller in callers {
            let error = await outcome { try await caller.value }
            try require(error is CancellationError, "cancelLoad() cancels for all", observed: "\(error as Any)")
        }
    }

    private func watchersSeeTheLastStatus() async throws {
        let gate = Gate()
        let subject = make(gate) { nil }
        let watcher = Task {
            var last = LoadStatus.notLoaded
            for await status in subject.loadStatuses {
                last = status
                if status.isLoaded { break }
            }
            return last
        }
        gate.open()
        try await subject.load()
        let last = await watcher.value
        try require(last.isLoaded, "a watcher sees the last status", observed: "\(last)")
    }

    private func boarded(_ count: Int, on subject: Subject) async {
        while subject.loader.waiting < count { await Task.yield() }
    }
}

/// The error that `body` throws.
func outcome(_ body: () async throws -> Void) async -> (any Error)? {
    do {
        try await body()
        return nil
    } catch {
        return error
    }
}
