import CairnTasks
public import Foundation

/// A folder of a user's items.
public final class AGSPortalFolder: NSObject, Sendable {
    private let folder: PortalFolder

    init(_ folder: PortalFolder) {
        self.folder = folder
    }

    /// Its id.
    public var folderID: String? { folder.id }
    /// Its name.
    public var title: String? { folder.title.nonEmpty }
    /// When it was made.
    public var created: Date? { folder.created }
}
