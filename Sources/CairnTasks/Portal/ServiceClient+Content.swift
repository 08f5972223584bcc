import CairnCore
import Foundation

extension ServiceClient {
    /// The largest picture of a user or an item, in bytes.
    static let pictureLimit = 16 << 20

    /// What lies at an address, whatever it is; nil if that is nothing at all.
    ///
    /// - Parameters:
    ///   - operation: Where, below the service.
    ///   - isPage: Whether it may be a web page, asked when one comes; else it is taken for one to sign in on.
    /// - Throws: ``ServiceError``, also for a failure that comes with the status of success; ``TransportError``, `CancellationError`.
    func content(
        _ operation: String, isPage: () async throws -> Bool = { false }, limit: Int = .max
    ) async throws -> Data? {
        try await fetched(operation, isPage, limit)?.data
    }

    /// The same as JSON, without tokens that a server repeats in it; nil if there is nothing.
    func jsonContent(_ operation: String) async throws -> JSONValue? {
        guard let (data, redaction) = try await fetched(operation, { false }, .max) else { return nil }
        do { return redaction.json(try JSONValue(parsing: data)) } catch {
            let words = (error as? JSONSyntaxError)?.objection(toBytes: data.count).map { "JSON was expected, and \($0)" }
            throw TransportError(.notUnderstood(words ?? "it is no JSON"), url: url.appending(path: operation))
        }
    }

    private func fetched(
        _ operation: String, _ isPage: () async throws -> Bool, _ limit: Int
    ) async throws -> (data: Data, redaction: Redaction)? {
        let target = url.appending(path: operation)
        let (body, redaction) = try await credentials.withToken(for: target) { token in
            let request = contentRequest(target, token)
            let redaction = Redaction(token, of: request, by: transport)
            do {
                let stream = try await transport.stream(request)
                if stream.status == 204 { return (HTTPResponseBody(Data()), redaction) }
                let answer = try DownloadAnswer(stream, after: DownloadState(), of: target, isSizeKnown: false, redaction)
                return (try await answer.judged(isPage: isPage, hasToken: token?.value.isEmpty == false), redaction)
            } catch {
                throw redaction.error(error)
            }
        }
        do {
            let data = try await body.collected(upTo: limit, of: target)
            return data.isEmpty ? nil : (data, redaction)
        } catch {
            throw redaction.error(error)
        }
    }

    /// By GET, for portals send on to where files are kept.
    private func contentRequest(_ target: URL, _ token: AccessToken?) -> HTTPRequest {
        var headers = token?.headers ?? [:]
        // Of a compressed answer nobody could tell that it is cut short.
        headers["Accept-Encoding"] = "identity"
        if let token, !token.value.isEmpty { headers["X-Esri-Authorization"] = "Bearer \(token.value)" }
        return HTTPRequest(.get, target, headers: headers)
    }
}
