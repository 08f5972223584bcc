public import Synchronization

/// The state behind a ``Loadable``: one attempt at a time, shared by all who wait for it.
public final class Loader: Sendable {
    private enum Caller {
        case continuation(CheckedContinuation<Void, any Error>)
        case callback(@Sendable (Result<Void, any Error>) -> Void)

        func resume(with outcome: Result<Void, any Error>) {
            switch self {
            case .continuation(let continuation): continuation.resume(with: outcome)
            case .callback(let callback): callback(outcome)
            }
        }
    }

    private struct Attempt {
        let id: Int
        let task: Task<Void, Never>
        var priority: TaskPriority
        var callers: [Int: Caller] = [:]
    }

    private struct State {
        var attempt: Attempt?
        /// A cancelled attempt that has not ended yet. The next one waits for it: two never overlap.
        var abandoned: (id: Int, task: Task<Void, Never>)?
    }

    @usableFromInline let loaded = Atomic(false)
    private let lastID = Atomic(0)
    private let state = Mutex(State())
    /// Changed only under the lock of `state`, so that watchers see the statuses in their order.
    private let level = Level(LoadStatus.notLoaded)

    /// A loader of something not loaded yet.
    public init() {}

    @inlinable var isLoaded: Bool { loaded.load(ordering: .acquiring) }
    var status: LoadStatus { level.value }
    var statuses: AsyncStream<LoadStatus> { level.values }

    /// How many callers wait for the attempt under way.
    package var waiting: Int { state.withLock { $0.attempt?.callers.count ?? 0 } }

    @usableFromInline func join(_ owner: some Loadable, retrying: Bool) async throws {
        guard let waiting = WaitForGraph.current else { return try await board(owner, retrying: retrying) }
        let awaited = WaitForGraph.Node(id: ObjectIdentifier(self), name: "\(type(of: owner))")
        try WaitForGraph.shared.enter(from: waiting, to: awaited)
        defer { WaitForGraph.shared.leave(from: waiting, to: awaited) }
        try await board(owner, retrying: retrying)
    }

    private func board(_ owner: some Loadable, retrying: Bool) async throws {
        let id = lastID.add(1, ordering: .relaxed).newValue
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = enter(id, .continuation(continuation), owner, retrying: retrying)
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            leave(id)
        }
    }

    /// Loads for a caller without `await`: the attempt is under way, or `callback` was called, when this returns.
    ///
    /// It takes no part in the wait-for graph: what calls from within a load must await.
    package func load(
        _ owner: some Loadable, retrying: Bool, _ callback: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        let id = lastID.add(1, ordering: .relaxed).newValue
        if let outcome = enter(id, .callback(callback), owner, retrying: retrying) { callback(outcome) }
    }

    /// Takes the caller aboard, or returns its outcome.
    private func enter(
        _ id: Int, _ caller: Caller, _ owner: some Loadable, retrying: Bool
    ) -> Result<Void, any Error>? {
        let priority = Task.currentPriority
        return state.withLock { state in
            // Asked under the lock: a cancellation from here on finds the caller aboard.
            if Task.isCancelled { return .failure(CancellationError()) }
            if state.attempt == nil {
                switch level.value {
                case .loaded: return .success(())
                case .failed(let error) where !retrying: return .failure(error)
                default: state.attempt = start(id, owner, after: state.abandoned?.task)
                }
            }
            state.attempt?.callers[id] = caller
            if let attempt = state.attempt, priority > attempt.priority {
                state.attempt?.priority = priority
                attempt.task.raisePriority(to: priority)
            }
            return nil
        }
    }

    private func start(_ id: Int, _ owner: some Loadable, after abandoned: Task<Void, Never>?) -> Attempt {
        level.send(.loading)
        let node = WaitForGraph.Node(id: ObjectIdentifier(self), name: "\(type(of: owner))")
        let task = Task {
            await abandoned?.value
            let outcome = await WaitForGraph.$current.withValue(node) { await Self.attempt(owner) }
            land(id, outcome)
        }
        return Attempt(id: id, task: task, priority: Task.currentPriority)
    }

    private static func attempt(_ owner: some Loadable) async -> Result<Void, any Error> {
        do {
            try Task.checkCancellation()
            return .success(try await owner.performLoad())
        } catch {
            return .failure(error)
        }
    }

    private func land(_ id: Int, _ outcome: Result<Void, any Error>) {
        let callers = state.withLock { state -> [Int: Caller] in
            if state.abandoned?.id == id { state.abandoned = nil }
            // An abandoned attempt lands late; its outcome is nobody's.
            guard let attempt = state.attempt, attempt.id == id else { return [:] }
            state.attempt = nil
            settle(outcome)
            return attempt.callers
        }
        // In the order they came: a task group whose children end out of order is drained in quadratic time.
        for (_, caller) in callers.sorted(by: { $0.key < $1.key }) { caller.resume(with: outcome) }
    }

    private func settle(_ outcome: Result<Void, any Error>) {
        switch outcome {
        case .success:
            loaded.store(true, ordering: .releasing)
            level.send(.loaded)
        case .failure(is CancellationError):
            level.send(.notLoaded)
        case .failure(let error):
            level.send(.failed(error))
        }
    }

    private func leave(_ id: Int) {
        let (caller, abandoned) = state.withLock { state in
            let caller = state.attempt?.callers.removeValue(forKey: id)
            let isLast = state.attempt?.callers.isEmpty == true
            return (caller, isLast ? abandonAttempt(&state)?.task : nil)
        }
        abandoned?.cancel()
        caller?.resume(with: .failure(CancellationError()))
    }

    func cancel() {
        let abandoned = state.withLock { abandonAttempt(&$0) }
        abandoned?.task.cancel()
        for caller in (abandoned?.callers ?? [:]).values { caller.resume(with: .failure(CancellationError())) }
    }

    private func abandonAttempt(_ state: inout State) -> Attempt? {
        guard let attempt = state.attempt else { return nil }
        state.attempt = nil
        state.abandoned = (attempt.id, attempt.task)
        level.send(.notLoaded)
        return attempt
    }
}
