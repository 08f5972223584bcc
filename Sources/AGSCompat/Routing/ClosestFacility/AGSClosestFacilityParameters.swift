import CairnGeo
public import CairnTasks
public import Foundation

/// What is looked for from where, and how the ways there shall be told.
public final class AGSClosestFacilityParameters: NSObject {
    private let base: ClosestFacilityParameters
    private var facilities: [AGSFacility]
    private var incidents: [AGSIncident]
    private var pointBarriers: [AGSPointBarrier]
    private var polylineBarriers: [AGSPolylineBarrier]
    private var polygonBarriers: [AGSPolygonBarrier]

    /// How one moves; nil for the usual way.
    public var travelMode: AGSTravelMode?
    /// The costs that are added up beside the one that is kept low, by their names.
    public var accumulateAttributeNames: [String]
    /// How many facilities are looked for from each incident.
    public var defaultTargetFacilityCount: Int
    /// The most that a way may cost, in units of the impedance: minutes mostly. NaN if there is no limit.
    public var defaultImpedanceCutoff: Double
    /// Which way one travels.
    public var travelDirection: AGSTravelDirection
    /// When one travels; nil if that does not matter.
    public var startTime: Date?
    /// What that time is of.
    public var startTimeUsage: AGSStartTimeUsage

    /// What the coordinates of the answer shall mean; nil for what the network has.
    public var outputSpatialReference: AGSSpatialReference?
    /// How the line of a route is drawn.
    public var routeShapeType: AGSRouteShapeType
    /// Whether the routes are told. Services that tell none do not tell either which facilities are close.
    public var returnRoutes: Bool
    /// Whether the barriers at places are.
    public var returnPointBarriers: Bool
    /// Whether the barriers along lines are.
    public var returnPolylineBarriers: Bool
    /// Whether the barriers within areas are.
    public var returnPolygonBarriers: Bool

    /// Whether directions are told.
    public var returnDirections: Bool
    /// The language of directions, such as `en`; empty for the usual one.
    public var directionsLanguage: String
    /// What directions are for.
    public var directionsStyle: AGSDirectionsStyle
    /// What distances are told in; nobody knows means kilometres and metres.
    public var directionsDistanceUnits: AGSUnitSystem

    /// Parameters without facilities and incidents. Those that a task gives are better: they are as they are usual for its network.
    public override convenience init() {
        self.init(ClosestFacilityParameters())
    }

    /// Those of Cairn, for old callers.
    public init(_ value: ClosestFacilityParameters) {
        base = value
        (facilities, incidents) = (value.facilities.map(AGSFacility.init), value.incidents.map(AGSIncident.init))
        pointBarriers = value.pointBarriers.map(AGSPointBarrier.init)
        polylineBarriers = value.polylineBarriers.map(AGSPolylineBarrier.init)
        polygonBarriers = value.polygonBarriers.map(AGSPolygonBarrier.init)
        (travelMode, accumulateAttributeNames) = (value.travelMode.map(AGSTravelMode.init), value.accumulateAttributeNames)
        defaultTargetFacilityCount = value.defaultTargetFacilityCount
        defaultImpedanceCutoff = value.defaultImpedanceCutoff ?? .nan
        travelDirection = AGSTravelDirection(value.travelDirection)
        (startTime, startTimeUsage) = (value.startDate, AGSStartTimeUsage(value.startTimeUsage))
        outputSpatialReference = value.outputSpatialReference.map(AGSSpatialReference.init)
        (routeShapeType, returnRoutes) = (AGSRouteShapeType(value.routeShape), value.returnsRoutes)
        (returnPointBarriers, returnPolylineBarriers) = (value.returnsPointBarriers, value.returnsPolylineBarriers)
        returnPolygonBarriers = value.returnsPolygonBarriers
        (returnDirections, directionsLanguage) = (value.returnsDirections, value.directionsLanguage)
        directionsStyle = AGSDirectionsStyle(value.directionsStyle)
        directionsDistanceUnits = AGSUnitSystem(value.directionsDistanceUnits)
    }

    /// Has the closest of these be looked for, as they are when that is asked.
    public func setFacilities(_ facilities: [AGSFacility]) { self.facilities = facilities }
    /// Forgets the facilities.
    public func clearFacilities() { facilities = [] }
    /// Has facilities be looked for from these, as they are when that is asked.
    public func setIncidents(_ incidents: [AGSIncident]) { self.incidents = incidents }
    /// Forgets the incidents.
    public func clearIncidents() { incidents = [] }
    /// Has these be in the way, at places.
    public func setPointBarriers(_ pointBarriers: [AGSPointBarrier]) { self.pointBarriers = pointBarriers }
    /// Has nothing be in the way at places.
    public func clearPointBarriers() { pointBarriers = [] }
    /// Has these be in the way, along lines.
    public func setPolylineBarriers(_ polylineBarriers: [AGSPolylineBarrier]) { self.polylineBarriers = polylineBarriers }
    /// Has nothing be in the way along lines.
    public func clearPolylineBarriers() { polylineBarriers = [] }
    /// Has these be in the way, within areas.
    public func setPolygonBarriers(_ polygonBarriers: [AGSPolygonBarrier]) { self.polygonBarriers = polygonBarriers }
    /// Has nothing be in the way within areas.
    public func clearPolygonBarriers() { polygonBarriers = [] }

    /// The new value, as this is now, for code of Cairn.
    public var value: ClosestFacilityParameters {
        var value = told
        (value.facilities, value.incidents) = (facilities.map(\.value), incidents.map(\.value))
        value.pointBarriers = pointBarriers.map(\.value)
        value.polylineBarriers = polylineBarriers.compactMap(\.value)
        value.polygonBarriers = polygonBarriers.compactMap(\.value)
        (value.travelMode, value.accumulateAttributeNames) = (travelMode?.value, accumulateAttributeNames)
        value.defaultTargetFacilityCount = defaultTargetFacilityCount
        value.defaultImpedanceCutoff = defaultImpedanceCutoff.isNaN ? nil : defaultImpedanceCutoff
        value.travelDirection = travelDirection.value
        (value.startDate, value.startTimeUsage) = (startTime, startTimeUsage.value)
        return value
    }

    /// What is to be told of the ways, and how.
    private var told: ClosestFacilityParameters {
        var value = base
        value.outputSpatialReference = outputSpatialReference?.value
        // Of the two that look the same the one that was there stays.
        if routeShapeType != AGSRouteShapeType(base.routeShape) { value.routeShape = routeShapeType.value }
        value.returnsRoutes = returnRoutes
        (value.returnsPointBarriers, value.returnsPolylineBarriers) = (returnPointBarriers, returnPolylineBarriers)
        value.returnsPolygonBarriers = returnPolygonBarriers
        (value.returnsDirections, value.directionsLanguage) = (returnDirections, directionsLanguage)
        value.directionsStyle = directionsStyle.value
        value.directionsDistanceUnits = directionsDistanceUnits.value
        return value
    }
}
