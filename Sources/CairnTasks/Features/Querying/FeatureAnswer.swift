import CairnCore
import CairnGeo
import Foundation

/// The answer to one request for features, which is read as it comes.
struct FeatureAnswer: Sendable {
    /// The format it was asked for in.
    let format: FeatureFormat
    private let url: URL
    private let stream: HTTPResponseStream
    private let redaction: Redaction
    private var reader: FeatureAnswerReader
    private var waiting: [Feature] = []
    private var isAtEnd = false
    private var pace = FeaturePace()
    /// How many bytes have been read.
    private(set) var size = 0

    /// Asks, and returns when it is sure that features come.
    ///
    /// - Parameter fields: The types of fields, where they are known already.
    /// - Throws: ``ServiceError``, ``TransportError``, `CancellationError`; what the credentials throw.
    init(
        _ operation: String, _ parameters: [String: String], format: FeatureFormat, fields: [Field], of client: ServiceClient
    ) async throws {
        let target = client.url.appending(path: operation)
        self = try await client.credentials.withToken(for: target) { token in
            var request = client.question(target, parameters, token, format: format.rawValue)
            // It takes as long as somebody reads.
            (request.timeout, request.stallTimeout) = (nil, .seconds(60))
            let redaction = Redaction(token, of: request, by: client.transport)
            do {
                let stream = try await client.transport.stream(request)
                var answer = FeatureAnswer(target, stream, format, fields, redaction)
                try await answer.judge()
                return answer
            } catch {
                throw redaction.error(error)
            }
        }
    }

    private init(
        _ url: URL, _ stream: HTTPResponseStream, _ format: FeatureFormat, _ fields: [Field], _ redaction: Redaction
    ) {
        (self.url, self.stream, self.format, self.redaction) = (url, stream, format, redaction)
        reader = FeatureAnswerReader(asked: format, fields: fields)
    }

    /// What the answer says of its features, as far as it has come.
    var header: FeatureSet { redaction.header(reader.header) }

    /// The next features; nil behind the last.
    ///
    /// - Throws: ``ServiceError``, ``TransportError``, `CancellationError`.
    mutating func next() async throws -> [Feature]? {
        while waiting.isEmpty, !isAtEnd {
            do { try await readOn() } catch { throw redaction.error(error) }
        }
        defer { waiting = [] }
        return waiting.isEmpty ? nil : redaction.features(waiting)
    }

    private mutating func judge() async throws {
        guard stream.status == 200 else { throw try await failure() }
        while !reader.hasFeatures, !isAtEnd { try await readOn() }
    }

    /// What an answer of another status says. Nobody needs more of it than this.
    private func failure() async throws -> any Error {
        var body = Data()
        for try await chunk in stream.body {
            body += chunk
            if body.count > 1 << 16 { break }
        }
        let response = HTTPResponse(status: stream.status, headers: stream.headers, body: body)
        return ErrorEnvelope.failure(in: try? JSONValue(parsing: body), response, url: url, redaction)
            ?? ServiceError(code: stream.status, message: "unexpected answer", url: url)
    }

    private mutating func readOn() async throws {
        var iterator = stream.body.makeAsyncIterator()
        let (start, before) = (ContinuousClock.now, waiting.count)
        let chunk = try await iterator.next()
        let wait = ContinuousClock.now - start
        size += chunk?.count ?? 0
        isAtEnd = chunk == nil
        do {
            try reader.read(chunk, into: &waiting)
        } catch {
            throw TransportError(.notUnderstood(words(for: error, at: chunk ?? Data())), url: url)
        }
        if isAtEnd { return try close() }
        if pace.isOverdue(after: wait, bytes: chunk?.count ?? 0, features: waiting.count - before) {
            throw TransportError(.timedOut, url: url)
        }
    }

    private func words(for error: any Error, at chunk: Data) -> String {
        let isMarkup = chunk.first { !DownloadedPage.blanks.contains($0) } == UInt8(ascii: "<")
        let isPage = isMarkup || DownloadedPage.isOne(chunk, type: stream.headers["content-type"])
        if isPage, !reader.hasFeatures { return "a web page came instead of features, perhaps one to sign in on" }
        return redaction.text("\(error)").printable(upTo: 200)
    }

    private func close() throws {
        let members = reader.members.map(JSONValue.object)
        let response = HTTPResponse(status: stream.status, headers: stream.headers)
        if let error = ErrorEnvelope.failure(in: members, response, url: url, redaction) { throw error }
        if !reader.hasFeatures { throw TransportError(.notUnderstood("it has no features"), url: url) }
    }
}
