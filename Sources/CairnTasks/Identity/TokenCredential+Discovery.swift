import CairnCore
public import Foundation

extension TokenCredential {
    /// A credential for the server of a service, which is asked where it issues tokens (`authInfo` of `…/rest/info`).
    ///
    /// ```swift
    /// if let credential = try await TokenCredential.credential(for: service, username: "ann", password: password) {
    ///     CredentialStore.standard.add(credential)
    /// }
    /// ```
    ///
    /// The password goes where the server says: over HTTPS, or to this machine, or to a host that is allowed by name. Tokens go to the server alone.
    ///
    /// - Parameters:
    ///   - service: The address of a service, such as `…/arcgis/rest/services/Trees/FeatureServer`.
    ///   - username: Who is asking.
    ///   - password: The user's password.
    ///   - referer: What tokens are bound to, and sent with.
    ///   - unencryptedHosts: Hosts to which the password and the tokens may go without encryption, other than this machine.
    ///   - transport: How the server and tokens are asked for.
    ///   - clock: What tells that a token has become old.
    /// - Returns: nil if the server issues no tokens: its services are for everybody, or want to know who asks in another way.
    /// - Throws: ``ServiceError``, ``TransportError``, `CancellationError`.
    @concurrent
    public static func credential(
        for service: URL, username: String, password: String, referer: String = "https://cairn.invalid",
        unencryptedHosts: Set<String> = [], transport: any HTTPTransport = .standard,
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> TokenCredential? {
        let rule = EncryptionRule(unencryptedHosts: unencryptedHosts)
        guard let tokenURL = try await tokenURL(of: service, rule, transport) else { return nil }
        return TokenCredential(
            username: username, password: password, server: service, tokenURL: tokenURL, referer: referer,
            unencryptedHosts: unencryptedHosts, transport: transport, clock: clock)
    }

    private static func tokenURL(of service: URL, _ rule: EncryptionRule, _ transport: any HTTPTransport) async throws -> URL? {
        let info = try infoURL(of: service)
        // Who reads along could say that tokens are issued elsewhere.
        guard rule.admits(info) else {
            let reason = "who could change the answer would be told the password; use https, or allow that host by its name"
            throw TransportError(.invalidRequest(reason), url: info)
        }
        let json = try await ServiceClient(url: info, transport: transport, credential: CredentialStore()).ask("")
        guard let text = json["authInfo"]?["tokenServicesUrl"]?.string, !text.isEmpty else { return nil }
        guard let url = URL(string: text, relativeTo: info)?.absoluteURL, ServerAddress(url) != nil else {
            throw TransportError(.notUnderstood("where it issues tokens is no address: \(text.printable(upTo: 100))"), url: info)
        }
        return url
    }

    /// `…/rest/info` of the server, or of the portal, that a service is one of.
    private static func infoURL(of service: URL) throws -> URL {
        guard var parts = URLComponents(url: service, resolvingAgainstBaseURL: true),
            let rest = (parts.path + "/").range(of: "/rest/", options: .caseInsensitive)
        else {
            throw TransportError(
                .invalidRequest("it is no address of an ArcGIS service: there is no /rest/ in it"), url: service)
        }
        parts.path = (parts.path + "/")[..<rest.upperBound] + "info"
        (parts.query, parts.fragment, parts.user, parts.password) = (nil, nil, nil, nil)
        return parts.url ?? service
    }
}
