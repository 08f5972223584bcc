import CairnCore
import Foundation

/// What an answer says that it is: a whole file, or the part of one that was asked for.
struct DownloadAnswer: Sendable {
    /// It does not fit to what is there already: that must be fetched anew.
    struct OfAnotherFile: Error {}

    /// An answer that is longer is no message of failure, and one longer than the first none that holds anything else.
    private static let (shortMessage, longestMessage) = (64 << 10, 1 << 20)
    /// What messages of failure hold.
    private static let messageMembers: Set<String> = [
        "error", "status", "code", "message", "messages", "details", "success", "statusmessage", "requestid",
    ]

    /// Where its bytes begin in the file.
    let start: Int
    /// Where they end; nil if that is known only at the end.
    let end: Int?
    /// How many bytes the file has, if that is known.
    let total: Int?
    /// What names this version of the file; nil if a later request could not tell whether it has changed.
    let version: String?
    private let stream: HTTPResponseStream
    private let url: URL
    private let redaction: Redaction

    /// Reads the head of an answer.
    ///
    /// - Throws: ``OfAnotherFile`` if it is a part that does not fit; ``TransportError`` if it contradicts itself.
    init(
        _ stream: HTTPResponseStream, after state: DownloadState, of url: URL, isSizeKnown: Bool, _ redaction: Redaction
    ) throws {
        self.stream = stream
        self.url = url
        // It is written down, and some repeat in it what they were sent.
        version = Self.version(stream.headers).flatMap { redaction.text($0) == $0 ? $0 : nil }
        self.redaction = redaction
        guard [200, 206, 416].contains(stream.status) else {
            (start, end, total) = (0, nil, nil)
            return
        }
        guard ["", "identity"].contains(stream.headers["content-encoding"]?.lowercased() ?? "") else {
            throw TransportError(.garbled("it is compressed, though that was not asked for"), url: url)
        }
        let length = stream.headers["content-length"].flatMap { Int($0) }
        guard stream.status == 206 else {
            if stream.status == 416 { throw OfAnotherFile() }
            let isCounted = length != nil || stream.headers["transfer-encoding"] != nil
            guard isCounted || isSizeKnown || stream.headers["connection"]?.lowercased() != "close" else {
                throw TransportError(
                    .garbled("it ends where its connection does, so that nobody can tell whether all of it came"), url: url)
            }
            (start, end, total) = (0, length, length)
            return
        }
        guard state.length > 0 else { throw TransportError(.garbled("a part came, and the whole was asked for"), url: url) }
        guard let range = ContentRange(stream.headers["content-range"]), range.start == state.length,
            length == nil || length == range.end - range.start, version == state.version,
            state.total == nil || range.total == state.total
        else { throw OfAnotherFile() }
        (start, end, total) = (range.start, range.end, range.total)
    }

    /// A strong tag, or else a date: a weak tag does not name bytes, and what is neither names nothing (RFC 9110, 8.8).
    private static func version(_ headers: [String: String]) -> String? {
        if let tag = headers["etag"], tag.utf8.count > 2, tag.utf8.first == UInt8(ascii: "\""),
            tag.utf8.last == UInt8(ascii: "\"")
        {
            return tag
        }
        return headers["last-modified"].flatMap { HTTPDate.date($0) == nil ? nil : $0 }
    }

    /// The bytes, once it is sure that they are not a message of failure with the status of success.
    ///
    /// - Parameters:
    ///   - isPage: Whether a web page is what is being fetched; asked when one comes.
    ///   - hasToken: Whether a token was sent. Many servers tell by a page that it has expired, for they give files to browsers.
    /// - Throws: ``ServiceError``, if the status is one of failure, too; ``TransportError`` of reason ``TransportError/Reason/notUnderstood(_:)`` for a page to sign in on.
    func judged(isPage: () async throws -> Bool, hasToken: Bool) async throws -> HTTPResponseBody {
        if stream.status == 206 { return stream.body }
        let (beginning, isAll) = try await beginning()
        let response = HTTPResponse(status: stream.status, headers: stream.headers, body: beginning)
        let json = isAll ? Self.message(beginning) : nil
        if let error = ErrorEnvelope.failure(in: json, response, url: url, redaction) { throw error }
        guard stream.status == 200 else { throw ServiceError(code: stream.status, message: "unexpected answer", url: url) }
        if DownloadedPage.isOne(beginning, type: stream.headers["content-type"]), try await !isPage() {
            let words = "a web page came, perhaps one to sign in on"
            if hasToken { throw ServiceError(code: 498, message: words, url: url) }
            throw TransportError(.notUnderstood(words), url: url)
        }
        return HTTPResponseBody(beginning, then: stream.body)
    }

    private func beginning() async throws -> (Data, isAll: Bool) {
        var data = Data()
        for try await chunk in stream.body {
            data += chunk
            // Only messages in JSON are needed as a whole.
            if data.count > Self.limit(for: data.first { !DownloadedPage.blanks.contains($0) }) { return (data, false) }
        }
        return (data, true)
    }

    private static func message(_ data: Data) -> JSONValue? {
        guard let json = try? JSONValue(parsing: data) else { return nil }
        let isOnlyThat = json.object?.keys.allSatisfy { messageMembers.contains($0.lowercased()) } ?? false
        return isOnlyThat || data.count <= shortMessage ? json : nil
    }

    /// How much must be seen of what begins so.
    private static func limit(for first: UInt8?) -> Int {
        switch first {
        case nil, UInt8(ascii: "{"): longestMessage
        case UInt8(ascii: "<"), 0xFE, 0xFF: 16 << 10
        default: 512
        }
    }
}
