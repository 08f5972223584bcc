/// Whether what an area's portal has packaged anew is fetched.
public enum PreplannedScheduledUpdatesOption: String, Sendable, Hashable, Codable, CaseIterable {
    /// It is not.
    case noUpdates
    /// All of it is.
    case downloadAllUpdates
}
