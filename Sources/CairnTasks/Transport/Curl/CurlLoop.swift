#if os(Linux)
    import CCurl
    import CairnCore
    import Foundation
    import Glibc

    /// Runs the transfers of one transport, all on one thread.
    ///
    /// Nothing in here is shared: it is made, used and let go of on its thread. What it finds out it tells the exchanges, which
    /// others wait for, when curl has given control back.
    final class CurlLoop {
        private static let global: CURLcode = curl_global_init(Int(CURL_GLOBAL_ALL))

        private let inbox: CurlInbox
        private let configuration: CurlConfiguration
        private let multi: UnsafeMutableRawPointer
        private var queue: CurlQueue
        private var transfers: [Int: CurlTransfer] = [:]
        /// Those that something has come for since the exchanges were last told.
        private var touched: [CurlTransfer] = []
        /// Handles of transfers that are over, to be used again: making one costs more than a small request.
        private var idleHandles: [CurlHandle] = []
        private static let maximumIdleHandles = 64
        /// Whether a transfer has ended in this round.
        private var hasEnded = false
        /// No transfer is overdue before; nil if none ever is.
        private var nextLimit: ContinuousClock.Instant?

        init(_ inbox: CurlInbox, _ configuration: CurlConfiguration) {
            _ = Self.global
            self.inbox = inbox
            self.configuration = configuration
            multi = curl_multi_init()
            queue = CurlQueue(width: configuration.requestsPerHost)
            cairn_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 64)
        }

        deinit {
            curl_multi_cleanup(multi)
        }

        func run() {
            blockPipeSignal()
            while true {
                for message in inbox.take() { handle(message) }
                var count: Int32 = 0
                curl_multi_perform(multi, &count)
                finishCompleted()
                tellExchanges()
                enforceLimits()
                if transfers.isEmpty, queue.isEmpty, inbox.mayEnd() { return }
                if hasEnded { lookOut() }
                wait()
            }
        }

        /// TLS writes to sockets in the usual way, which kills a process whose peer has gone unless the signal is blocked.
        private func blockPipeSignal() {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
        }

        /// Whoever has just got an answer often asks again at once: to be woken would take longer than to look out for it.
        private func lookOut() {
            hasEnded = false
            let end = ContinuousClock.now + .microseconds(50)
            while !inbox.hasMessages, ContinuousClock.now < end { sched_yield() }
        }

        private func wait() {
            var events = curl_waitfd(fd: inbox.wakeup, events: Int16(CURL_WAIT_POLLIN), revents: 0)
            let now = ContinuousClock.now
            // Rounded up: woken a moment too early it would go round until the moment has come.
            let milliseconds = nextLimit.flatMap { Int(rounding: now.duration(to: $0).seconds * 1000, .up) } ?? 60_000
            curl_multi_poll(multi, &events, 1, Int32(clamping: max(0, min(milliseconds, 60_000))), nil)
        }

        private func handle(_ message: CurlInbox.Message) {
            switch message {
            case .start(let number, let order): start(number, order)
            case .resume(let number):
                guard let transfer = transfers[number] else { break }
                transfer.resume()
                heed(transfer.limit)
            case .cancel(let number):
                queue.cancel(number)
                end(number)
            }
        }

        private func start(_ number: Int, _ order: CurlOrder) {
            let deadline = TransferPace.deadline(of: order.request, since: order.start)
            if queue.admit(number, order, deadline: deadline) { begin(number, order) } else { heed(deadline) }
        }

        /// Begins a request that there is room for, or else the next.
        private func begin(_ number: Int, _ order: CurlOrder) {
            var due: (number: Int, order: CurlOrder)? = (number, order)
            while let (number, order) = due {
                do {
                    return try add(number, order)
                } catch {
                    order.exchange.finish(.failure(error))
                    due = queue.next(after: order)
                }
            }
        }

        private func add(_ number: Int, _ order: CurlOrder) throws {
            let idle = idleHandles.popLast()
            guard let handle = idle ?? CurlHandle(certificateAuthorities: configuration.certificateAuthorities) else {
                throw TransportError(.failed("there is no memory"), url: order.request.url)
            }
            let transfer = try CurlTransfer(number, order, handle) { [unowned self] in touched.append($0) }
            transfers[number] = transfer
            heed(transfer.limit)
            curl_multi_add_handle(multi, handle.raw)
        }

        private func finishCompleted() {
            var count: Int32 = 0
            while let message = curl_multi_info_read(multi, &count) {
                let (handle, result) = (message.pointee.easy_handle, message.pointee.data.result)
                guard message.pointee.msg == CURLMSG_DONE else { continue }
                var context: UnsafeMutableRawPointer?
                cairn_curl_get_pointer(handle, CURLINFO_PRIVATE, &context)
                let transfer = CurlTransfer.of(context)
                _ = transfer.tellExchange()
                transfer.complete(result)
                end(transfer.number)
            }
        }

        private func tellExchanges() {
            let due = touched
            touched = []
            for transfer in due where !transfer.tellExchange() { end(transfer.number) }
        }

        private func heed(_ limit: ContinuousClock.Instant?) {
            nextLimit = [nextLimit, limit].compactMap(\.self).min()
        }

        private func enforceLimits() {
            let now = ContinuousClock.now
            guard let limit = nextLimit, now >= limit else { return }
            for transfer in transfers.values where transfer.isOverdue(now) {
                transfer.fail(.timedOut)
                end(transfer.number)
            }
            for order in queue.takeOverdue(now) {
                order.exchange.finish(.failure(TransportError(.timedOut, url: order.request.url)))
            }
            nextLimit = [transfers.values.lazy.compactMap(\.limit).min(), queue.limit].compactMap(\.self).min()
        }

        private func end(_ number: Int) {
            hasEnded = true
            guard let transfer = transfers.removeValue(forKey: number) else { return }
            curl_multi_remove_handle(multi, transfer.handle.raw)
            transfer.handle.reset()
            if idleHandles.count < Self.maximumIdleHandles { idleHandles.append(transfer.handle) }
            if let (number, order) = queue.next(after: transfer.order) { begin(number, order) }
        }
    }
#endif
