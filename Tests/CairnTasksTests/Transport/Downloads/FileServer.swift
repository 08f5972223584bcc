import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Synchronization

/// A server of one file, as it should be, but for what a test makes wrong.
final class FileServer: Sendable {
    /// What goes wrong with an answer.
    enum Fault: Sendable, CaseIterable {
        case none
        /// The connection is lost after some bytes.
        case cut
        /// The answer ends after some bytes as if that were all.
        case short
        /// The file is another one by now.
        case change
        /// It knows no ranges.
        case whole
        /// Parts that do not say what they are parts of, or say something else, or are other parts.
        case noValidator, otherValidator, largerTotal, smallerTotal, otherStart, noRange, tooMany, tooFew, unknownTotal
        /// Messages of failure with the status of success.
        case envelope, page, tokenExpired
        case unavailable, notSatisfiable, compressed
    }

    private struct State {
        var contents: Data
        var version = 1
        var faults: [Fault] = []
    }

    private let state: Mutex<State>
    let requests = Level<[HTTPRequest]>([])

    init(_ contents: Data) {
        state = Mutex(State(contents: contents))
    }

    var contents: Data { state.withLock(\.contents) }

    /// Makes the next answers wrong.
    func plan(_ faults: Fault...) {
        state.withLock { $0.faults += faults }
    }

    func change(to contents: Data) {
        state.withLock { state in
            state.contents = contents
            state.version += 1
        }
    }

    var transport: StubTransport {
        StubTransport.streaming({ [self] request in
            requests.send(requests.value + [request])
            return try answer(request, state.withLock { $0.faults.isEmpty ? .none : $0.faults.removeFirst() })
        })
    }

    private func answer(_ request: HTTPRequest, _ fault: Fault) throws -> HTTPResponseStream {
        if fault == .change { change(to: Data(contents.reversed())) }
        let (data, version) = state.withLock { ($0.contents, "\"v\($0.version)\"") }
        switch fault {
        case .envelope: return HTTPResponseStream(.json(#"{"error":{"code":500,"message":"out of order"}}"#))
        case .tokenExpired: return HTTPResponseStream(.json(#"{"error":{"code":498,"message":"Invalid token."}}"#))
        case .page: return HTTPResponseStream(HTTPResponse(body: Data("\n<!DOCTYPE html><html>Sign in</html>".utf8)))
        case .unavailable: return HTTPResponseStream(HTTPResponse(status: 503, headers: ["Retry-After": "3"]))
        case .notSatisfiable: return HTTPResponseStream(HTTPResponse(status: 416))
        default: break
        }
        let from = request.headers["Range"].flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
        let isCurrent = request.headers["If-Range"].map { $0 == version } ?? true
        guard let from, isCurrent, fault != .whole, fault != .compressed else {
            let headers = fault == .compressed ? ["Content-Encoding": "gzip"] : [:]
            return stream(
                200, data, headers.merging(["ETag": version, "Content-Length": "\(data.count)"]) { $1 }, fault, request)
        }
        guard from < data.count else { return HTTPResponseStream(HTTPResponse(status: 416)) }
        return part(data, from, version, fault, request)
    }

    private func part(
        _ data: Data, _ from: Int, _ version: String, _ fault: Fault, _ request: HTTPRequest
    ) -> HTTPResponseStream {
        let count = data.count + (fault == .largerTotal ? 1 : fault == .smallerTotal ? -1 : 0)
        let end = fault == .tooFew ? from + (data.count - from + 1) / 2 : min(count, data.count)
        let start = fault == .otherStart ? from - 1 : from
        let total = fault == .unknownTotal ? "*" : "\(count)"
        var headers = ["Content-Range": "bytes \(start)-\(end - 1)/\(total)"]
        if fault != .noValidator { headers["ETag"] = fault == .otherValidator ? "\"other\"" : version }
        if fault == .noRange { headers["Content-Range"] = nil }
        // What does not belong there is told from what does.
        let wrong: [Fault] = [
            .otherValidator, .otherStart, .noRange, .largerTotal, .smallerTotal, .noValidator, .unknownTotal,
        ]
        var body = wrong.contains(fault) ? Data(count: end - from) : data[from..<end]
        if fault == .tooMany { body += Data(count: 10) }
        return stream(206, body, headers, fault, request)
    }

    private func stream(
        _ status: Int, _ data: Data, _ headers: [String: String], _ fault: Fault, _ request: HTTPRequest
    ) -> HTTPResponseStream {
        let rest = Level([.cut, .short].contains(fault) ? data.prefix(data.count / 2) : data)
        let body = HTTPResponseBody {
            let chunk = rest.value.prefix(997)
            rest.send(rest.value.dropFirst(997))
            if chunk.isEmpty, fault == .cut { throw TransportError(.connectionLost, url: request.url) }
            return chunk.isEmpty ? nil : Data(chunk)
        }
        return HTTPResponseStream(status: status, headers: headers, body: body)
    }
}
