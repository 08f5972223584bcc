import CairnTasks
import Dispatch
import Foundation

/// One connection: bytes in, requests out one at a time, answers back. Used on the server's queue only.
final class HTTPConnection {
    struct Events {
        let readable: @Sendable () -> Void
        let writable: @Sendable () -> Void
        let request: (HTTPRequestParser.Message) -> Void
        let closed: () -> Void
    }

    private let handle: Int32
    private let events: Events
    private let reading: any DispatchSourceRead
    private let writing: any DispatchSourceWrite
    private var isWaitingToWrite = false
    private var parser = HTTPRequestParser()
    private var output = Data()
    private var isAnswering = false
    private var closesAfterOutput = false
    private var isClosed = false
    /// The answer being made; cancelled when the client has gone.
    var answering: Task<Void, Never>?

    init(_ handle: Int32, _ queue: DispatchQueue, _ events: Events) {
        self.handle = handle
        self.events = events
        reading = DispatchSource.makeReadSource(fileDescriptor: handle, queue: queue)
        writing = DispatchSource.makeWriteSource(fileDescriptor: handle, queue: queue)
        reading.setEventHandler(handler: events.readable)
        writing.setEventHandler(handler: events.writable)
        // The handle may be closed only when neither source looks at it any more.
        let open = DispatchGroup()
        for source in [reading, writing] as [any DispatchSourceProtocol] {
            open.enter()
            source.setCancelHandler { @Sendable in open.leave() }
        }
        open.notify(queue: queue) { @Sendable in Foundation.close(handle) }
        reading.activate()
    }

    func read() {
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while !isClosed {
            let count = recv(handle, &chunk, chunk.count, 0)
            if count > 0 {
                parser.append(chunk[..<count])
                if count < chunk.count { break }
            } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
                return close()
            } else if errno == EAGAIN {
                break
            }
        }
        nextRequest()
    }

    private func nextRequest() {
        if isAnswering || isClosed || closesAfterOutput { return }
        do {
            if let message = try parser.next() {
                isAnswering = true
                events.request(message)
            } else if parser.takeWantsContinue() {
                output.append(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8))
                write()
            }
        } catch {
            let body = Data("\(error.reason)\n".utf8)
            let response = HTTPResponse(status: error.status, headers: ["content-type": "text/plain"], body: body)
            output.append(HTTPReply.response(response).bytes(isHead: false, keepsAlive: false).data)
            closesAfterOutput = true
            write()
        }
    }

    func send(_ reply: HTTPReply, to message: HTTPRequestParser.Message) {
        if isClosed { return }
        let keepsAlive = message.keepsAlive && !closesAfterOutput
        let (data, closes) = reply.bytes(isHead: message.method == "HEAD", keepsAlive: keepsAlive)
        output.append(data)
        closesAfterOutput = closesAfterOutput || closes
        isAnswering = false
        answering = nil
        write()
        nextRequest()
    }

    func write() {
        while !output.isEmpty, !isClosed {
            let count = output.withUnsafeBytes { ListeningSocket.send(handle, $0) }
            if count > 0 {
                output = output.dropFirst(count)
            } else if errno == EAGAIN {
                return waitToWrite(true)
            } else if errno != EINTR {
                return close()
            }
        }
        output = Data()
        waitToWrite(false)
        if closesAfterOutput { close() }
    }

    private func waitToWrite(_ waits: Bool) {
        guard waits != isWaitingToWrite, !isClosed else { return }
        isWaitingToWrite = waits
        if waits { writing.resume() } else { writing.suspend() }
    }

    func closeWhenIdle() {
        closesAfterOutput = true
        if !isAnswering, output.isEmpty { close() }
    }

    func close() {
        if isClosed { return }
        isClosed = true
        answering?.cancel()
        answering = nil
        reading.cancel()
        writing.cancel()
        // A suspended source delivers nothing, its cancellation neither.
        if !isWaitingToWrite { writing.resume() }
        events.closed()
    }
}
