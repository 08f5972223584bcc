/// What a trace looks for, an open set.
public struct UtilityTraceType: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for it, such as `shortestPath`.
    public let rawValue: String

    /// The type of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// All that is connected with the starting locations.
    public static let connected = UtilityTraceType(rawValue: "connected")
    /// All of a subnetwork.
    public static let subnetwork = UtilityTraceType(rawValue: "subnetwork")
    /// What feeds a subnetwork.
    public static let subnetworkControllers = UtilityTraceType(rawValue: "subnetworkController")
    /// What lies between the starting locations and what feeds them.
    public static let upstream = UtilityTraceType(rawValue: "upstream")
    /// What is fed through the starting locations.
    public static let downstream = UtilityTraceType(rawValue: "downstream")
    /// Where what flows has no single direction.
    public static let loops = UtilityTraceType(rawValue: "loops")
    /// The cheapest way between two starting locations.
    public static let shortestPath = UtilityTraceType(rawValue: "shortestPath")
    /// What has to be shut to cut off the starting locations.
    public static let isolation = UtilityTraceType(rawValue: "isolation")
    /// Ways between starting locations, in networks of telecommunication.
    public static let path = UtilityTraceType(rawValue: "path")
    /// What a circuit is made of, in networks of telecommunication.
    public static let circuit = UtilityTraceType(rawValue: "circuit")

    /// How many starting locations it needs if no subnetwork is named.
    var fewestStartingLocations: Int {
        switch self {
        case .shortestPath: 2
        case .connected, .upstream, .downstream, .loops, .isolation, .subnetwork, .subnetworkControllers: 1
        default: 0
        }
    }

    /// Whether the name of a subnetwork does for a starting location.
    var takesSubnetworkName: Bool { ![.connected, .shortestPath].contains(self) }
}
