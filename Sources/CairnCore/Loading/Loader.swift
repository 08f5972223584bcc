public import Synchronization

/// The state behind a ``Loadable``: one attempt at a time, shared by all who wait for it.
///
/// - There is an attempt exactly while the status is `loading`, and it has callers, each of whom is answered once: by the attempt's
///   end, or by leaving.
/// - An attempt whose last caller has left is abandoned: it is cancelled, and its outcome is nobody's. The next one begins after it
///   has ended, so that two never overlap.
/// - Status, level and callers change together under one lock; resuming, cancelling and calling come after it.
/// - `loaded` is set last, and for good: who finds it set finds the status `loaded` too, and need not ask for the lock.
public final class Loader: Sendable {
    private struct Attempt: Sendable {
        let id: Int
        let task: Task<Void, Never>
        var priority: TaskPriority
        var callers = LoadCallers()
    }

    private struct State: Sendable {
        /// Counts callers, so that each has a number, in the order in which they came aboard.
        var lastCaller = 0
        var lastAttempt = 0
        var attempt: Attempt?
        /// A cancelled attempt that has not ended yet.
        var abandoned: (id: Int, task: Task<Void, Never>)?
        var observers: [WeakObserver] = []
    }

    private struct WeakObserver: Sendable {
        weak var observer: (any LoadObserver)?
    }

    @usableFromInline let loaded = Atomic(false)
    private let state = Guarded(State())
    private let level = Level(LoadStatus.notLoaded)

    /// A loader of something not loaded yet.
    public init() {}

    /// Whether it is loaded, for good.
    @inlinable package var isLoaded: Bool { loaded.load(ordering: .acquiring) }
    var status: LoadStatus { level.value }
    var statuses: AsyncStream<LoadStatus> { level.values }

    /// How many callers wait for the attempt under way.
    package var waiting: Int { state.read { $0.attempt?.callers.count ?? 0 } }

    @usableFromInline func join(_ owner: some Loadable, retrying: Bool) async throws {
        guard let waiting = WaitForGraph.current else { return try await board(owner, retrying: retrying) }
        let awaited = node(of: owner)
        try WaitForGraph.shared.enter(from: waiting, to: awaited)
        defer { WaitForGraph.shared.leave(from: waiting, to: awaited) }
        try await board(owner, retrying: retrying)
    }

    private func board(_ owner: some Loadable, retrying: Bool) async throws {
        /// The caller's number, once it is aboard; changed under the lock only.
        let number = Atomic(0)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(.waiter(Waiter(continuation)), owner, retrying: retrying) { number.store($0, ordering: .relaxed) }
            }
        } onCancel: {
            leave { number.load(ordering: .relaxed) }
        }
    }

    /// Loads for a caller without `await`: the attempt is under way, or `callback` was called, when this returns.
    ///
    /// It takes no part in the wait-for graph: what calls from within a load must await.
    package func load(
        _ owner: some Loadable, retrying: Bool, _ callback: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        enter(.callback(callback), owner, retrying: retrying) { _ in }
    }

    /// Has somebody told how it stands, and of each change from then on, as long as he lives.
    package func tell(_ observer: any LoadObserver) {
        state.change { state, wakes in
            let present = state.observers.compactMap(\.observer)
            wakes.release(present)
            if present.contains(where: { $0 === observer }) { return }
            state.observers = (present + [observer]).map { WeakObserver(observer: $0) }
            observer.note(level.value, &wakes)
        }
    }

    private func show(_ status: LoadStatus, _ state: State, _ wakes: inout Wakes) {
        level.send(status, &wakes)
        let present = state.observers.compactMap(\.observer)
        for observer in present { observer.note(status, &wakes) }
        // The last reference to one of them may be this.
        if !present.isEmpty { wakes.release(present) }
    }

    /// Takes the caller aboard and tells its number under the lock, or answers at once.
    private func enter(_ caller: LoadCaller, _ owner: some Loadable, retrying: Bool, _ note: (Int) -> Void) {
        let priority = Task.currentPriority
        state.change { state, wakes in
            // Asked under the lock: a cancellation from here on finds the caller aboard. Who has a closure is no task that could be cancelled.
            if caller.isWaiter, Task.isCancelled { return caller.answer(.failure(CancellationError()), &wakes) }
            if state.attempt == nil {
                switch level.value {
                case .loaded: return caller.answer(.success(()), &wakes)
                case .failed(let error) where !retrying: return caller.answer(.failure(error), &wakes)
                default: start(owner, &state, &wakes)
                }
            }
            state.lastCaller += 1
            note(state.lastCaller)
            state.attempt?.callers.append(caller, number: state.lastCaller)
            raise(&state, to: priority, &wakes)
        }
    }

    private func raise(_ state: inout State, to priority: TaskPriority, _ wakes: inout Wakes) {
        guard let attempt = state.attempt, priority > attempt.priority else { return }
        state.attempt?.priority = priority
        wakes.call { attempt.task.raisePriority(to: priority) }
    }

    private func start(_ owner: some Loadable, _ state: inout State, _ wakes: inout Wakes) {
        show(.loading, state, &wakes)
        state.lastAttempt += 1
        let (id, abandoned, attempt) = (state.lastAttempt, state.abandoned?.task, WaitForGraph.Attempt(node(of: owner)))
        let task = Task {
            await abandoned?.value
            let outcome = await WaitForGraph.$current.withValue(attempt) { await Self.perform(owner) }
            WaitForGraph.shared.end(attempt)
            land(id, outcome)
        }
        state.attempt = Attempt(id: id, task: task, priority: Task.currentPriority)
    }

    private func node(of owner: some Loadable) -> WaitForGraph.Node {
        WaitForGraph.Node(id: ObjectIdentifier(self), name: "\(type(of: owner))")
    }

    private static func perform(_ owner: some Loadable) async -> Result<Void, any Error> {
        do {
            try Task.checkCancellation()
            return .success(try await owner.performLoad())
        } catch {
            return .failure(error)
        }
    }

    private func land(_ id: Int, _ outcome: Result<Void, any Error>) {
        state.change { state, wakes in
            if state.abandoned?.id == id { state.abandoned = nil }
            // An abandoned attempt lands late; its outcome is nobody's.
            guard let attempt = state.attempt, attempt.id == id else { return }
            state.attempt = nil
            settle(outcome, state, &wakes)
            attempt.callers.answer(outcome, &wakes)
        }
    }

    private func settle(_ outcome: Result<Void, any Error>, _ state: State, _ wakes: inout Wakes) {
        switch outcome {
        case .success:
            show(.loaded, state, &wakes)
            loaded.store(true, ordering: .releasing)
        case .failure(is CancellationError):
            show(.notLoaded, state, &wakes)
        case .failure(let error):
            show(.failed(error), state, &wakes)
        }
    }

    private func leave(_ number: () -> Int) {
        state.change { state, wakes in
            guard let caller = state.attempt?.callers.remove(number()) else { return }
            if state.attempt?.callers.count == 0 { _ = abandonAttempt(&state, &wakes) }
            caller.answer(.failure(CancellationError()), &wakes)
        }
    }

    func cancel() {
        state.change { state, wakes in
            abandonAttempt(&state, &wakes)?.callers.answer(.failure(CancellationError()), &wakes)
        }
    }

    private func abandonAttempt(_ state: inout State, _ wakes: inout Wakes) -> Attempt? {
        guard let attempt = state.attempt else { return nil }
        state.attempt = nil
        state.abandoned = (attempt.id, attempt.task)
        show(.notLoaded, state, &wakes)
        wakes.cancel(attempt.task)
        return attempt
    }
}
