#if os(Linux)
    import CCurl
    import CairnCore
    import Foundation

    /// One request on its way through curl: what curl calls, and what came of it.
    ///
    /// Used on the thread of its ``CurlLoop`` only.
    final class CurlTransfer {
        let number: Int
        let handle: CurlHandle
        let order: CurlOrder
        private let body: HTTPRequestBodyReader?
        private var sentCount = 0
        private var toldSentCount = 0
        private var parser = ResponseHeadParser()
        private var head: HTTPResponse?
        private var isHeadTold = false
        /// What has come since the exchange was last told.
        private var received = Data()
        private var receivedCount = 0
        /// What ended it from within a callback, whatever curl makes of that.
        private var failure: (any Error)?
        /// Why there was no socket, if that was for want of descriptors or memory.
        private var openError: Int32?
        private var isPaused = false
        private var pace: TransferPace
        /// Told when there is something to tell the exchange.
        private let touch: (CurlTransfer) -> Void
        private var isTouched = false

        init(_ number: Int, _ order: CurlOrder, _ handle: CurlHandle, _ touch: @escaping (CurlTransfer) -> Void) throws {
            self.number = number
            self.order = order
            self.handle = handle
            self.touch = touch
            pace = TransferPace(order.request, since: order.start, now: .now)
            body = try order.request.body.map(HTTPRequestBodyReader.init)
            handle.prepare(order.request, bodySize: body?.count, context: Unmanaged.passUnretained(self).toOpaque())
        }

        /// The moment at which it may be overdue; nil if it never is.
        var limit: ContinuousClock.Instant? { pace.limit }

        func isOverdue(_ now: ContinuousClock.Instant) -> Bool { pace.isOverdue(now) }

        /// The transfer that a callback belongs to.
        static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
            Unmanaged<CurlTransfer>.fromOpaque(context!).takeUnretainedValue()
        }

        // MARK: - What curl calls

        /// curl does not tell why there is no socket.
        func openSocket(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
            let handle = cairn_curl_open_socket(address)
            if handle < 0, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) {
                openError = errno
            }
            return handle
        }

        func receive(line: UnsafeRawBufferPointer) -> Int {
            pace.move(line.count)
            switch parser.read(line) {
            case .more: break
            case .complete(let response):
                head = response
                touchOnce()
            case .wrong(let reason):
                failure = failure ?? TransportError(reason, url: order.request.url)
                return Self.stop
            }
            return line.count
        }

        func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
            // An answer of HTTP/0.9, which is refused, would come without a head.
            if head == nil { return Self.stop }
            // Not left to the exchange: what is decompressed comes faster than it is handed on.
            if receivedCount + bytes.count > order.request.maximumResponseSize {
                failure = TransportError(.tooLarge(limit: order.request.maximumResponseSize), url: order.request.url)
                return Self.stop
            }
            if received.count >= HTTPExchange.capacity { pause() }
            if isPaused { return Self.pause }
            pace.move(bytes.count)
            receivedCount += bytes.count
            received.append(contentsOf: bytes)
            touchOnce()
            return bytes.count
        }

        func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            do {
                let data = try body?.read(upTo: buffer.count) ?? Data()
                data.copyBytes(to: buffer)
                sentCount += data.count
                pace.move(data.count)
                touchOnce()
                return data.count
            } catch {
                failure = error
                return Self.abortSending
            }
        }

        /// Begins to send anew: curl repeats a request whose connection had died before it went out.
        func rewind(to offset: Int) -> Bool {
            guard offset == 0, order.request.isRepeatable else { return false }
            body?.rewind()
            sentCount = 0
            return true
        }

        private static let stop = 0
        private static let pause = Int(CURL_WRITEFUNC_PAUSE)
        private static let abortSending = Int(CURL_READFUNC_ABORT)

        private func touchOnce() {
            if !isTouched { touch(self) }
            isTouched = true
        }

        // MARK: - What the loop calls

        /// Hands on what has come: whether anybody wants more.
        func tellExchange() -> Bool {
            isTouched = false
            if sentCount != toldSentCount {
                toldSentCount = sentCount
                order.sent(sentCount)
            }
            if let head, !isHeadTold {
                isHeadTold = true
                order.exchange.receive(head: head)
            }
            if received.isEmpty { return true }
            let data = received
            received = Data()
            switch order.exchange.receive(data) {
            case .more: break
            case .pause: pause()
            case .stop: return false
            }
            return true
        }

        private func pause() {
            isPaused = true
            pace.pause()
        }

        func resume() {
            guard isPaused else { return }
            isPaused = false
            pace.resume(.now)
            handle.unpause()
        }

        func complete(_ result: CURLcode) {
            if let failure { return order.exchange.finish(.failure(failure)) }
            // Also when the connection was closed in the middle of the head, which the exchange knows.
            if result == CURLE_OK { return order.exchange.finish(.success(())) }
            if result == CURLE_COULDNT_CONNECT, let openError { return fail(.failed(String(cString: strerror(openError)))) }
            fail(handle.reason(of: result, hasHead: head != nil))
        }

        func fail(_ reason: TransportError.Reason) {
            order.exchange.finish(.failure(TransportError(reason, url: order.request.url)))
        }
    }
#endif
