public import CairnCore
public import Foundation

/// Calls the operations of one ArcGIS service: parameters in, JSON out, failures as errors.
///
/// ```swift
/// let client = ServiceClient(url: service, transport: transport)
/// let metadata = try await client.call("")
/// ```
///
/// Of what it sent, tokens come back neither in errors nor in answers, should a server repeat them; in errors, neither does what else is secret in
/// its address, header fields and forms.
public struct ServiceClient: Sendable {
    /// The service, such as `…/rest/services/World/GeocodeServer`.
    public let url: URL
    /// How requests travel.
    public let transport: any HTTPTransport
    /// Where it finds out who is asking.
    public let credentials: CredentialStore

    /// A client of a service.
    ///
    /// - Parameters:
    ///   - url: The service, such as `…/rest/services/World/GeocodeServer`.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking; a ``CredentialStore`` for many, nil for ``CredentialStore/standard``.
    public init(url: URL, transport: any HTTPTransport, credential: (any Credential)? = nil) {
        self.url = url
        self.transport = transport
        credentials = .holding(credential)
    }

    /// Calls an operation; the empty name is the service itself, whose answer is its metadata.
    ///
    /// A rejected token (498, 499) is renewed once, and the call repeated. If that does not help, the store's challenge handler is asked,
    /// and the call repeated once more.
    ///
    /// - Parameters:
    ///   - operation: Its name, such as `suggest`.
    ///   - parameters: Its parameters, but for `f` and `token`.
    ///   - isRepeatable: Whether it does no harm if the operation is carried out twice; see ``HTTPRequest/isRepeatable``.
    /// - Throws: ``ServiceError``, ``TransportError``, `CancellationError`; what the store and its credentials throw.
    @concurrent
    public func call(
        _ operation: String, _ parameters: [String: String] = [:], isRepeatable: Bool = false
    ) async throws -> JSONValue {
        let target = operation.isEmpty ? url : url.appending(path: operation)
        return try await credentials.withToken(for: target) { token in
            var request = request(target, parameters, token)
            request.isRepeatable = isRepeatable
            return try await exchange(request, token)
        }
    }

    /// Calls an operation that changes nothing: by GET, so that what lies between may keep the answer, where the address is short and holds no
    /// token. An answer of more bytes than the limit is refused.
    func ask(
        _ operation: String, _ parameters: [String: String] = [:], limit: Int? = nil
    ) async throws -> JSONValue {
        let target = operation.isEmpty ? url : url.appending(path: operation)
        return try await credentials.withToken(for: target) { token in
            var request = question(target, parameters, token)
            if let limit { request.maximumResponseSize = limit }
            return try await exchange(request, token)
        }
    }

    /// Of what describes, counts or measures: with the symbols of all its layers a description takes a few megabytes.
    static let descriptionLimit = 16 << 20

    /// The longest address that all servers and proxies take.
    private static let longestAddress = 2000

    /// A request that changes nothing.
    func question(
        _ target: URL, _ parameters: [String: String], _ token: AccessToken?, format: String = "json"
    ) -> HTTPRequest {
        var form = request(target, parameters, token, format: format)
        form.isRepeatable = true
        let query = FormEncoding.encode(parameters.merging(["f": format]) { _, own in own })
        guard token?.value.isEmpty ?? true, target.query == nil, let address = URL(string: "\(target.absoluteString)?\(query)"),
            address.absoluteString.utf8.count <= Self.longestAddress
        else { return form }
        return HTTPRequest(.get, address, headers: token?.headers ?? [:])
    }

    private func exchange(_ request: HTTPRequest, _ token: AccessToken?) async throws -> JSONValue {
        let redaction = Redaction(token, of: request, by: transport)
        let response: HTTPResponse
        do { response = try await transport.send(request) } catch { throw redaction.error(error) }
        return try result(in: response, of: request.url, redaction)
    }

    /// What an answer gives, or the failure that it tells.
    func result(in response: HTTPResponse, of target: URL, _ redaction: Redaction) throws -> JSONValue {
        let json = Result { try JSONValue(parsing: response.body) }
        if let error = ErrorEnvelope.failure(in: try? json.get(), response, url: target, redaction) { throw error }
        do { return redaction.json(try json.get()) } catch { throw notJSON(response, error, target, redaction) }
    }

    /// By POST, so that neither addresses nor tokens stand in the logs of servers and proxies.
    func request(
        _ target: URL, _ parameters: [String: String], _ token: AccessToken?, format: String = "json"
    ) -> HTTPRequest {
        var fields = parameters
        fields["f"] = format
        if let token, !token.value.isEmpty { fields["token"] = token.value }
        return .form(target, fields, headers: token?.headers ?? [:])
    }

    private func notJSON(
        _ response: HTTPResponse, _ error: any Error, _ target: URL, _ redaction: Redaction
    ) -> TransportError {
        if let words = (error as? JSONSyntaxError)?.objection(toBytes: response.body.count) {
            return TransportError(.notUnderstood("JSON was expected, and \(words)"), url: target)
        }
        // What is not shown is cut first: of the blanks that it may begin with, and of more than is ever shown, so that no secret is cut in
        // two before it is found.
        let body = response.body.drop { $0 <= 0x20 }.prefix(32 << 10)
        let start = redaction.text(String(decoding: body, as: UTF8.self)).printable(upTo: 40)
        return TransportError(.notUnderstood("JSON was expected, it begins with \"\(start)\""), url: target)
    }
}
