public import CairnTasks
public import Foundation

/// What bringing an offline map up to date has come to.
public final class AGSOfflineMapSyncResult: NSObject {
    /// The result that this one shows, which says what it has come to for each geodatabase.
    public let value: OfflineMapSyncResult

    init(_ value: OfflineMapSyncResult) {
        self.value = value
    }

    /// Whether a geodatabase has failed, or a service has refused an edit.
    public var hasErrors: Bool { value.hasErrors }
    /// Whether files of the package were replaced, so that it must be closed, and opened by a new ``AGSMobileMapPackage``.
    public var isMobileMapPackageReopenRequired: Bool { value.isMobileMapPackageReopenRequired }
}
