private import Synchronization

/// Holds tasks back until a test lets them through.
///
/// ```swift
/// let gate = Gate()
/// let work = Task { try await gate.pass(); return 42 }
/// await gate.waiting(for: 1)
/// gate.open()
/// ```
public final class Gate: Sendable {
    private struct State: Headcount {
        var isOpen = false
        var passages = 0
        var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
        var watchers: [Int: CountWatcher] = [:]

        var count: Int { waiters.count }
    }

    private let state = Mutex(State())
    private let lastWaiter = Atomic(0)

    /// A closed gate.
    public init() {}

    /// Waits until the gate is open.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    public func pass() async throws {
        let id = lastWaiter.add(1, ordering: .relaxed).newValue
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { enter(id, $0) }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.resume(throwing: CancellationError())
        }
    }

    /// Waits until the gate is open, cancelled or not: for what must not notice.
    public func passUncancelled() async {
        await Task { try? await pass() }.value
    }

    private func enter(_ id: Int, _ continuation: CheckedContinuation<Void, any Error>) {
        let (outcome, watchers) = state.withLock { state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
            if Task.isCancelled { return (.failure(CancellationError()), []) }
            if state.isOpen || state.passages > 0 {
                state.passages = max(0, state.passages - 1)
                return (.success(()), [])
            }
            state.waiters[id] = continuation
            return (nil, state.takeSatisfiedWatchers())
        }
        if let outcome { continuation.resume(with: outcome) }
        for watcher in watchers { watcher.resume() }
    }

    /// Lets everybody through, now and later.
    public func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Lets exactly one through: the one who waits longest, or the next to come.
    public func openOnce() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard let first = state.waiters.keys.min() else {
                state.passages += 1
                return nil
            }
            return state.waiters.removeValue(forKey: first)
        }
        waiter?.resume()
    }

    /// Closes the gate again.
    public func close() {
        state.withLock { $0.isOpen = false }
    }

    /// Returns once at least `count` tasks stand at the gate, or the waiting task is cancelled.
    public func waiting(for count: Int) async {
        await state.reach(count, as: lastWaiter.add(1, ordering: .relaxed).newValue)
    }
}
