import CairnCore
public import Foundation
import Synchronization

/// A user name and password, exchanged for tokens that are renewed before they expire.
///
/// Tokens are asked for as `client=referer`, and the `Referer` goes with every request they are used in. However many
/// requests find the token expired, one renewal serves them all.
public final class TokenCredential: Credential, CustomStringConvertible {
    private let client: TokenClient
    private let scope: TokenScope
    private let current: Mutex<TokenFetch>

    /// A credential for the services of one server.
    ///
    /// - Parameters:
    ///   - server: Any address of the server; tokens go to its host only.
    ///   - tokenURL: Its `generateToken` operation, as `/rest/info` tells it.
    ///   - lifetime: How long tokens shall be valid.
    public init(
        username: String, password: String, server: URL, tokenURL: URL, referer: String = "https://cairn.invalid",
        lifetime: Duration = .seconds(3600), transport: any HTTPTransport
    ) {
        client = TokenClient(
            username: username, password: password, url: tokenURL, referer: referer, lifetime: lifetime, transport: transport)
        scope = TokenScope(host: server.host?.lowercased() ?? "", isWithSubdomains: false)
        current = Mutex(TokenFetch(client))
    }

    /// The token for a request, or nil if this credential is not for that host.
    @concurrent
    public func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
        guard scope.admits(url) else { return nil }
        let fetch = current.withLock { current in
            if current.isStale(rejected: rejected) { current = TokenFetch(client) }
            return current
        }
        try await fetch.load()
        return fetch.token
    }

    /// The host, never the password.
    public var description: String { "Token credential for \(scope.host)" }
}

/// One token being fetched, or fetched: loading it is single flight.
private final class TokenFetch: Loadable {
    let loader = Loader()
    private let client: TokenClient
    private let fetched = Mutex<(token: AccessToken, expires: Date)?>(nil)

    init(_ client: TokenClient) {
        self.client = client
    }

    var token: AccessToken? { fetched.withLock { $0?.token } }

    @concurrent func performLoad() async throws {
        let answer = try await client.fetch()
        fetched.withLock { $0 = answer }
    }

    /// Whether another must be fetched: this one was refused, is about to expire, or could not be had.
    func isStale(rejected: AccessToken?) -> Bool {
        if loadStatus.error != nil { return true }
        return fetched.withLock { fetched in
            guard let fetched else { return false }
            return fetched.token == rejected || fetched.expires.timeIntervalSinceNow < 60
        }
    }
}

/// Asks a server for tokens.
private struct TokenClient: Sendable {
    let username: String
    let password: String
    let url: URL
    let referer: String
    let lifetime: Duration
    let transport: any HTTPTransport

    func fetch() async throws -> (token: AccessToken, expires: Date) {
        let fields = [
            "username": username, "password": password, "client": "referer", "referer": referer, "f": "json",
            "expiration": String(max(1, Int(rounding: lifetime.seconds / 60, .down) ?? .max)),
        ]
        let response = try await transport.send(.form(url, fields, headers: ["Referer": referer]))
        let json = try? JSONValue(parsing: response.body)
        if let error = ErrorEnvelope.error(in: json, response, url: url) { throw error }
        guard let token = json?["token"]?.string, !token.isEmpty else {
            throw TransportError(.notUnderstood("it holds no token"), url: url)
        }
        let expires = json?["expires"]?.double.map { Date(timeIntervalSince1970: $0 / 1000) }
        return (AccessToken(token, headers: ["Referer": referer]), expires ?? Date(timeIntervalSinceNow: lifetime.seconds))
    }
}
