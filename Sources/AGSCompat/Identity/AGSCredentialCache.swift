import CairnTasks
public import Foundation

/// The credentials that challenges were answered with, and that resources were given: those of `CredentialStore.standard`, in memory alone.
public final class AGSCredentialCache: NSObject {
    /// Forgets them all, but not ``AGSArcGISRuntimeEnvironment/apiKey``.
    public func removeAllCredentials() {
        CredentialStore.standard.removeAll()
        AGSArcGISRuntimeEnvironment.addKey()
    }
}
