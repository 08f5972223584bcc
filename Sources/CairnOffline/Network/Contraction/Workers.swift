import CairnCore
import Dispatch
import Synchronization

/// Does the same for many, on several threads at once, and waits for it.
struct Workers {
    let count: Int
    /// What is less than this for each thread costs more to hand over than to do.
    private static let least = 8

    /// Calls `body` for each index, with the number of the worker that does it. Of one worker only one call runs at a time.
    func forEach(_ indices: Int, _ body: @Sendable (_ worker: Int, _ index: Int) -> Void) {
        guard count > 1, indices >= Self.least * count else {
            for index in 0..<indices { body(0, index) }
            return
        }
        let next = Atomic(0)
        let part = (indices / (count * 4)).clamped(to: 1...64)
        DispatchQueue.concurrentPerform(iterations: count) { worker in
            while case let first = next.add(part, ordering: .relaxed).oldValue, first < indices {
                for index in first..<min(indices, first + part) { body(worker, index) }
            }
        }
    }
}
