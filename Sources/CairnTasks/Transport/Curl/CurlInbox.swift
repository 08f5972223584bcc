#if os(Linux)
    import CCurl
    import CairnCore
    import Foundation
    import Glibc
    import Synchronization

    /// What a transport is made with.
    struct CurlConfiguration: Sendable {
        var requestsPerHost: Int
        var certificateAuthorities: String?
    }

    /// A request to be sent, and who waits for its answer.
    struct CurlOrder: Sendable {
        let request: HTTPRequest
        let exchange: HTTPExchange
        /// When it was made.
        let start = ContinuousClock.now
        /// Returns at once.
        let sent: @Sendable (Int) -> Void
    }

    /// What callers want of the thread that runs the transfers: written down here, and read there.
    ///
    /// The thread begins with the first order, and ends when the inbox is closed and every transfer is over.
    final class CurlInbox: Sendable {
        enum Message: Sendable {
            case start(Int, CurlOrder)
            /// There is room for what is still to come.
            case resume(Int)
            /// Nobody wants it any more.
            case cancel(Int)
        }

        private struct State: Sendable {
            /// Readable while there is something to read; -1 before it is needed.
            var wakeup: Int32 = -1
            var messages: [Message] = []
            var isRunning = false
            var isClosed = false
        }

        private let configuration: CurlConfiguration
        private let state = Mutex(State())
        private let numbers = Atomic(0)

        init(_ configuration: CurlConfiguration) {
            self.configuration = configuration
        }

        deinit {
            let wakeup = wakeup
            if wakeup >= 0 { Glibc.close(wakeup) }
        }

        var wakeup: Int32 { state.withLock(\.wakeup) }

        /// Sees to it that the thread can be woken; whether there is a descriptor left for that.
        func open() -> Bool {
            state.withLock { state in
                if state.wakeup < 0 { state.wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }
                return state.wakeup >= 0
            }
        }

        func nextNumber() -> Int { numbers.add(1, ordering: .relaxed).newValue }

        func post(_ message: Message) {
            let (mustBegin, mustWake) = state.withLock { state in
                state.messages.append(message)
                defer { state.isRunning = true }
                return (!state.isRunning, state.messages.count == 1)
            }
            if mustBegin { begin() } else if mustWake { wake() }
        }

        func close() {
            state.withLock { $0.isClosed = true }
            if wakeup >= 0 { wake() }
        }

        private func begin() {
            let thread = Thread { [self] in CurlLoop(self, configuration).run() }
            thread.name = "cairn.curl"
            thread.start()
        }

        private func wake() {
            eventfd_write(wakeup, 1)
        }

        var hasMessages: Bool { state.withLock { !$0.messages.isEmpty } }

        /// The messages since the last call.
        func take() -> [Message] {
            var count: eventfd_t = 0
            eventfd_read(wakeup, &count)
            return state.withLock { state in
                defer { state.messages = [] }
                return state.messages
            }
        }

        /// Whether the thread has nothing more to do. A message that comes after that begins another.
        func mayEnd() -> Bool {
            state.withLock { state in
                state.isRunning = !state.isClosed || !state.messages.isEmpty
                return !state.isRunning
            }
        }
    }
#endif
