import CairnCore
import Foundation

/// The two services of a utility network, as they are on the wire.
struct UtilityNetworkWire: Sendable {
    /// The feature service, which holds the features.
    let features: ServiceClient
    /// The service of the network itself, which stands beside it.
    let network: ServiceClient
    /// The version of the data that is asked about; nil for the default.
    let versionName: String?

    /// - Throws: ``UtilityNetworkError/notAFeatureService(url:)``.
    init(_ features: ServiceClient, versionName: String?) throws(UtilityNetworkError) {
        guard features.url.lastPathComponent.lowercased() == "featureserver" else {
            throw .notAFeatureService(url: URL.withoutQuery(features.url))
        }
        self.features = features
        self.versionName = versionName
        network = Self.client(features.url.deletingLastPathComponent().appending(path: "UtilityNetworkServer"), like: features)
    }

    /// One that asks of the network alone.
    init(network: ServiceClient, versionName: String?) {
        (features, self.network, self.versionName) = (network, network, versionName)
    }

    /// A layer, or a table, of the feature service.
    func layer(_ id: Int) -> ServiceClient { Self.client(features.url.appending(path: "\(id)"), like: features) }

    private static func client(_ url: URL, like other: ServiceClient) -> ServiceClient {
        ServiceClient(url: url, transport: other.transport, credential: other.credentials)
    }

    /// What a service, or a layer, says of itself.
    func description(of client: ServiceClient) async throws -> AnswerPart {
        AnswerPart(try await client.ask("", limit: ServiceClient.descriptionLimit), of: client.url)
    }

    /// Calls an operation that does no harm if it is carried out twice, and may take minutes. It is about the version of the data, unless it says
    /// otherwise.
    ///
    /// - Throws: ``UtilityNetworkError/refused(operation:service:extendedCode:reasons:)``; what the service throws.
    func call(_ client: ServiceClient, _ operation: String, _ fields: [String: String]) async throws -> AnswerPart {
        var form = fields
        if let versionName, !versionName.isEmpty { form["gdbVersion"] = versionName }
        return try await ask(client.url.appending(path: operation), of: client, named: operation) { target, token in
            var request = client.changingForm(target, form, token)
            request.isRepeatable = true
            return request
        }
    }

    /// How work is that the service does while its caller waits.
    ///
    /// - Throws: `UnusableStatus`, and as ``call(_:_:_:)``.
    func status(at url: URL) async throws -> AnswerPart {
        let client = Self.client(url, like: network)
        return try await UnusableStatus.expect {
            try await ask(url, of: client, named: "validateNetworkTopology") { target, token in
                var request = client.question(target, [:], token)
                request.maximumResponseSize = ServiceClient.descriptionLimit
                return request
            }
        }
    }

    private func ask(
        _ target: URL, of client: ServiceClient, named operation: String, _ make: (URL, AccessToken?) -> HTTPRequest
    ) async throws -> AnswerPart {
        try await client.credentials.withToken(for: target) { token in
            let request = make(target, token)
            let redaction = Redaction(token, of: request, by: client.transport)
            let response: HTTPResponse
            do { response = try await client.transport.send(request) } catch { throw redaction.error(error) }
            try expectNoRefusal(response, operation, of: client, redaction)
            return AnswerPart(try client.result(in: response, of: target, redaction), of: target)
        }
    }

    /// Networks refuse in a way of their own, with a number that is no code of HTTP: what that means the service says, and nobody else.
    private func expectNoRefusal(
        _ response: HTTPResponse, _ operation: String, of client: ServiceClient, _ redaction: Redaction
    ) throws {
        guard response.status < 400, let json = try? JSONValue(parsing: response.body), json["success"]?.bool == false,
            let error = json["error"], error.object != nil, error["code"] == nil
        else { return }
        let details = error["details"]?.array?.compactMap(\.string) ?? []
        let words = [error["message"]?.string, error["description"]?.string].compactMap(\.self) + details
        throw UtilityNetworkError.refused(
            operation: operation, service: URL.withoutQuery(client.url), extendedCode: error["extendedCode"]?.int,
            reasons: words.filter { !$0.isEmpty }.prefix(10).map { redaction.text($0).printable() })
    }
}

extension Sequence<String> {
    /// As a list in a form.
    var jsonText: String { JSONValue.array(map(JSONValue.string)).text() }
}
