import CairnCore
import CairnTasks
public import Foundation
import Synchronization

/// Who is asking: a user with a password, or a token.
///
/// It is never part of a job's JSON, nor of a description.
public final class AGSCredential: NSObject, Sendable {
    private struct State: Sendable {
        var username: String?
        var password: String?
        var token: String?
        var referer: String?
        var tokenURL: URL?
    }

    private let state: Mutex<State>

    /// The user; nil for a token. What is set counts from the next time that the credential is given.
    public var username: String? {
        get { state.withLock { $0.username } }
        set { state.withLock { $0.username = newValue } }
    }
    /// The user's password.
    public var password: String? {
        get { state.withLock { $0.password } }
        set { state.withLock { $0.password = newValue } }
    }
    /// The token, if one was given.
    public var token: String? {
        get { state.withLock { $0.token } }
        set { state.withLock { $0.token = newValue } }
    }
    /// What the token is bound to.
    public var referer: String? { state.withLock { $0.referer } }

    /// Where the user's tokens are issued (`…/generateToken`); nil if the server of the service is to be asked where. What is set counts from the next
    /// time that the credential is given.
    public var tokenURL: URL? {
        get { state.withLock { $0.tokenURL } }
        set { state.withLock { $0.tokenURL = newValue } }
    }
    /// Where the user's tokens are issued, as some old code spells it.
    #if !SilentMigration
        @available(*, deprecated, renamed: "tokenURL")
    #endif
    public var tokenUrl: URL? {
        get { tokenURL }
        set { tokenURL = newValue }
    }

    /// A user. The server of the service is asked where it issues tokens, once one is wanted.
    public init(user: String, password: String) { state = Mutex(State(username: user, password: password)) }

    /// A token that is there already; when it has expired, the service refuses it.
    public init(token: String, referer: String?) { state = Mutex(State(token: token, referer: referer)) }

    /// The same for the server of a service.
    func credential(for service: ServiceClient) -> any Credential {
        guard let username, let password else {
            let headers = referer.map { ["Referer": $0] } ?? [:]
            return APIKeyCredential(AccessToken(token ?? "", headers: headers), server: service.url)
        }
        if let tokenURL {
            return TokenCredential(
                username: username, password: password, server: service.url, tokenURL: tokenURL, transport: service.transport)
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
