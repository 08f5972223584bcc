/// Lets so many run at once; the others wait, first come, first served.
package final class Slots: Sendable {
    private struct State {
        var free: Int
        var next = 0
        var waiting: [Int: Waiter<any Error>] = [:]
        /// Who waits, the longest first, and some that were cancelled.
        var order = Queue<Int>()

        mutating func takeFirst() -> Waiter<any Error>? {
            while let id = order.popFirst() {
                if let waiter = waiting.removeValue(forKey: id) { return waiter }
            }
            return nil
        }
    }

    private let state: Guarded<State>

    package init(_ count: Int) {
        state = Guarded(State(free: max(1, count)))
    }

    /// Waits for a slot, and takes it.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    package func take() async throws {
        let id = state.change { state, _ in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in enter(id, Waiter(continuation)) }
        } onCancel: {
            state.change { state, wakes in
                if let waiter = state.waiting.removeValue(forKey: id) {
                    wakes.resume(waiter, with: .failure(CancellationError()))
                }
            }
        }
    }

    private func enter(_ id: Int, _ waiter: Waiter<any Error>) {
        state.change { state, wakes in
            if Task.isCancelled {
                wakes.resume(waiter, with: .failure(CancellationError()))
            } else if state.free > 0 {
                state.free -= 1
                wakes.resume(waiter)
            } else {
                state.waiting[id] = waiter
                state.order.append(id)
            }
        }
    }

    /// Gives a slot back, to who waits longest.
    package func give() {
        state.change { state, wakes in
            if let waiter = state.takeFirst() { wakes.resume(waiter) } else { state.free += 1 }
        }
    }
}
