import CairnCore
import Synchronization

/// A position in a run's events.
final class EventWatcher: Sendable {
    private struct State {
        /// The number of the last event seen.
        var position: Int
        /// How everything stood, where that stands for events that the log does not hold, until it has been told.
        var standing: [WorkflowEvent]
    }

    private let run: WorkflowRun
    private let state: Mutex<State>

    /// Begins with how everything stands now: whoever watches before it starts a run misses nothing of it.
    init(_ run: WorkflowRun) {
        self.run = run
        let standing = run.transact { state in
            state.log.watcherCame()
            state.log.keepAtLeast(state.definitions.count)
            return state.standing(of: run)
        }
        state = Mutex(State(position: standing[0].sequence, standing: standing))
    }

    deinit {
        run.transact { state, actions in state.log.watcherLeft(&actions.wakes) }
    }

    func next() async -> WorkflowEvent? {
        while !Task.isCancelled {
            if let event = told() ?? newest() { return event }
            await somethingNew()
        }
        return nil
    }

    private func told() -> WorkflowEvent? {
        state.withLock { $0.standing.isEmpty ? nil : $0.standing.removeFirst() }
    }

    private func newest() -> WorkflowEvent? {
        let seen = state.withLock(\.position)
        let events = run.read { state -> [WorkflowEvent] in
            if seen == state.log.sequence { return [] }
            return state.log.event(after: seen).map { [$0] } ?? state.standing(of: run)
        }
        guard let first = events.first else { return nil }
        state.withLock { state in
            state.position = first.sequence
            state.standing = Array(events.dropFirst())
        }
        return first
    }

    private func somethingNew() async {
        let id = run.nextID()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let seen = state.withLock(\.position)
                run.transact { state, actions in
                    let waiter = Waiter<Never>(continuation)
                    // Asked under the lock: a cancellation from here on finds the waiter.
                    if Task.isCancelled || seen != state.log.sequence { return actions.wakes.resume(waiter) }
                    state.log.addWaiter(id, waiter)
                }
            }
        } onCancel: {
            run.transact { state, actions in
                if let waiter = state.log.removeWaiter(id) { actions.wakes.resume(waiter) }
            }
        }
    }
}

extension RunState {
    /// How everything stands, then that it has come to its end if it has: who waits for that must not wait for it to happen again.
    fileprivate func standing(of run: WorkflowRun) -> [WorkflowEvent] {
        var kinds: [WorkflowEvent.Kind] = [.snapshot(snapshot(named: run.name))]
        if isStarted, isFinished { kinds.append(.finished) }
        if isStarted, isIdle { kinds.append(.quiescent) }
        return kinds.map { WorkflowEvent(sequence: log.sequence, time: now, kind: $0) }
    }
}
