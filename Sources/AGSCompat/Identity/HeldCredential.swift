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
        /// Counts changes.
        var version = 0
        /// Whether the service has a credential of this one's.
        var hasGiven = false
        /// Whether its service knows all that was given.
        var isTold = false
        /// Whether it was ever said here how requests are sent: else the transport keeps what it was told elsewhere.
        var isConfigured = false

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
        // What was there is let go of outside of the lock: a configuration has closures of callers.
        let former = state.withLock { state in
            let former = state
            change(&state)
            (state.version, state.isTold) = (state.version + 1, false)
            return former
        }
        tell()
        withExtendedLifetime(former) {}
    }

    /// Tells the service what is known now; again if that has changed meanwhile, for another thread may have told it before.
    private func tell() {
        // Whether this call has told of a credential, perhaps after another thread had taken it back already.
        var hasSet = false
        while true {
            let (now, hadGiven) = state.withLock { state in
                defer { if state.client != nil { state.hasGiven = state.given != nil } }
                return (state, state.hasGiven)
            }
            guard let client = now.client else { return }
            if now.isConfigured { configure(now) }
            if let given = now.given {
                client.credentials.set(given.credential(for: client), for: client.url)
                hasSet = true
            } else if hadGiven || hasSet {
                client.credentials.remove(for: client.url)
            }
            let isLast = state.withLock { state in
                state.isTold = state.version == now.version
                return state.isTold
            }
            if isLast { return }
        }
    }

    private func configure(_ now: State) {
        now.transport?.configuration = now.configuration.map(AGSRequestConfiguration.init)
        if now.configuration != nil {
            ChallengeRules.shared.add(self)
        } else {
            ChallengeRules.shared.remove(ObjectIdentifier(self))
        }
    }

    /// How the requests are sent. What was made of an object of Cairn sends them as that does, whatever is set here.
    var configuration: AGSRequestConfiguration? {
        get { state.withLock { $0.configuration }.map(AGSRequestConfiguration.init) }
        set { give { ($0.configuration, $0.isConfigured) = (newValue?.box, true) } }
    }

    /// Has what was set of another.
    func take(_ other: HeldCredential) {
        let other = other.state.withLock(\.self)
        give {
            ($0.credential, $0.key) = (other.credential, other.key)
            ($0.configuration, $0.isConfigured) = (other.configuration, other.isConfigured)
        }
    }

    /// Sends requests as another does, if it was said how.
    func takeConfiguration(_ other: HeldCredential) {
        let other = other.state.withLock(\.self)
        if other.isConfigured { give { ($0.configuration, $0.isConfigured) = (other.configuration, true) } }
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
        let isTold = state.withLock { state in
            state.client = state.client ?? client
            return state.isTold
        }
        // Who finds it at the same time waits for nobody, and is not to ask before it is told.
        if !isTold { tell() }
    }
}
