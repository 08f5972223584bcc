import CairnGeo
public import CairnTasks
public import Foundation

/// What a route shall lead to, and how it shall be told.
public final class AGSRouteParameters: NSObject {
    private let base: RouteParameters
    private var stops: [AGSStop]
    private var pointBarriers: [AGSPointBarrier]
    private var polylineBarriers: [AGSPolylineBarrier]
    private var polygonBarriers: [AGSPolygonBarrier]

    /// How one moves; nil for the usual way.
    public var travelMode: AGSTravelMode?
    /// The costs that are added up beside the one that is kept low, by their names.
    public var accumulateAttributeNames: [String]
    /// When one sets out; nil if that does not matter.
    public var startTime: Date?
    /// Whether the stops are put into the order in which the way is shortest.
    public var findBestSequence: Bool
    /// Whether the first stop stays the first, then.
    public var preserveFirstStop: Bool
    /// Whether the last stop stays the last, then.
    public var preserveLastStop: Bool

    /// What the coordinates of the answer shall mean; nil for what the network has.
    public var outputSpatialReference: AGSSpatialReference?
    /// How the line of a route is drawn.
    public var routeShapeType: AGSRouteShapeType
    /// Whether the routes themselves are told.
    public var returnRoutes: Bool
    /// Whether the stops are, as they were found on the network.
    public var returnStops: Bool
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

    /// Parameters without stops. Those that a task gives are better: they are as they are usual for its network.
    public override convenience init() {
        self.init(RouteParameters())
    }

    /// Those of Cairn, for old callers.
    public init(_ value: RouteParameters) {
        base = value
        stops = value.stops.map { AGSStop($0) }
        pointBarriers = value.pointBarriers.map(AGSPointBarrier.init)
        polylineBarriers = value.polylineBarriers.map(AGSPolylineBarrier.init)
        polygonBarriers = value.polygonBarriers.map(AGSPolygonBarrier.init)
        (travelMode, startTime) = (value.travelMode.map(AGSTravelMode.init), value.startDate)
        accumulateAttributeNames = value.accumulateAttributeNames
        (findBestSequence, preserveFirstStop) = (value.findsBestSequence, value.preservesFirstStop)
        preserveLastStop = value.preservesLastStop
        outputSpatialReference = value.outputSpatialReference.map(AGSSpatialReference.init)
        routeShapeType = AGSRouteShapeType(value.routeShape)
        (returnRoutes, returnStops) = (value.returnsRoutes, value.returnsStops)
        (returnPointBarriers, returnPolylineBarriers) = (value.returnsPointBarriers, value.returnsPolylineBarriers)
        returnPolygonBarriers = value.returnsPolygonBarriers
        (returnDirections, directionsLanguage) = (value.returnsDirections, value.directionsLanguage)
        directionsStyle = AGSDirectionsStyle(value.directionsStyle)
        directionsDistanceUnits = AGSUnitSystem(value.directionsDistanceUnits)
    }

    /// Has routes lead to these stops, in this order, as they are when the route is solved.
    public func setStops(_ stops: [AGSStop]) { self.stops = stops }
    /// Forgets the stops.
    public func clearStops() { stops = [] }
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

    /// What callers know the stops by.
    var stopIDs: [Int] { stops.map(\.stopID) }

    /// The new value, as this is now, for code of Cairn.
    public var value: RouteParameters {
        var value = told
        value.stops = stops.map(\.value)
        value.pointBarriers = pointBarriers.map(\.value)
        value.polylineBarriers = polylineBarriers.compactMap(\.value)
        value.polygonBarriers = polygonBarriers.compactMap(\.value)
        (value.travelMode, value.startDate) = (travelMode?.value, startTime)
        value.accumulateAttributeNames = accumulateAttributeNames
        (value.findsBestSequence, value.preservesFirstStop) = (findBestSequence, preserveFirstStop)
        value.preservesLastStop = preserveLastStop
        return value
    }

    /// What is to be told of a route, and how.
    private var told: RouteParameters {
        var value = base
        value.outputSpatialReference = outputSpatialReference?.value
        // Of the two that look the same the one that was there stays.
        if routeShapeType != AGSRouteShapeType(base.routeShape) { value.routeShape = routeShapeType.value }
        (value.returnsRoutes, value.returnsStops) = (returnRoutes, returnStops)
        (value.returnsPointBarriers, value.returnsPolylineBarriers) = (returnPointBarriers, returnPolylineBarriers)
        value.returnsPolygonBarriers = returnPolygonBarriers
        (value.returnsDirections, value.directionsLanguage) = (returnDirections, directionsLanguage)
        value.directionsStyle = directionsStyle.value
        value.directionsDistanceUnits = directionsDistanceUnits.value
        return value
    }
}
