import CairnCore
import CairnTasks
public import Foundation

/// Who is asking: a user with a password, or a token.
///
/// It is never part of a job's JSON, nor of a description.
public final class AGSCredential: NSObject, Sendable {
    /// The user; nil for a token.
    public let username: String?
    /// The user's password.
    public let password: String?
    /// The token, if one was given.
    public let token: String?
    /// What the token is bound to.
    public let referer: String?

    /// A user. The server of the service is asked where it issues tokens, once one is wanted.
    public init(user: String, password: String) {
        (username, self.password, token, referer) = (user, password, nil, nil)
    }

    /// A token that is there already; when it has expired, the service refuses it.
    public init(token: String, referer: String?) {
        (username, password, self.token, self.referer) = (nil, nil, token, referer)
    }

    /// The same for the server of a service.
    func credential(for service: ServiceClient) -> any Credential {
        guard let username, let password else {
            let headers = referer.map { ["Referer": $0] } ?? [:]
            return APIKeyCredential(AccessToken(token ?? "", headers: headers), server: service.url)
        }
        return SignIn(service.url, username, password, service.transport)
    }
}

extension AGSCredential: CustomReflectable {
    /// Nothing: `dump` shows no password either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A user whose server is asked where it issues tokens when the first is wanted.
private final class SignIn: Credential, Loadable {
    let loader = Loader()
    private let (service, username, password): (URL, String, String)
    private let transport: any HTTPTransport
    private let found = Guarded<TokenCredential?>(nil)

    init(_ service: URL, _ username: String, _ password: String, _ transport: any HTTPTransport) {
        (self.service, self.username, self.password, self.transport) = (service, username, password, transport)
    }

    @concurrent func performLoad() async throws {
        let credential = try await TokenCredential.credential(
            for: service, username: username, password: password, transport: transport)
        found.change { found, _ in found = credential }
    }

    @concurrent func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
        // For other servers there is nothing to be asked.
        guard ServerAddress(url) == ServerAddress(service) else { return nil }
        // It may go better now.
        if loadStatus.error == nil { try await load() } else { try await retryLoad() }
        return try await found.read(\.self)?.token(for: url, replacing: rejected)
    }
}
