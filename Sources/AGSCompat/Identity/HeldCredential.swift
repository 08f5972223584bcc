import CairnTasks
import Synchronization

/// The credential that an old object was given, which its service is asked with, and no other server.
final class HeldCredential: Sendable {
    private struct State: Sendable {
        var client: ServiceClient?
        var credential: AGSCredential?
    }

    private let state: Mutex<State>

    /// - Parameter client: The service; nil if it is not known yet.
    init(_ client: ServiceClient? = nil) {
        state = Mutex(State(client: client))
    }

    var value: AGSCredential? {
        get { state.withLock { $0.credential } }
        set {
            let former = state.withLock { state in
                defer { state.credential = newValue }
                return state
            }
            guard let client = former.client else { return }
            if let newValue {
                client.credentials.set(newValue.credential(for: client), for: client.url)
            } else if former.credential != nil {
                client.credentials.remove(for: client.url)
            }
        }
    }

    /// The service has become known: what was given before is for it.
    func found(_ client: ServiceClient) {
        let given = state.withLock { state -> AGSCredential? in
            guard state.client == nil else { return nil }
            state.client = client
            return state.credential
        }
        if let given { client.credentials.set(given.credential(for: client), for: client.url) }
    }
}
