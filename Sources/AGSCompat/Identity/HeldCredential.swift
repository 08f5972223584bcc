import CairnTasks
import Foundation
import Synchronization

/// The credential that an old object was given, which its service is asked with, and no other server; and how its requests are sent.
final class HeldCredential: Sendable {
    private struct State: Sendable {
        var client: ServiceClient?
        var credential: AGSCredential?
        /// Counts where there is no credential; empty for none.
        var key = ""
        var configuration: SettingsBox?

        /// What the service is asked with; nil for what all are asked with.
        var given: AGSCredential? { credential ?? (key.isEmpty ? nil : AGSCredential(token: key, referer: nil)) }

        var transport: ConfiguredTransport? { client?.transport as? ConfiguredTransport }
    }

    private let state: Mutex<State>

    /// - Parameter client: The service; nil if it is not known yet.
    init(_ client: ServiceClient? = nil) {
        state = Mutex(State(client: client))
    }

    var value: AGSCredential? {
        get { state.withLock { $0.credential } }
        set { give { $0.credential = newValue } }
    }

    /// An API key that its service is asked with where there is no credential; empty for none.
    var apiKey: String {
        get { state.withLock { $0.key } }
        set { give { $0.key = newValue } }
    }

    /// Changes what the service is asked with, and tells it.
    private func give(_ change: @Sendable (inout State) -> Void) {
        let (former, now) = state.withLock { state in
            let former = state
            change(&state)
            return (former, state)
        }
        guard let client = now.client else { return }
        if let given = now.given {
            client.credentials.set(given.credential(for: client), for: client.url)
        } else if former.given != nil {
            client.credentials.remove(for: client.url)
        }
    }

    /// How the requests are sent. What was made of an object of Cairn sends them as that does, whatever is set here.
    var configuration: AGSRequestConfiguration? {
        get { state.withLock { $0.configuration }.map(AGSRequestConfiguration.init) }
        set {
            let former = state.withLock { state in
                defer { state.configuration = newValue?.box }
                return state
            }
            former.transport?.configuration = newValue
            if newValue != nil { ChallengeRules.shared.add(self) } else { ChallengeRules.shared.remove(ObjectIdentifier(self)) }
        }
    }

    deinit { ChallengeRules.shared.remove(ObjectIdentifier(self)) }

    /// What its configuration says now; nil if it has none of its own.
    var settings: RequestSettings? { state.withLock { $0.configuration }?.value }

    /// Whether it is about the host and port of an address.
    func isAt(_ server: URL) -> Bool {
        guard let client = state.withLock({ $0.client }) else { return false }
        return ServerAddress(client.url) == ServerAddress(server)
    }

    /// The service has become known: what was given before is for it.
    func found(_ client: ServiceClient) {
        let given = state.withLock { state -> State? in
            guard state.client == nil else { return nil }
            state.client = client
            return state
        }
        guard let given else { return }
        if let configuration = given.configuration { given.transport?.configuration = AGSRequestConfiguration(configuration) }
        if let credential = given.given { client.credentials.set(credential.credential(for: client), for: client.url) }
    }
}
