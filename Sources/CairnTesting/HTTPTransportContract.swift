import CairnCore
public import CairnTasks
public import Foundation

/// What every `HTTPTransport` promises, as a suite that any transport can be held to.
///
/// ```swift
/// let server = try ScriptedServer.contractPages()
/// defer { server.stop() }
/// try await HTTPTransportContract(MyTransport(), server: server.url).verify()
/// ```
///
/// It needs a server, or a pretended one, that answers some paths in known ways:
///
/// | path | answer |
/// |---|---|
/// | `/ok` | 200 with the body `ok` and the header `X-Mark: 1` |
/// | `/missing` | 404 with the body `gone` |
/// | `/demanding` | 401 with `WWW-Authenticate: Basic realm="maps"` |
/// | `/large` | 200 with 100,000 bytes |
/// | `/echo` | 200 with the request's body |
/// | `/hang` | none, ever |
/// | `/begun` | 200, `begun` as the first of 100,000 bytes, and no more |
/// | `/cut` | the same, and the connection is closed |
/// | `/drop` | the connection is closed |
///
/// What goes wrong below HTTP is the matter of ``HTTPWireContract``.
public struct HTTPTransportContract: Sendable {
    let transport: any HTTPTransport
    private let server: URL

    /// A contract for a transport that reaches such a server.
    public init(_ transport: any HTTPTransport, server: URL) {
        self.transport = transport
        self.server = server
    }

    /// A promise.
    public enum Clause: String, CaseIterable, Sendable {
        /// An answer comes whole, or not at all.
        case wholeAnswers
        /// Every status is an answer.
        case statuses
        /// So is the demand for authentication.
        case demands
        /// Bodies are sent as they are.
        case bodies
        /// So are files, with progress.
        case files
        /// Answers that are too large are refused.
        case sizeLimits
        /// A lost connection is told as that.
        case lostConnections
        /// An answer is read while it comes.
        case streaming
        /// Time is limited, as a whole and while nothing moves.
        case timeLimits
        /// What would be another request on the wire is refused.
        case validation
        /// Who is cancelled is told at once.
        case cancellation
    }

    /// Holds the transport to some clauses; to all of them, unless told otherwise.
    ///
    /// - Throws: ``ContractViolation`` naming the first clause that is broken.
    @concurrent
    public func verify(_ clauses: [Clause] = Clause.allCases) async throws {
        for clause in clauses { try await verify(clause) }
    }

    private func verify(_ clause: Clause) async throws {
        switch clause {
        case .wholeAnswers: try await answersComeWhole()
        case .statuses: try await everyStatusIsAnAnswer()
        case .demands: try await demandsAreAnswers()
        case .bodies: try await bodiesAreSent()
        case .files: try await filesAreSent()
        case .sizeLimits: try await answersThatAreTooLargeAreRefused()
        case .lostConnections: try await lostConnectionsAreToldAsThat()
        case .streaming: try await anAnswerIsReadWhileItComes()
        case .timeLimits: try await timeIsLimited()
        case .validation: try await whatIsNoRequestIsRefused()
        case .cancellation:
            try await cancellingIsPrompt()
            try await cancellingAReaderIsPrompt()
            try await aCancelledCallerSendsNothing()
        }
    }

    private func page(_ path: String) -> HTTPRequest { HTTPRequest(.get, server.appending(path: path)) }

    private func answersComeWhole() async throws {
        let response = try await transport.send(page("ok"))
        let text = String(decoding: response.body, as: UTF8.self)
        try require(
            response.status == 200 && text == "ok" && response.headers["x-mark"] == "1",
            "an answer comes with status, header fields in lower case, and body", observed: "\(response)")
        let head = try await transport.send(HTTPRequest(.head, server.appending(path: "missing")))
        try require(head.status == 404 && head.body.isEmpty, "an answer to HEAD has no body", observed: "\(head)")
    }

    private func everyStatusIsAnAnswer() async throws {
        let response = try await transport.send(page("missing"))
        try require(response.status == 404, "a status of failure is an answer, not an error", observed: "\(response.status)")
    }

    private func demandsAreAnswers() async throws {
        let demand = try await transport.send(page("demanding"))
        try require(
            demand.status == 401 && demand.headers["www-authenticate"]?.hasPrefix("Basic") == true,
            "a demand for authentication is an answer", observed: "\(demand)")
    }

    private func bodiesAreSent() async throws {
        let body = Data("größe=1&a=b".utf8)
        let response = try await transport.send(HTTPRequest(.post, server.appending(path: "echo"), body: .data(body)))
        try require(response.body == body, "a body is sent as it is", observed: "\(response.body.count) bytes")
        let nothing = try await transport.send(HTTPRequest(.post, server.appending(path: "echo")))
        try require(nothing.status == 200 && nothing.body.isEmpty, "a body may be missing", observed: "\(nothing)")
    }

    private func filesAreSent() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "cairn-contract-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
        try content.write(to: file)
        for body in [.file(file), HTTPRequestBody([.data(Data("<".utf8)), .file(file), .data(Data(">".utf8))])] {
            let sent = Level(0)
            let request = HTTPRequest(.post, server.appending(path: "echo"), body: body)
            let response = try await transport.stream(request) { sent.send(max(sent.value, $0)) }.collected()
            let expected = try body.contents()
            try require(response.body == expected, "files are sent as they are", observed: "\(response.body.count) bytes")
            try require(sent.value == expected.count, "progress ends with all", observed: "\(sent.value) of \(expected.count)")
        }
        let missing = HTTPRequest(.post, server.appending(path: "echo"), body: .file(file.appending(path: "none")))
        let error = await outcome { _ = try await transport.send(missing) }
        try require(error is SystemError, "a file that is not there is told as that", observed: "\(error as Any)")
    }

    private func answersThatAreTooLargeAreRefused() async throws {
        let request = HTTPRequest(.get, server.appending(path: "large"), maximumResponseSize: 1000)
        let error = await outcome { _ = try await transport.send(request) } as? TransportError
        try require(error?.reason == .tooLarge(limit: 1000), "a large answer is refused", observed: "\(error as Any)")
    }

    private func lostConnectionsAreToldAsThat() async throws {
        for path in ["drop", "cut"] {
            let error = await outcome { _ = try await transport.send(page(path)) } as? TransportError
            try require(
                error?.reason == .connectionLost, "a lost connection is told as that", observed: "\(path): \(error as Any)")
        }
    }

    private func anAnswerIsReadWhileItComes() async throws {
        var text = ""
        for try await chunk in try await transport.stream(page("begun")).body {
            text += String(decoding: chunk, as: UTF8.self)
            if text == "begun" { break }
        }
        try require(text == "begun", "an answer is read while it comes", observed: text)
    }

    private func timeIsLimited() async throws {
        for path in ["hang", "begun"] {
            for request in [
                HTTPRequest(.get, server.appending(path: path), timeout: .milliseconds(50)),
                HTTPRequest(.get, server.appending(path: path), timeout: nil, stallTimeout: .milliseconds(50)),
            ] {
                let error = await outcome { _ = try await transport.send(request) } as? TransportError
                try require(error?.reason == .timedOut, "time is limited", observed: "\(path): \(error as Any)")
            }
        }
    }

    private func whatIsNoRequestIsRefused() async throws {
        let ok = server.appending(path: "ok")
        for request in [
            HTTPRequest(.get, URL(string: "ftp://127.0.0.1/x")!), HTTPRequest(.get, URL(string: "relative")!),
            HTTPRequest(.get, ok, headers: ["X": "a\r\nY: b"]), HTTPRequest(.get, ok, headers: ["X: a": "b"]),
            HTTPRequest(.get, URL(string: "http://user:secret@127.0.0.1/x")!),
        ] {
            let error = await outcome { _ = try await transport.send(request) } as? TransportError
            guard case .invalidRequest? = error?.reason, !"\(error!)".contains("secret") else {
                throw ContractViolation("what is no request is refused", observed: "\(error as Any)")
            }
        }
    }

    private func cancellingIsPrompt() async throws {
        let request = HTTPRequest(.get, server.appending(path: "hang"), timeout: nil)
        let caller = Task { try await transport.send(request) }
        await Task.yield()
        caller.cancel()
        let error = await outcome { _ = try await caller.value }
        try require(error is CancellationError, "a cancelled caller gets CancellationError", observed: "\(error as Any)")
    }

    private func cancellingAReaderIsPrompt() async throws {
        let answer = try await transport.stream(HTTPRequest(.get, server.appending(path: "begun"), timeout: nil))
        let reader = Task { try await answer.collected() }
        await Task.yield()
        reader.cancel()
        let error = await outcome { _ = try await reader.value }
        try require(error is CancellationError, "a cancelled reader gets CancellationError", observed: "\(error as Any)")
    }

    private func aCancelledCallerSendsNothing() async throws {
        let request = page("ok")
        let caller = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.send(request)
        }
        let error = await outcome { _ = try await caller.value }
        try require(error is CancellationError, "a caller cancelled before gets nothing", observed: "\(error as Any)")
    }
}
