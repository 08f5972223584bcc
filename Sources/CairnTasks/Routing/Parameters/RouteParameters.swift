public import CairnGeo
public import Foundation

/// What a route shall lead to, and how it shall be told.
///
/// ```swift
/// var parameters = try await routeTask.makeDefaultParameters()
/// parameters.stops = [Stop(point: home), Stop(point: work)]
/// parameters.returnsDirections = true
/// ```
public struct RouteParameters: Sendable, Hashable, Codable {
    /// What is visited: in this order, unless the best one is wanted. Stops of different route names are those of several routes.
    public var stops: [Stop]
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

    /// Whether the stops are put into the order in which the way is shortest.
    public var findsBestSequence = false
    /// Whether the first stop stays the first, then.
    public var preservesFirstStop = true
    /// Whether the last stop stays the last, then.
    public var preservesLastStop = true
    /// When one sets out; nil if that does not matter.
    public var startDate: Date?

    /// What the coordinates of the answer shall mean; nil for what the network has.
    public var outputSpatialReference: SpatialReference?
    /// How the line of a route is drawn.
    public var routeShape = RouteShape.trueShape
    /// Whether directions are told.
    public var returnsDirections = false
    /// Whether the routes themselves are.
    public var returnsRoutes = true
    /// Whether the stops are, as they were found on the network.
    public var returnsStops = false
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

    /// Parameters for some stops.
    public init(stops: [Stop] = []) { self.stops = stops }
}

/// How the line of a route is drawn.
public enum RouteShape: String, Sendable, Hashable, Codable, CaseIterable {
    /// Not at all.
    case none = "esriNAOutputLineNone"
    /// Straight from stop to stop.
    case straightLine = "esriNAOutputLineStraight"
    /// Along the roads.
    case trueShape = "esriNAOutputLineTrueShape"
    /// Along the roads, with what it has cost so far as m.
    case trueShapeWithMeasures = "esriNAOutputLineTrueShapeWithMeasure"
}

/// What directions are for.
public enum DirectionsStyle: String, Sendable, Hashable, Codable, CaseIterable {
    /// To be printed.
    case desktop = "NA Desktop"
    /// To be heard on the way.
    case navigation = "NA Navigation"
    /// To be walked, indoors too.
    case campus = "NA Campus"
}

/// What distances are told in.
public enum UnitSystem: Sendable, Hashable, Codable, CaseIterable {
    /// Miles and feet.
    case imperial
    /// Kilometres and metres.
    case metric
}
