/// Which features of a layer go into a geodatabase.
public struct GenerateLayerOption: Sendable, Hashable, Codable {
    /// How the features of a layer are chosen.
    public enum QueryOption: String, Sendable, Hashable, Codable, CaseIterable {
        /// All of them, wherever they are.
        case all
        /// None but those that others are related to, if ``GenerateLayerOption/includesRelated`` is set.
        case none
        /// Those that the condition and the extent choose.
        case filter = "useFilter"
    }

    /// The number of the layer in the service.
    public var layerID: Int
    /// How its features are chosen.
    public var queryOption: QueryOption
    /// The condition that they meet, of ``QueryOption/filter``; empty for none.
    public var whereClause: String
    /// Whether they lie in the extent of the geodatabase, of ``QueryOption/filter``.
    public var usesGeometry: Bool
    /// Whether features that are related to those of other layers come, too.
    public var includesRelated: Bool

    /// Which features of a layer go into a geodatabase.
    public init(
        layerID: Int, queryOption: QueryOption = .filter, whereClause: String = "", usesGeometry: Bool = true,
        includesRelated: Bool = false
    ) {
        self.layerID = layerID
        self.queryOption = queryOption
        self.whereClause = whereClause
        self.usesGeometry = usesGeometry
        self.includesRelated = includesRelated
    }
}
