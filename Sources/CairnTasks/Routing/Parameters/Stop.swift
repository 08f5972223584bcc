public import CairnGeo
public import Foundation

/// A place that a route leads to, or through.
public struct Stop: Sendable, Hashable, Codable, Identifiable {
    /// What happens there.
    public enum Kind: Int, Sendable, Hashable, Codable, CaseIterable {
        /// One gets out.
        case stop = 0
        /// One passes.
        case waypoint = 1
        /// One rests.
        case restBreak = 2
    }

    /// How well a place could be found on the network.
    public struct LocationStatus: RawRepresentable, Sendable, Hashable, Codable {
        /// As services number it.
        public let rawValue: Int

        /// A status by its number.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// On the network.
        public static let located = LocationStatus(rawValue: 0)
        /// There is no road near enough.
        public static let notLocated = LocationStatus(rawValue: 1)
        /// The road that it names is not there.
        public static let elementNotLocated = LocationStatus(rawValue: 2)
        /// The road may not be used.
        public static let elementNotTraversable = LocationStatus(rawValue: 3)
        /// One of its values makes no sense.
        public static let invalidFieldValues = LocationStatus(rawValue: 4)
        /// No way leads there.
        public static let notReached = LocationStatus(rawValue: 5)
        /// One comes too late, or too early.
        public static let timeWindowViolation = LocationStatus(rawValue: 6)
        /// On a road that is not the nearest, which may not be used.
        public static let notLocatedOnClosest = LocationStatus(rawValue: 7)
    }

    /// Where it is.
    public var geometry: MapPoint
    /// What it is called.
    public var name = ""
    /// What happens there.
    public var kind = Kind.stop
    /// The route it belongs to, where several are asked for at once; empty if it is all one.
    public var routeName = ""
    /// On which side of the vehicle it shall be.
    public var curbApproach = CurbApproach.eitherSide
    /// On which side it was when it was reached, as a solved route tells; nil if nothing is told.
    public var arrivalCurbApproach: CurbApproach?
    /// On which side it was when it was left, as a solved route tells; nil if nothing is told.
    public var departureCurbApproach: CurbApproach?
    /// The direction in which one moves there, in degrees clockwise from north; nil if it is not known.
    public var currentBearing: Double?
    /// By how many degrees that may be wrong.
    public var currentBearingTolerance = 30.0
    /// For how many seconds one goes on before directions are heard.
    public var navigationLatency: Double?
    /// How fast one moves there, in metres a second; nil if it is not known. Services are not told.
    public var navigationSpeed: Double?
    /// From when one may arrive.
    public var timeWindowStart: Date?
    /// Until when one may arrive.
    public var timeWindowEnd: Date?
    /// What it costs to stop, by the names of costs: minutes mostly.
    public var addedCosts: [String: Double] = [:]

    // What a solved route tells.

    /// Its number among the stops that were given, from 1; 0 before.
    public var id = 0
    /// Which one of the route it is, from 1; 0 before.
    public var sequence = 0
    /// When one arrives, if the route has a time.
    public var arrivalDate: Date?
    /// When one goes on.
    public var departureDate: Date?
    /// How it was found on the network.
    public var locationStatus = LocationStatus.located
    /// From where it is to the road, in metres.
    public var distanceToNetworkLocation: Double?
    /// How long one waits for the time window to open, in seconds.
    public var waitTime = 0.0
    /// By how many seconds one comes too late.
    public var violationTime = 0.0

    /// A stop at a place.
    public init(point: MapPoint, name: String = "") { (geometry, self.name) = (point, name) }
}

/// On which side of the vehicle a place shall be when it is reached.
public enum CurbApproach: Int, Sendable, Hashable, Codable, CaseIterable {
    /// On any.
    case eitherSide = 0
    /// On the right.
    case rightSide = 1
    /// On the left.
    case leftSide = 2
    /// On any, and one goes on without turning round.
    case noUTurn = 3
}
