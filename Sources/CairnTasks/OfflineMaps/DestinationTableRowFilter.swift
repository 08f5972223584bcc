/// Which rows of tables without places come that layers are related to.
public enum DestinationTableRowFilter: String, Sendable, Hashable, Codable, CaseIterable {
    /// All of them.
    case all
    /// Those that belong to features that come.
    case relatedOnly
}
