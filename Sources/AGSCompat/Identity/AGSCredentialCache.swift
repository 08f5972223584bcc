import CairnCallbacks
import CairnTasks
public import Foundation

/// The credentials that challenges were answered with, and that resources were given: those of `CredentialStore.standard`, in memory alone.
public final class AGSCredentialCache: NSObject {
    private let store: CredentialStore

    init(_ store: CredentialStore = .standard) { self.store = store }

    /// Forgets them all, but not ``AGSArcGISRuntimeEnvironment/apiKey``.
    public func removeAllCredentials() {
        store.removeAll()
        AGSArcGISRuntimeEnvironment.addKey()
    }

    /// Forgets them all, as ``removeAllCredentials()`` does. A server is not told of it: a token that it has issued is good until it expires.
    ///
    /// - Parameter completion: Called on the main queue, with no error, when they are forgotten.
    public func removeAndRevokeAllCredentials(completion: (([AGSCredential: any Error]?) -> Void)? = nil) {
        removeAllCredentials()
        guard let completion else { return }
        let told = Carried(completion)
        CallbackQueue.main.callLater { told.value(nil) }
    }

    /// Does nothing, for nothing is kept elsewhere.
    public func disableAutoSyncToKeychain() {}

    /// Does nothing: credentials are kept in memory alone, and nothing secret is written by this library.
    ///
    /// - Parameters:
    ///   - identifier: By what the keychain would know them.
    ///   - accessGroup: Who else could read them.
    ///   - acrossDevices: Whether they would go to other devices.
    @available(*, deprecated, message: "Credentials are kept in memory alone. Keep what you need in the keychain yourself.")
    public func enableAutoSyncToKeychain(withIdentifier identifier: String, accessGroup: String?, acrossDevices: Bool) {}
}
