import CairnCore
import Dispatch

/// Where callbacks are called, one after the other, and let go.
///
/// The rule of old APIs: a call from the main queue is answered there, any other anywhere. Anywhere is here a serial Dispatch queue of the
/// callback's own, never one of the threads that run Swift's tasks: a callback may block until something else has answered.
public final class CallbackQueue: Sendable {
    private struct State: Sendable {
        var calls: [@Sendable () -> Void] = []
        /// Whether it has a thread, or waits for one.
        var isScheduled = false
    }

    /// The main queue.
    public static let main = CallbackQueue(.main)

    /// A Dispatch queue takes a thread of its own as soon as it has something to do, and ten thousand would take as many as the system has. So
    /// they are served by a few threads, and by one more for each that is blocked.
    private static let threads = BlockingThreads()

    private let queue: DispatchQueue
    private let state = Guarded(State())

    private init(_ queue: DispatchQueue) {
        self.queue = queue
    }

    /// A queue of its own.
    public convenience init() {
        self.init(DispatchQueue(label: "cairn.callbacks"))
    }

    /// Where a call that is made now is answered: on the main queue, or on a new one.
    public static var ofCaller: CallbackQueue { isMain ? main : CallbackQueue() }

    /// Whether the current code runs on the main queue.
    ///
    /// Asked by the queue's own mark: where the main thread is parked, as under an asynchronous `main` on Linux, the
    /// main queue runs on other threads.
    public static var isMain: Bool { DispatchQueue.getSpecific(key: mainMark) == true }

    private static let mainMark: DispatchSpecificKey<Bool> = {
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        return mark
    }()

    /// Calls `body` there: at once if that is the main queue, and the caller is on it.
    public func call(_ body: @escaping @Sendable () -> Void) {
        if self === Self.main, Self.isMain { body() } else { callLater(body) }
    }

    /// Calls `body` there, after what is to be called already; never before the caller has returned, if that is the main queue.
    public func callLater(_ body: @escaping @Sendable () -> Void) {
        if self === Self.main { return DispatchQueue.main.async { @Sendable in body() } }
        let isNews = state.change { state, _ in
            state.calls.append(body)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isNews { serve() }
    }

    /// Makes the calls that are there, on the queue and on the calling thread; what comes meanwhile waits, as others do.
    private func makeCalls(_ thread: BlockingThread) {
        queue.sync {
            for call in takeCalls() {
                call()
                thread.bodyEnded()
            }
        }
        let hasMore = state.change { state, _ in
            state.isScheduled = !state.calls.isEmpty
            return state.isScheduled
        }
        if hasMore { serve() }
    }

    private func serve() {
        Self.threads.run { self.makeCalls($0) }
    }

    private func takeCalls() -> [@Sendable () -> Void] {
        state.change { state, _ in
            defer { state.calls = [] }
            return state.calls
        }
    }
}
