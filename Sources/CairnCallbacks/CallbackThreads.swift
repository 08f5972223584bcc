import CairnCore
import Dispatch
import Synchronization

/// The threads on which callback queues are served: a limited number, not counting those whose callbacks block.
///
/// A serial Dispatch queue takes a thread of its own as soon as it has something to do, and ten thousand of them would take as many as the
/// system has. So they are served one after the other by a few threads. But if all of these block, what they wait for may be what another
/// callback does: while queues wait, and no callback returns, there are more.
final class CallbackThreads: Sendable {
    private struct State: Sendable {
        var threadCount = 0
        var waiting = Queue<CallbackQueue>()
        var isWatched = false
        /// How many callbacks had returned at the last look.
        var seenCount = 0
    }

    static let shared = CallbackThreads()

    private let state = Guarded(State())
    private let callCount = Atomic(0)
    private let watchQueue = DispatchQueue(label: "cairn.callback-threads")

    /// How many threads there are, unless they block.
    private static let most = 24
    /// How many more there are at a look.
    private static let step = 8
    private static let interval = DispatchTimeInterval.milliseconds(5)

    /// Has the queue served, now or as soon as a thread is free.
    func admit(_ queue: CallbackQueue) {
        state.change { state, wakes in
            state.waiting.append(queue)
            if state.threadCount < Self.most { return addThreads(1, &state, &wakes) }
            if !state.isWatched { wakes.call { self.watch() } }
            state.isWatched = true
        }
    }

    /// A callback has returned.
    func called() {
        callCount.add(1, ordering: .relaxed)
    }

    private func addThreads(_ count: Int, _ state: inout State, _ wakes: inout Wakes) {
        state.threadCount += count
        for _ in 0..<count {
            wakes.call { DispatchQueue(label: "cairn.callback-thread").async { @Sendable in self.serve() } }
        }
    }

    private func serve() {
        while let queue = next() { queue.makeCalls() }
    }

    private func next() -> CallbackQueue? {
        state.change { state, _ in
            let next = state.waiting.popFirst()
            if next == nil { state.threadCount -= 1 }
            return next
        }
    }

    private func watch() {
        watchQueue.asyncAfter(deadline: .now() + Self.interval) { @Sendable in self.look() }
    }

    private func look() {
        state.change { state, wakes in
            state.isWatched = !state.waiting.isEmpty
            guard state.isWatched else { return }
            let count = callCount.load(ordering: .relaxed)
            if count == state.seenCount { addThreads(min(Self.step, state.waiting.count), &state, &wakes) }
            state.seenCount = count
            wakes.call { self.watch() }
        }
    }
}
