/// A feature that was changed on both sides since the geodatabase was last in step with its service.
///
/// The service takes what is sent to it: there the last who sends wins. Here what comes from the service replaces what was sent, unless the feature
/// was edited once more meanwhile: that edit is kept, and goes to the service with the next sync.
public struct SyncConflict: Sendable, Hashable, Codable {
    /// What was done to the feature.
    public enum Change: String, Sendable, Hashable, Codable, CaseIterable {
        /// It was added.
        case add
        /// It was changed.
        case update
        /// It was deleted.
        case delete
    }

    /// The feature's global id; of a file that was added or changed here, and whose feature others have deleted, that of the file.
    public var globalID: String
    /// What was done here.
    public var local: Change
    /// What was done in the service.
    public var server: Change
    /// Whether what was done here stays, for it was done while the sync ran or was not to be sent: it is a local change as before.
    public var isLocalKept: Bool

    /// A feature that was changed on both sides.
    public init(globalID: String, local: Change, server: Change, isLocalKept: Bool) {
        (self.globalID, self.local, self.server, self.isLocalKept) = (globalID, local, server, isLocalKept)
    }
}
