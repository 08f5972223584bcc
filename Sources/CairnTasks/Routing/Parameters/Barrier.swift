public import CairnGeo

/// What is in the way at some places.
public struct PointBarrier: Sendable, Hashable, Codable {
    /// What it does.
    public enum Kind: Int, Sendable, Hashable, Codable, CaseIterable {
        /// Nobody comes past.
        case restriction = 0
        /// Who passes pays.
        case addedCost = 2
    }

    /// Where it is.
    public var geometry: MapPoint
    /// What it is called.
    public var name = ""
    /// What it does.
    public var kind: Kind
    /// What passing costs, by the names of costs, in their units.
    public var addedCosts: [String: Double]

    /// A place that nobody comes past, or that costs something if costs are given.
    public init(point: MapPoint, addedCosts: [String: Double] = [:]) {
        (geometry, kind, self.addedCosts) = (point, addedCosts.isEmpty ? .restriction : .addedCost, addedCosts)
    }
}

/// What is in the way along a line: roads that cross it are closed, or cost more.
public struct PolylineBarrier: Sendable, Hashable, Codable {
    /// The line.
    public var geometry: Polyline
    /// What it is called.
    public var name = ""
    /// By what costs are multiplied, by their names; none closes the roads.
    public var scaleFactors: [String: Double]

    /// A line that nobody crosses, or across which costs are multiplied.
    public init(polyline: Polyline, scaleFactors: [String: Double] = [:]) {
        (geometry, self.scaleFactors) = (polyline, scaleFactors)
    }
}

/// What is in the way within an area: roads in it are closed, or cost more.
public struct PolygonBarrier: Sendable, Hashable, Codable {
    /// The area.
    public var geometry: Geometry.Polygon
    /// What it is called.
    public var name = ""
    /// By what costs are multiplied, by their names; none closes the roads.
    public var scaleFactors: [String: Double]

    /// An area that nobody enters, or in which costs are multiplied.
    public init(polygon: Geometry.Polygon, scaleFactors: [String: Double] = [:]) {
        (geometry, self.scaleFactors) = (polygon, scaleFactors)
    }
}
