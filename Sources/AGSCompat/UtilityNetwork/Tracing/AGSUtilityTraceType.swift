import CairnTasks

/// What a trace looks for.
public enum AGSUtilityTraceType: Int, Sendable, CaseIterable {
    /// Something that has no name here.
    case unknown = -1
    /// All that is connected with the starting locations.
    case connected = 0
    /// All of a subnetwork.
    case subnetwork = 1
    /// What lies between the starting locations and what feeds them.
    case upstream = 2
    /// What is fed through the starting locations.
    case downstream = 3
    /// What has to be shut to cut off the starting locations.
    case isolation = 4
    /// Where what flows has no single direction.
    case loops = 5
    /// The cheapest way between two starting locations.
    case shortestPath = 6

    init(_ type: UtilityTraceType) {
        self = Self.allCases.first { $0 != .unknown && $0.value == type } ?? .unknown
    }

    /// One that services refuse, for one that has no name here. Traces under a name know their own.
    var value: UtilityTraceType {
        switch self {
        case .unknown: UtilityTraceType(rawValue: "unknown")
        case .connected: .connected
        case .subnetwork: .subnetwork
        case .upstream: .upstream
        case .downstream: .downstream
        case .isolation: .isolation
        case .loops: .loops
        case .shortestPath: .shortestPath
        }
    }
}
