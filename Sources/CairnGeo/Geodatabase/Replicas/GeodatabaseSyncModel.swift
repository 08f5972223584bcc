/// What is brought up to date at once of a copy of a feature service.
public enum GeodatabaseSyncModel: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing: the copy is never brought up to date, and the service knows nothing of it.
    case none
    /// All of it: the service counts its generations once.
    case geodatabase = "perReplica"
    /// Each layer for itself: the service counts the generations of each.
    case layer = "perLayer"
}
