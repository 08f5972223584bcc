import CairnCore
import Foundation

/// Measures on the ground, of geometries in degrees, whose ellipsoid is taken to be that of WGS 84, and in Web Mercator.
///
/// They throw ``GeometryError/noTransformation(from:to:)`` for other coordinates, and ``GeometryError/malformed(_:)`` for those that do not say what
/// they mean, or are NaN, infinite or beyond 1e100, or latitudes beyond 90 degrees.
extension Geometry {
    /// How long the lines are in metres, and what goes round areas, if their segments are shortest lines; of places 0.
    public func geodesicLength() throws(GeometryError) -> Double {
        let geometry = try inDegrees()
        switch geometry {
        case .point, .multipoint: return 0
        case .polyline(let line): return Geodesic.length(of: line)
        case .polygon, .envelope: return Geodesic.length(of: Polyline(paths: geometry.parts.map(Polygon.closed)))
        }
    }

    /// What areas cover in square metres, if their sides are shortest lines, holes left out; of lines and places 0.
    public func geodesicArea() throws(GeometryError) -> Double {
        switch try inDegrees() {
        case .point, .multipoint, .polyline: return 0
        case .polygon(let polygon): return Geodesic.area(of: polygon)
        case .envelope(let box): return Geodesic.area(of: Polygon(box))
        }
    }

    /// This geometry with vertices on the shortest lines between its own, none farther than that in metres from the next. A box becomes an area.
    ///
    /// Longitudes go on over 180 degrees: each vertex is within 180 degrees of the one before, a turn or more from where it was if need be;
    /// ``normalizedAtCentralMeridian()`` brings them back.
    ///
    /// - Throws: Also ``GeometryError/malformed(_:)`` for a length that is not above 0, and ``GeometryError/tooManyVertices(limit:)`` beyond a million.
    public func geodesicallyDensified(maximumSegmentLength: Double) throws(GeometryError) -> Geometry {
        try refinedOnGround(maximumSegmentLength, Geodesic.segment, Geodesic.position)
    }

    /// As ``geodesicallyDensified(maximumSegmentLength:)``, with vertices on lines of one azimuth.
    public func loxodromicallyDensified(maximumSegmentLength: Double) throws(GeometryError) -> Geometry {
        try refinedOnGround(maximumSegmentLength, Loxodrome.segment, Loxodrome.position)
    }

    private func refinedOnGround(
        _ length: Double, _ segment: (Position, Position) -> Geodesic.Segment,
        _ position: @escaping (Position, Double, Double) -> Position
    ) throws(GeometryError) -> Geometry {
        let refined = try inDegrees().refined(length) { (start, end) in
            let line = segment(start, end)
            return (
                line.length,
                { fraction in
                    let found = fraction < 1 ? position(start, line.azimuth, line.length * fraction) : end
                    return start.reaching(found, toward: end, fraction)
                }
            )
        }
        return refined.fromDegrees(to: spatialReference)
    }

    /// This geometry in degrees.
    ///
    /// - Throws: As the others here.
    package func inDegrees() throws(GeometryError) -> Geometry {
        try expectUsable()
        guard let reference = spatialReference else { throw .malformed("it does not say what its coordinates mean") }
        if reference.isInDegrees {
            if let extent, extent.yMin < -90 || extent.yMax > 90 { throw .malformed("there is a latitude beyond 90 degrees") }
            return self
        }
        guard reference.isWebMercator else { throw .noTransformation(from: reference, to: .wgs84) }
        return mapPositions(.wgs84, WebMercator.unproject)
    }

    /// A geometry in degrees in the coordinates of another that ``inDegrees()`` was asked for.
    package func fromDegrees(to reference: SpatialReference?) -> Geometry {
        reference?.isWebMercator == true ? mapPositions(reference, WebMercator.project) : mapPositions(reference) { $0 }
    }
}

extension MapPoint {
    /// The shortest line to another place on the ground, in degrees or Web Mercator each; see ``Geometry/geodesicLength()``.
    public func geodesic(to other: MapPoint) throws(GeometryError) -> Geodesic.Segment {
        try Geodesic.segment(from: inDegrees(), to: other.inDegrees())
    }

    /// The line of one azimuth to another place on the ground; see ``geodesic(to:)``.
    public func loxodrome(to other: MapPoint) throws(GeometryError) -> Geodesic.Segment {
        try Loxodrome.segment(from: inDegrees(), to: other.inDegrees())
    }

    /// The place at which one is who goes straight on on the ground; see ``Geometry/geodesicLength()``. Height and measure stay.
    ///
    /// - Parameters:
    ///   - distance: In metres; below zero, backward.
    ///   - azimuth: Where one sets out to, in degrees clockwise from north.
    /// - Throws: Also ``GeometryError/malformed(_:)`` for a distance or azimuth that is no number or beyond a billion.
    public func geodesicallyMoved(by distance: Double, azimuth: Double) throws(GeometryError) -> MapPoint {
        try moved(distance, azimuth, Geodesic.position)
    }

    /// The place at which one is who keeps an azimuth on the ground; see ``geodesicallyMoved(by:azimuth:)``.
    public func loxodromicallyMoved(by distance: Double, azimuth: Double) throws(GeometryError) -> MapPoint {
        try moved(distance, azimuth, Loxodrome.position)
    }

    private func moved(
        _ distance: Double, _ azimuth: Double, _ position: (Position, Double, Double) -> Position
    ) throws(GeometryError) -> MapPoint {
        guard abs(distance) <= 1e9, abs(azimuth) <= 1e9 else { throw .malformed("nobody goes \(distance) m at \(azimuth)°") }
        let start = try inDegrees()
        let end = position(start, azimuth, distance)
        var place = self.position
        (place.x, place.y) = (start.x + remainder(end.x - start.x, 360), end.y)
        let moved = Geometry.point(MapPoint(place, spatialReference: spatialReference))
        guard case .point(let point) = moved.fromDegrees(to: spatialReference) else { return self }
        return point
    }

    private func inDegrees() throws(GeometryError) -> Position {
        guard !isEmpty, case .point(let point) = try Geometry.point(self).inDegrees() else {
            throw .malformed("a place is empty")
        }
        return point.position
    }
}

extension Position {
    /// A place on the way to another, its longitude within half a turn of this one's.
    func reaching(_ found: Position, toward end: Position, _ fraction: Double) -> Position {
        var place = toward(end, fraction)
        (place.x, place.y) = (x + remainder(found.x - x, 360), found.y)
        // Where a ring is closed at a pole it goes round it.
        let isAtPole = abs(y) == 90 && y == end.y
        if fraction == 1, isAtPole || abs(place.x - end.x) < 1 { place.x = end.x }
        return place
    }
}
