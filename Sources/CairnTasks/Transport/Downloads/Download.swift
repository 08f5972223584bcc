import CairnCore
public import Foundation

/// Fetches a file to disk, and goes on where it was when it is run again.
///
/// ```swift
/// try await Download(url, to: file).run { share in print("\(share * 100) %") }
/// ```
///
/// The file grows in a sibling that ends in `.download`, beside a note of which version of it this is (`ETag` or `Last-Modified`). What
/// comes later is taken only if it belongs to the same version; a file that has changed on the server is begun anew. It may take as
/// long as it moves. The file stands at its path only when it is complete and verified.
public struct Download: Sendable {
    /// What is fetched.
    public let url: URL
    /// Where it goes.
    public let destination: URL
    /// How large it must be, in bytes, if that is known.
    public let expectedSize: Int?
    /// How long it may stand still.
    public var stallTimeout: Duration = .seconds(60)
    private let transport: any HTTPTransport
    private let credentials: CredentialStore
    /// After how many bytes what has come is made durable, so that a crash loses no more.
    var durableStretch = 8 << 20

    /// A download that has not begun, or goes on.
    ///
    /// - Parameters:
    ///   - url: What to fetch.
    ///   - destination: Where the file goes; one that is there is replaced.
    ///   - expectedSize: How many bytes it must have; nil is whatever the server says.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking; nil for ``CredentialStore/standard``.
    public init(
        _ url: URL, to destination: URL, expectedSize: Int? = nil, transport: any HTTPTransport = .standard,
        credential: (any Credential)? = nil
    ) {
        self.url = url
        self.destination = destination
        self.expectedSize = expectedSize
        self.transport = transport
        credentials = .holding(credential)
    }

    /// Fetches what is missing, verifies the file, and puts it in its place.
    ///
    /// - Parameters:
    ///   - progress: Called with the share that is there, 0…1, if the server tells how much there is.
    ///   - verify: Throws if the complete file is not what it should be; it is then removed.
    /// - Throws: ``TransportError``, ``ServiceError``, `SystemError`, ``DownloadError``, `CancellationError`. What was fetched is kept,
    ///   unless it is wrong, or the server has not told which version of the file it is.
    @concurrent
    public func run(
        progress: @Sendable (Double) -> Void = { _ in }, verify: @Sendable (URL) throws -> Void = { _ in }
    ) async throws {
        _ = try await fetch(progress: progress, verify: verify)
    }

    /// As ``run(progress:verify:)`` does.
    ///
    /// - Returns: The file, which is locked as long as this is kept.
    func fetch(
        progress: @Sendable (Double) -> Void = { _ in }, verify: @Sendable (URL) throws -> Void = { _ in }
    ) async throws -> FileDescriptor {
        let file = try await DownloadFile(for: destination, from: url)
        do {
            try await fetchAll(into: file, progress)
        } catch {
            await file.discardIfUseless(for: destination)
            throw error
        }
        return try await file.finish(at: destination, expectedSize: expectedSize, verify: verify)
    }

    private func fetchAll(into file: DownloadFile, _ progress: @Sendable (Double) -> Void) async throws {
        var restarts = 0
        while await !file.isComplete {
            do {
                try await fetch(into: file, progress)
            } catch is DownloadAnswer.OfAnotherFile {
                // Once is a file that has changed; more is a server that cannot be relied on.
                restarts += 1
                if restarts > 1 { throw DownloadError.inconsistent(url: URL.withoutQuery(url)) }
                try await file.restart()
            }
        }
    }

    /// Removes what was fetched of an unfinished download.
    public func discard() {
        DownloadFile.discard(for: destination)
    }

    /// Fetches from where the file ends. What has come is kept, whatever happens.
    private func fetch(into file: DownloadFile, _ progress: @Sendable (Double) -> Void) async throws {
        let state = await file.state
        let (answer, body) = try await credentials.withToken(for: url) { token in
            let request = request(after: state, token)
            let redaction = Redaction(token, of: request, by: transport)
            do {
                let answer = try DownloadAnswer(
                    try await transport.stream(request), after: state, of: url, isSizeKnown: expectedSize != nil, redaction)
                return (answer, try await answer.judged(isPage: { isPage }, hasToken: token?.value.isEmpty == false))
            } catch {
                throw redaction.error(error)
            }
        }
        if let total = answer.total, let expectedSize, total != expectedSize {
            discard()
            throw DownloadError.wrongSize(found: total, expected: expectedSize, url: URL.withoutQuery(url))
        }
        try await file.begin(answer)
        do {
            for try await chunk in body {
                let state = try await file.append(chunk, durableEvery: durableStretch)
                if let total = state.total, total > 0 { progress(Double(state.length) / Double(total)) }
            }
        } catch {
            try? await file.keep()
            throw error
        }
        try await file.endAnswer()
    }

    /// Whether a web page is what is being fetched.
    private var isPage: Bool { ["html", "htm"].contains(destination.pathExtension.lowercased()) }

    /// A request for the rest, or for all.
    private func request(after state: DownloadState, _ token: AccessToken?) -> HTTPRequest {
        var headers = token?.headers ?? [:]
        // Of a compressed answer the bytes that arrive are not those that a range counts.
        headers["Accept-Encoding"] = "identity"
        if let version = state.version, state.length > 0 {
            headers["Range"] = "bytes=\(state.length)-"
            headers["If-Range"] = version
        }
        if let token, !token.value.isEmpty { headers["X-Esri-Authorization"] = "Bearer \(token.value)" }
        return HTTPRequest(.get, url, headers: headers, timeout: nil, stallTimeout: stallTimeout, maximumResponseSize: .max)
    }
}
