public import CairnCore
public import CairnTasks

extension ServiceAccess: StandardServices {
    /// The transport of the system, with the credentials of `CredentialStore.standard`. Jobs that are given no services have these.
    public static let standard = ServiceAccess(credentials: .standard)
}
