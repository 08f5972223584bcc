import CairnTasks
import Synchronization

/// The credential that an old object was given, which its service is asked with.
final class HeldCredential: Sendable {
    private let client: ServiceClient
    private let credential = Mutex<AGSCredential?>(nil)

    init(_ client: ServiceClient) {
        self.client = client
    }

    var value: AGSCredential? {
        get { credential.withLock(\.self) }
        set {
            let former = credential.withLock { credential in
                defer { credential = newValue }
                return credential
            }
            if let newValue {
                client.credentials.set(newValue.credential(for: client), for: client.url)
            } else if former != nil {
                client.credentials.remove(for: client.url)
            }
        }
    }
}
