import CairnTasks

/// How two parts of a network belong together though they do not touch.
public enum AGSUtilityAssociationType: Int, Sendable {
    /// In a way that has no name here.
    case unknown = -1
    /// One is connected with the other.
    case connectivity = 1
    /// One is within the other.
    case containment = 2
    /// One is attached to the other, a structure.
    case attachment = 3
    /// A junction is connected with the beginning of an edge.
    case junctionEdgeObjectConnectivityFromSide = 4
    /// A junction is connected with an edge somewhere along it.
    case junctionEdgeObjectConnectivityMidspan = 5
    /// A junction is connected with the end of an edge.
    case junctionEdgeObjectConnectivityToSide = 6

    private static let named: [UtilityAssociationType: Self] = [
        .connectivity: .connectivity, .containment: .containment, .attachment: .attachment,
        .connectivityFromSide: .junctionEdgeObjectConnectivityFromSide,
        .connectivityMidspan: .junctionEdgeObjectConnectivityMidspan,
        .connectivityToSide: .junctionEdgeObjectConnectivityToSide,
    ]

    init(_ type: UtilityAssociationType) {
        self = Self.named[type] ?? .unknown
    }

    /// The types to ask for; none, which asks for all, for what has no name here.
    var values: Set<UtilityAssociationType> { Set(Self.named.filter { $0.value == self }.keys) }
}
