import CairnCore
import Synchronization

/// The slots that a workflow and its subworkflows share. Who finds none is handed the next one that comes free, in turn.
final class SlotPool: Sendable {
    private struct State {
        var free: Int
        /// In turn; a run waits once at most.
        var waiting = Queue<WaitingRun>()
    }

    private struct WaitingRun {
        weak var run: WorkflowRun?
        let id: ObjectIdentifier
    }

    private let state: Mutex<State>

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
            state.waiting.append(WaitingRun(run: run, id: ObjectIdentifier(run)))
            return false
        }
    }

    enum Release {
        case freed
        /// The run that gives the slot back is the one whose turn it is.
        case kept
        case handedOver(Wake)
    }

    /// Gives a slot back, to whoever waits for one.
    func release(from run: WorkflowRun) -> Release {
        state.withLock { state in
            while let next = state.waiting.popFirst() {
                if next.id == ObjectIdentifier(run) { return .kept }
                // One that is gone has nothing to run.
                if let next = next.run { return .handedOver(Wake { next.slotHandedOver() }) }
            }
            state.free += 1
            return .freed
        }
    }
}
