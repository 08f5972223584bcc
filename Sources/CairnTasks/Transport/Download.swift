import CairnCore
public import Foundation

/// Fetches a file in parts, and goes on where it was when it is run again.
///
/// ```swift
/// try await Download(url, to: file, transport: transport).run { fraction in context.reportProgress(fraction) }
/// ```
///
/// The file grows in a sibling that ends in `.download`, beside a note of what version of it this is (`ETag` or `Last-Modified`). A file
/// that has changed on the server is begun anew. The file stands at its path only when it is complete and verified.
public struct Download: Sendable {
    /// What is fetched.
    public let url: URL
    /// Where it goes.
    public let destination: URL
    /// How large it must be, in bytes, if that is known.
    public let expectedSize: Int?
    private let transport: any HTTPTransport
    private let credential: (any Credential)?
    private let partSize: Int

    /// A download that has not begun, or goes on.
    public init(
        _ url: URL, to destination: URL, expectedSize: Int? = nil, transport: any HTTPTransport,
        credential: (any Credential)? = nil, partSize: Int = 8 << 20
    ) {
        self.url = url
        self.destination = destination
        self.expectedSize = expectedSize
        self.transport = transport
        self.credential = credential
        self.partSize = max(1, partSize)
    }

    /// Fetches what is missing, verifies the file, and puts it in its place.
    ///
    /// - Parameters:
    ///   - progress: Called with the share that is there, 0…1.
    ///   - verify: Throws if the complete file is not what it should be; it is then removed.
    /// - Throws: ``TransportError``, ``ServiceError``, ``SystemError``, ``DownloadError``, `CancellationError`. What was fetched is kept,
    ///   unless it is wrong.
    @concurrent
    public func run(
        progress: @Sendable (Double) -> Void = { _ in }, verify: @Sendable (URL) throws -> Void = { _ in }
    ) async throws {
        let file = try FileDescriptor(partURL.path, O_RDWR | O_CREAT)
        var state = try savedState(file)
        while state.total == nil || state.length < state.total! {
            state = try await fetchPart(after: state, into: file)
            if let total = state.total, total > 0 { progress(Double(state.length) / Double(total)) }
        }
        try file.synchronize()
        do {
            if let expectedSize, state.length != expectedSize {
                throw DownloadError.wrongSize(found: state.length, expected: expectedSize, url: URL.withoutQuery(url))
            }
            try verify(partURL)
        } catch {
            discard()
            throw error
        }
        try DurableFile.rename(partURL.path, to: destination)
        unlink(noteURL.path)
    }

    /// Removes what was fetched of an unfinished download.
    public func discard() {
        unlink(partURL.path)
        unlink(noteURL.path)
    }

    private struct State: Codable {
        var length = 0
        var total: Int?
        /// What names this version of the file.
        var version: String?
    }

    private var partURL: URL { URL(filePath: destination.path + ".download") }
    private var noteURL: URL { URL(filePath: destination.path + ".download.json") }

    /// What is there already; nothing, unless a later request can tell whether the file has changed.
    private func savedState(_ file: FileDescriptor) throws -> State {
        let note = try DurableFile.contents(of: noteURL).flatMap { try? JSONValue(parsing: $0).decode(State.self) }
        guard var state = note, state.version != nil, try file.size() >= state.length else {
            try file.truncate(to: 0)
            return State()
        }
        try file.truncate(to: state.length)
        state.total = nil
        return state
    }

    private func fetchPart(after state: State, into file: FileDescriptor) async throws -> State {
        let token = try await credential?.token(for: url, replacing: nil)
        var headers = token?.headers ?? [:]
        // Of a compressed answer the bytes that arrive are not those that a range counts.
        headers["Accept-Encoding"] = "identity"
        headers["Range"] = "bytes=\(state.length)-\(state.length + partSize - 1)"
        if state.length > 0, let version = state.version { headers["If-Range"] = version }
        if let token { headers["X-Esri-Authorization"] = "Bearer \(token.value)" }
        let response = try await transport.send(HTTPRequest(.get, url, headers: headers, maximumResponseSize: 1 << 30))
        switch response.status {
        case 206: return try append(response, after: state, to: file)
        // The whole file: the server knows no ranges, or the file is another one by now.
        case 200: return try append(response, after: State(), to: file)
        case 416 where state.length > 0:
            try file.truncate(to: 0)
            return State()
        default:
            throw ErrorEnvelope.error(in: try? JSONValue(parsing: response.body), response, url: url)
                ?? ServiceError(code: response.status, message: "unexpected answer", url: url)
        }
    }

    private func append(_ response: HTTPResponse, after state: State, to file: FileDescriptor) throws -> State {
        var state = state
        if response.status == 206 {
            guard let range = Self.range(response.headers["content-range"]), range.start == state.length, !response.body.isEmpty
            else { throw TransportError(.notUnderstood("the part is not the one that was asked for"), url: url) }
            state.total = range.total
        } else {
            try file.truncate(to: 0)
            state.total = response.body.count
        }
        try file.write(response.body, at: state.length)
        state.length += response.body.count
        // A weak tag does not name bytes.
        let tag = response.headers["etag"].flatMap { $0.hasPrefix("W/") ? nil : $0 }
        state.version = tag ?? response.headers["last-modified"]
        try file.synchronize()
        try DurableFile.replace(noteURL, with: JSONValue(encoding: state).data())
        return state
    }

    /// `bytes 0-99/1000`.
    private static func range(_ text: String?) -> (start: Int, total: Int)? {
        guard let parts = text?.split(whereSeparator: { " -/".contains($0) }), parts.count == 4, parts[0] == "bytes",
            let start = Int(parts[1]), let total = Int(parts[3])
        else { return nil }
        return (start, total)
    }
}
