import CairnGeo
import CairnTasks
public import Foundation

/// A way between an incident and one of the facilities close to it, in the direction in which one travels.
public final class AGSClosestFacilityRoute: NSObject {
    private let value: Route
    /// On which side of the vehicle the end is.
    public let arrivalCurbApproach: AGSCurbApproach
    /// On which side of the vehicle the beginning is.
    public let departureCurbApproach: AGSCurbApproach

    /// - Parameter direction: Which way one travels.
    init(_ value: ClosestFacilityRoute, _ direction: TravelDirection) {
        self.value = value.route
        let facility = value.facilityCurbApproach.map(AGSCurbApproach.init) ?? .unknown
        let incident = value.incidentCurbApproach.map(AGSCurbApproach.init) ?? .unknown
        let isToFacility = direction == .toFacility
        (departureCurbApproach, arrivalCurbApproach) = isToFacility ? (incident, facility) : (facility, incident)
    }

    /// The line; nil if none was asked for.
    public var routeGeometry: AGSPolyline? { value.geometry.map(AGSPolyline.init) }
    /// What to do on the way, if directions were asked for.
    public var directionManeuvers: [AGSDirectionManeuver] { value.directionManeuvers.map(AGSDirectionManeuver.init) }
    /// How long it is, in metres.
    public var totalLength: Double { value.lengthInMeters }
    /// How long it takes with all stays, in minutes.
    public var totalTime: Double { value.totalTime / 60 }
    /// How long one moves, in minutes.
    public var travelTime: Double { value.travelTime / 60 }
    /// When one sets out; nil if the way has no time.
    public var startTime: Date? { value.startDate }
    /// How far the clocks there are ahead of UTC, in minutes; 0 always, for times are moments here.
    public var startTimeShift: Double { 0 }
    /// When one arrives; nil if the way has no time.
    public var endTime: Date? { value.endDate }
    /// How far the clocks there are ahead of UTC, in minutes; 0 always, for times are moments here.
    public var endTimeShift: Double { 0 }
    /// What it costs, of one of the network's costs, in its unit; 0 if that was not added up.
    public func cost(forCostAttribute attributeName: String) -> Double { value.totalCosts[attributeName] ?? 0 }
}
