/// What is asked whether it lets a trace through, an open set.
public struct UtilityTraversabilityScope: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for it, such as `junctionsAndEdges`.
    public let rawValue: String

    /// The scope of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Junctions and edges.
    public static let junctionsAndEdges = UtilityTraversabilityScope(rawValue: "junctionsAndEdges")
    /// Junctions alone.
    public static let junctions = UtilityTraversabilityScope(rawValue: "junctions")
    /// Edges alone.
    public static let edges = UtilityTraversabilityScope(rawValue: "edges")
}
