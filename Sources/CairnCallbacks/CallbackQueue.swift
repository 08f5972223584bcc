import Dispatch
import Synchronization

/// Where callbacks are called, one after the other, and let go.
///
/// The rule of old APIs: a call from the main queue is answered there, any other anywhere. Anywhere is here a serial Dispatch queue that nothing else
/// runs on meanwhile, never one of the threads that run Swift's tasks: a callback may block until something else has answered.
public final class CallbackQueue: Sendable {
    private enum Kind: Sendable { case main, serial, concurrent }

    private struct State: Sendable {
        /// Those that wait for the ones being made.
        var waiting: [@Sendable () -> Void] = []
        /// Whether it has a thread, or waits for one.
        var isScheduled = false
    }

    /// The main queue.
    public static let main = CallbackQueue(.main)

    /// For those who are called once: with nothing to be in order with, each has a thread to itself.
    private static let anywhere = CallbackQueue(.concurrent)

    /// A Dispatch queue takes a thread of its own as soon as it has something to do, and ten thousand would take as many as the system has. So
    /// they are served by a few threads, and by one more for each that is blocked.
    private static let threads = BlockingThreads()

    // Nothing of others is called, nor let go of, under it.
    private let state = Mutex(State())

    private let kind: Kind

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// A queue of its own.
    public convenience init() { self.init(.serial) }

    /// Where a call that is made now is answered: on the main queue, or on a new one.
    public static var ofCaller: CallbackQueue { isMain ? main : CallbackQueue() }

    /// Where a call that is made now is answered, if that is done once: on the main queue, or anywhere, beside others.
    public static var ofSingleAnswer: CallbackQueue { isMain ? main : anywhere }

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
        if kind == .main, Self.isMain { body() } else { callLater(body) }
    }

    /// Calls `body` there, after what is to be called already; never before the caller has returned, if that is the main queue.
    public func callLater(_ body: @escaping @Sendable () -> Void) {
        switch kind {
        case .main: DispatchQueue.main.async(execute: body)
        case .concurrent: Self.threads.run { Self.make(body, on: $0) }
        case .serial: callInOrder(body)
        }
    }

    private func callInOrder(_ body: @escaping @Sendable () -> Void) {
        let isNews = state.withLock { state in
            if state.isScheduled { state.waiting.append(body) }
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isNews { Self.threads.run { self.make(body, [], on: $0) } }
    }

    /// Makes calls on a thread; what comes meanwhile waits, as others do.
    private func make(_ first: () -> Void, _ others: ArraySlice<@Sendable () -> Void>, on thread: BlockingThread) {
        Self.make(first, on: thread)
        for call in others { Self.make(call, on: thread) }
        let next = state.withLock { state in
            let next = state.waiting
            (state.waiting, state.isScheduled) = ([], !next.isEmpty)
            return next
        }
        if let first = next.first { Self.threads.run { self.make(first, next.dropFirst(), on: $0) } }
    }

    private static func make(_ call: () -> Void, on thread: BlockingThread) {
        call()
        thread.bodyEnded()
    }
}
