package import CairnCore
package import Foundation

extension ServiceClient {
    /// Throws the failure that a complete answer tells in its JSON.
    package typealias Check = @Sendable (HTTPResponse) throws -> Void

    /// How long an answer may be that is looked into for a failure: it is read whole for that. One that begins as failures do may be longer than
    /// others.
    private static func failureLimit(of answer: Data) -> Int { beginsAsFailure(answer) ? 16 << 20 : 64 << 10 }

    /// Whether the first name in it is `error`.
    private static func beginsAsFailure(_ answer: Data) -> Bool {
        let start = answer.prefix(1 << 10).filter { $0 > 0x20 }
        return [#"{"error":"#, "\u{FEFF}{\"error\":"].contains { start.starts(with: $0.utf8) }
    }

    /// The failure that the JSON of an answer tells whose status is good; nil if it is a result.
    package static func failure(in json: JSONValue, of url: URL) -> (any Error)? {
        ErrorEnvelope.failure(in: json, HTTPResponse(status: 200, url: url), url: url)
    }

    /// Sends a request that somebody else has made to its own address, with a token in a header field where there is one for that server.
    ///
    /// A rejected token is renewed, and a challenge put, as ``call(_:_:isRepeatable:)`` does.
    ///
    /// - Parameters:
    ///   - request: What to send. A POST that is refused for its token is sent again: the server has said that it did nothing.
    ///   - read: Reads the body of an answer whose status is good, and has it checked.
    /// - Throws: What reading throws; the failure that an answer is, ``TransportError``, `CancellationError`; what the store and its
    ///   credentials throw.
    @concurrent
    package func send<Answer: Sendable>(
        _ request: HTTPRequest, reading read: @escaping @Sendable (HTTPResponseStream, Check) async throws -> Answer
    ) async throws -> Answer {
        try await credentials.withToken(for: request.url) { token in
            let request = request.authorized(by: token)
            let redaction = Redaction(token, of: request, by: transport)
            do {
                let answer = try await transport.stream(request)
                guard answer.status < 400 else { throw try await failure(answer, of: request.url, redaction) }
                return try await read(answer) { whole in
                    guard whole.body.count <= Self.failureLimit(of: whole.body), let json = try? JSONValue(parsing: whole.body)
                    else { return }
                    if let failure = ErrorEnvelope.failure(in: json, whole, url: request.url, redaction) { throw failure }
                }
            } catch { throw redaction.error(error) }
        }
    }

    /// Writes an answer to a file, which is replaced when all of it is there, and is no failure: one of more than 64 KiB counts as one only if
    /// it begins with `{"error"`, and has no more than 16 MiB.
    ///
    /// - Parameter progress: Told how many bytes are there.
    package static func write(
        _ answer: HTTPResponseStream, to file: URL, _ check: Check, progress: @escaping @Sendable (Int) -> Void
    ) async throws {
        var (start, rest) = (Data(), answer.body.makeAsyncIterator())
        while start.count <= failureLimit(of: start), let chunk = try await rest.next() { start += chunk }
        try check(HTTPResponse(status: answer.status, headers: answer.headers, body: start, url: answer.url))
        try await HTTPResponseBody(start, then: answer.body).write(to: file, progress: progress)
    }

    private func failure(_ answer: HTTPResponseStream, of target: URL, _ redaction: Redaction) async throws -> any Error {
        let body = try await answer.body.collected(upTo: Self.descriptionLimit, of: target)
        let response = HTTPResponse(status: answer.status, headers: answer.headers, body: body, url: answer.url)
        let json = try? JSONValue(parsing: body)
        return ErrorEnvelope.failure(in: json, response, url: target, redaction)
            ?? ServiceError(code: answer.status, message: HTTPURLResponseText.reason(answer.status), url: target)
    }
}

extension HTTPRequest {
    fileprivate func authorized(by token: AccessToken?) -> HTTPRequest {
        guard let token else { return self }
        var request = self
        request.headers.merge(token.headers) { own, _ in own }
        if !token.value.isEmpty { request.headers["X-Esri-Authorization"] = "Bearer \(token.value)" }
        return request
    }
}
