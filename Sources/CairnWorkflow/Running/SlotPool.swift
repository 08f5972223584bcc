import Synchronization

/// The slots that a workflow and its subworkflows share. Who finds none is handed the next one that comes free, in turn.
final class SlotPool: Sendable {
    private struct State {
        var free: Int
        var waiting: [@Sendable () -> Void] = []
        var head = 0
    }

    private let state: Mutex<State>

    init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// Takes a slot; if none is free, `handOver` is called once one has been taken for the caller.
    func acquire(orLater handOver: @autoclosure () -> @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if state.free > 0 {
                state.free -= 1
                return true
            }
            state.waiting.append(handOver())
            return false
        }
    }

    /// Gives a slot back, or hands it over.
    ///
    /// - Returns: Whom to tell, once no lock is held.
    func release() -> Wake? {
        state.withLock { state in
            guard state.head < state.waiting.count else {
                state.free += 1
                return nil
            }
            let next = state.waiting[state.head]
            state.head += 1
            if state.head == state.waiting.count { (state.waiting, state.head) = ([], 0) }
            return Wake(next)
        }
    }
}
