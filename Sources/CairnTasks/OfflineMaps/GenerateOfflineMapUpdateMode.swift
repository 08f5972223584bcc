/// Whether the features of an offline map can be brought up to date.
public enum GenerateOfflineMapUpdateMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// Edits go to the services, and those of others come.
    case syncWithFeatureServices
    /// They stay as they are, and the services know of no copy.
    case noUpdates
}
