public import CairnGeo

/// What jobs with features need and cannot store: how to come from a description to a table.
public struct FeatureServices: Sendable {
    /// Makes the table, with its transport and credentials.
    public var table: @Sendable (FeatureSource) async throws -> any FeatureTable

    /// Services that make tables in that way.
    public init(table: @escaping @Sendable (FeatureSource) async throws -> any FeatureTable) {
        self.table = table
    }
}
