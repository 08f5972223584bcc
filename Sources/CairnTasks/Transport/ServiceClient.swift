public import CairnCore
public import Foundation

/// Calls the operations of one ArcGIS service: parameters in, JSON out, failures as errors.
public struct ServiceClient: Sendable {
    /// The service, such as `…/rest/services/World/GeocodeServer`.
    public let url: URL
    /// How requests travel.
    public let transport: any HTTPTransport
    /// Who is asking; nil for services open to all.
    public let credential: (any Credential)?

    /// A client of a service.
    public init(url: URL, transport: any HTTPTransport, credential: (any Credential)? = nil) {
        self.url = url
        self.transport = transport
        self.credential = credential
    }

    /// Calls an operation; the empty name is the service itself, whose answer is its metadata.
    ///
    /// A rejected token (498, 499) is renewed once, and the call repeated once.
    ///
    /// - Throws: ``ServiceError``, ``TransportError``, `CancellationError`.
    @concurrent
    public func call(_ operation: String, _ parameters: [String: String] = [:]) async throws -> JSONValue {
        let target = operation.isEmpty ? url : url.appending(path: operation)
        let token = try await credential?.token(for: target, replacing: nil)
        do {
            return try await call(target, parameters, token)
        } catch let error as ServiceError where error.isAboutToken {
            guard let credential, let renewed = try await credential.token(for: target, replacing: token) else { throw error }
            return try await call(target, parameters, renewed)
        }
    }

    private func call(_ target: URL, _ parameters: [String: String], _ token: AccessToken?) async throws -> JSONValue {
        var fields = parameters
        fields["f"] = "json"
        fields["token"] = token?.value
        // By POST, so that neither addresses nor tokens stand in the logs of servers and proxies.
        let response = try await transport.send(.form(target, fields, headers: token?.headers ?? [:]))
        let json = try? JSONValue(parsing: response.body)
        if let error = ErrorEnvelope.error(in: json, response, url: target) { throw error }
        guard let json else {
            let start = String(decoding: response.body.prefix(40), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            throw TransportError(.notUnderstood("JSON was expected, it begins with \"\(start)\""), url: target)
        }
        return json
    }
}
