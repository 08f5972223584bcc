public import CairnGeo
public import Foundation

/// Routes, as they were found.
public struct RouteResult: Sendable, Hashable, Codable {
    /// A route for each route name of the stops.
    public var routes: [Route]
    /// The barriers at places, if they were asked for.
    public var pointBarriers: [PointBarrier] = []
    /// The barriers along lines, if they were asked for.
    public var polylineBarriers: [PolylineBarrier] = []
    /// The barriers within areas, if they were asked for.
    public var polygonBarriers: [PolygonBarrier] = []
    /// What is to be said of how they were found, such as a stop that was passed over.
    public var messages: [String] = []
    /// The language of the directions; empty if it is not told.
    public var directionsLanguage = ""

    /// A result.
    public init(routes: [Route] = []) { self.routes = routes }
}

/// A way from stop to stop.
public struct Route: Sendable, Hashable, Codable {
    /// The line; nil if none was asked for.
    public var geometry: Polyline?
    /// What it is called.
    public var name = ""
    /// What to do on the way, if directions were asked for.
    public var directionManeuvers: [DirectionManeuver] = []
    /// Its stops, in the order in which they are visited, if they were asked for.
    public var stops: [Stop] = []
    /// What it costs, by the names of costs, in their units.
    public var totalCosts: [String: Double] = [:]
    /// How long it is, in metres. A service tells that among its costs: where barriers multiply lengths, what these make of it.
    public var lengthInMeters = 0.0
    /// How long it takes with all stays and waits, in seconds.
    public var totalTime = 0.0
    /// How long one moves, in seconds. Services tell it with directions alone: without, the stays at stops are in it.
    public var travelTime = 0.0
    /// How long one waits for time windows to open, in seconds.
    public var waitTime = 0.0
    /// By how much one comes too late, in seconds.
    public var violationTime = 0.0
    /// When one sets out; nil if the route has no time.
    public var startDate: Date?
    /// When one arrives; nil if the route has no time.
    public var endDate: Date?

    /// A route to be filled in.
    public init() {}

    /// How long it is.
    public var totalLength: Measurement<UnitLength> { Measurement(value: lengthInMeters, unit: .meters) }
}
