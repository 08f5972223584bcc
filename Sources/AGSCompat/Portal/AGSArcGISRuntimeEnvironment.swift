import CairnTasks
public import Foundation
import Synchronization

/// What counts for everything.
public final class AGSArcGISRuntimeEnvironment: NSObject {
    private static let key = EnvironmentKey()

    /// The API key that the location services of ArcGIS are asked with where there is no other credential; empty for none.
    public static var apiKey: String {
        get { key.value.withLock { $0 } }
        set {
            key.value.withLock { $0 = newValue }
            addKey()
        }
    }

    /// Puts the key, if there is one, where all ask. More than once does no harm.
    static func addKey() {
        if !apiKey.isEmpty { CredentialStore.standard.add(key) }
    }
}

/// The key that is set now.
private final class EnvironmentKey: Credential {
    let value = Mutex("")

    @concurrent func token(for url: URL, replacing rejected: AccessToken?) async throws -> AccessToken? {
        let key = value.withLock { $0 }
        return key.isEmpty ? nil : try await APIKeyCredential(key).token(for: url, replacing: rejected)
    }
}
