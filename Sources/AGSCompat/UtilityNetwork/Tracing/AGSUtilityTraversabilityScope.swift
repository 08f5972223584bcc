import CairnTasks

/// What is asked whether it lets a trace through.
public enum AGSUtilityTraversabilityScope: Int, Sendable {
    /// Junctions and edges.
    case junctionsAndEdges = 0
    /// Junctions alone.
    case junctions = 1
    /// Edges alone.
    case edges = 2

    init(_ scope: UtilityTraversabilityScope) {
        self =
            switch scope {
            case .junctions: .junctions
            case .edges: .edges
            default: .junctionsAndEdges
            }
    }

    var value: UtilityTraversabilityScope {
        switch self {
        case .junctionsAndEdges: .junctionsAndEdges
        case .junctions: .junctions
        case .edges: .edges
        }
    }
}
