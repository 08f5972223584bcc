public import CairnGeo
public import Foundation

/// What is looked for from where, and how the ways there shall be told.
///
/// ```swift
/// var parameters = try await closestFacilityTask.makeDefaultParameters()
/// parameters.facilities = hospitals.map { Facility(point: $0) }
/// parameters.incidents = [Incident(point: home)]
/// parameters.defaultTargetFacilityCount = 3
/// ```
public struct ClosestFacilityParameters: Sendable, Hashable, Codable {
    /// What is looked for.
    public var facilities: [Facility]
    /// From where.
    public var incidents: [Incident]
    /// What is in the way at places.
    public var pointBarriers: [PointBarrier] = []
    /// What is in the way along lines.
    public var polylineBarriers: [PolylineBarrier] = []
    /// What is in the way within areas.
    public var polygonBarriers: [PolygonBarrier] = []
    /// How one moves; nil for the usual way.
    public var travelMode: TravelMode?
    /// The costs that are added up beside the one that is kept low, by their names.
    public var accumulateAttributeNames: [String] = []

    /// How many facilities are looked for from each incident, one at least.
    public var defaultTargetFacilityCount = 1
    /// The most that a way may cost, in units of the impedance: minutes mostly. Nil for what is usual on the layer of a service; on
    /// a file there is no limit then.
    public var defaultImpedanceCutoff: Double?
    /// Which way one travels.
    public var travelDirection = TravelDirection.toFacility
    /// When one travels; nil if that does not matter.
    public var startDate: Date?
    /// What that date is of.
    public var startTimeUsage = StartTimeUsage.departureTime

    /// What the coordinates of the answer shall mean; nil for what the network has.
    public var outputSpatialReference: SpatialReference?
    /// How the line of a route is drawn.
    public var routeShape = RouteShape.trueShape
    /// Whether directions are told.
    public var returnsDirections = false
    /// Whether the routes are. Services that tell none do not tell either which facilities are close.
    public var returnsRoutes = true
    /// Whether the barriers at places are.
    public var returnsPointBarriers = false
    /// Whether the barriers along lines are.
    public var returnsPolylineBarriers = false
    /// Whether the barriers within areas are.
    public var returnsPolygonBarriers = false

    /// The language of directions, such as `en`; empty for the usual one.
    public var directionsLanguage = ""
    /// What directions are for.
    public var directionsStyle = DirectionsStyle.desktop
    /// What distances are told in.
    public var directionsDistanceUnits = UnitSystem.metric

    /// Parameters for some facilities and incidents.
    public init(facilities: [Facility] = [], incidents: [Incident] = []) {
        (self.facilities, self.incidents) = (facilities, incidents)
    }
}

/// What a date is of.
public enum StartTimeUsage: String, Sendable, Hashable, Codable, CaseIterable {
    /// When one sets out.
    case departureTime = "esriNATimeOfDayUseAsStartTime"
    /// When one has arrived.
    case arrivalTime = "esriNATimeOfDayUseAsEndTime"
}
