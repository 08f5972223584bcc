import CairnTasks
public import Foundation

/// The credentials that challenges were answered with, and that resources were given: those of `CredentialStore.standard`, in memory alone.
public final class AGSCredentialCache: NSObject {
    /// Forgets them all, but not ``AGSArcGISRuntimeEnvironment/apiKey``.
    public func removeAllCredentials() {
        CredentialStore.standard.removeAll()
        AGSArcGISRuntimeEnvironment.addKey()
    }

    /// Does nothing: credentials are kept in memory alone, and nothing secret is written by this library.
    ///
    /// - Parameters:
    ///   - identifier: By what the keychain would know them.
    ///   - accessGroup: Who else could read them.
    ///   - acrossDevices: Whether they would go to other devices.
    @available(*, deprecated, message: "Credentials are kept in memory alone. Keep what you need in the keychain yourself.")
    public func enableAutoSyncToKeychain(withIdentifier identifier: String, accessGroup: String?, acrossDevices: Bool) {}
}
