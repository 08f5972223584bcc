import CairnCore
import Synchronization

/// The slots that a workflow and its subworkflows share. Who finds none is handed the next one that comes free, in turn.
final class SlotPool: Sendable {
    private struct State {
        var free: Int
        /// In turn; a run waits once at most, and is kept meanwhile: whoever has a slot gives it back.
        var waiting = Queue<WorkflowRun>()
    }

    private let state: Mutex<State>
    private let waitingCount = Atomic(0)

    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// Takes a slot; if none is free, `run` is told once one has been taken for it.
    func acquire(for run: WorkflowRun) -> Bool {
        state.withLock { state in
            if state.free > 0 {
                state.free -= 1
                return true
            }
            state.waiting.append(run)
            waitingCount.add(1, ordering: .relaxed)
            return false
        }
    }

    /// Whether another run waits than the one that asks, if that does; without the lock, so that it may be one that has just come or gone.
    func isWanted(byOthersThan isWaiting: Bool) -> Bool { waitingCount.load(ordering: .relaxed) > (isWaiting ? 1 : 0) }

    enum Release {
        case freed
        /// The run that gives the slot back is the one whose turn it is.
        case kept
        case handedOver(to: WorkflowRun)
    }

    /// Gives a slot back, to whoever waits for one.
    func release(from run: WorkflowRun) -> Release {
        state.withLock { state in
            guard let next = state.waiting.popFirst() else {
                state.free += 1
                return .freed
            }
            waitingCount.subtract(1, ordering: .relaxed)
            return next === run ? .kept : .handedOver(to: next)
        }
    }
}
