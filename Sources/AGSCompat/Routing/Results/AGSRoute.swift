import CairnGeo
public import CairnTasks
public import Foundation

/// A way from stop to stop.
public final class AGSRoute: NSObject {
    /// The new value, for code of Cairn.
    public let value: Route
    /// Its stops, in the order in which they are visited, if they were asked for.
    public let stops: [AGSStop]
    /// What to do on the way, if directions were asked for.
    public let directionManeuvers: [AGSDirectionManeuver]

    /// One of Cairn, for old callers; its stops have their own ids.
    public convenience init(_ value: Route) { self.init(value, stopIDs: []) }

    init(_ value: Route, stopIDs: [Int]) {
        self.value = value
        stops = value.stops.map { stop in
            let given = stop.id.index(amongPlaces: stopIDs.count).map { stopIDs[$0] } ?? 0
            return AGSStop(stop, stopID: given == 0 ? stop.id : given)
        }
        directionManeuvers = value.directionManeuvers.map(AGSDirectionManeuver.init)
    }

    /// The line; nil if none was asked for.
    public var routeGeometry: AGSPolyline? { value.geometry.map(AGSPolyline.init) }
    /// What it is called.
    public var routeName: String { value.name }
    /// How long it is, in metres.
    public var totalLength: Double { value.lengthInMeters }
    /// How long it takes with all stays and waits, in minutes.
    public var totalTime: Double { value.totalTime / 60 }
    /// How long one moves, in minutes.
    public var travelTime: Double { value.travelTime / 60 }
    /// How long one waits for time windows to open, in minutes.
    public var waitTime: Double { value.waitTime / 60 }
    /// By how many minutes one comes too late.
    public var violationTime: Double { value.violationTime / 60 }
    /// When one sets out; nil if the route has no time.
    public var startTime: Date? { value.startDate }
    /// How far the clocks there are ahead of UTC, in minutes; 0 always, for times are moments here.
    public var startTimeShift: Double { 0 }
    /// When one arrives; nil if the route has no time.
    public var endTime: Date? { value.endDate }
    /// How far the clocks there are ahead of UTC, in minutes; 0 always, for times are moments here.
    public var endTimeShift: Double { 0 }
    /// What it costs, of one of the network's costs, in its unit; 0 if that was not added up.
    public func cost(forCostAttribute attributeName: String) -> Double { value.totalCosts[attributeName] ?? 0 }
}
