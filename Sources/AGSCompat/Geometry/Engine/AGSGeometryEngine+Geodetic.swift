import CairnGeo
import Foundation

/// Measures on the ground, of geometries in degrees and in Web Mercator.
///
/// Curves of type `geodesic`, `greatElliptic` and `normalSection` are shortest lines, which the other two are nearly. What is `shapePreserving` is straight in
/// the coordinates. It, and areas, lengths and buffers of `loxodrome`, are measured by a thousand vertices that are put on them.
extension AGSGeometryEngine {
    /// How far two places are from each other on the ground; nil for a curve that does not lead straight on there.
    public static func geodeticDistanceBetweenPoint1(
        _ point1: AGSPoint, point2: AGSPoint, distanceUnit: AGSLinearUnit, azimuthUnit: AGSAngularUnit,
        curveType: AGSGeodeticCurveType
    ) -> AGSGeodeticDistanceResult? {
        let line = try? curveType.line(from: point1.point, to: point2.point)
        return line.flatMap { $0 }.map { AGSGeodeticDistanceResult($0, distanceUnit, azimuthUnit) }
    }

    /// How long lines are on the ground, or what goes round areas; NaN if it cannot be told.
    public static func geodeticLength(
        of geometry: AGSGeometry, lengthUnit: AGSLinearUnit, curveType: AGSGeodeticCurveType
    ) -> Double {
        (try? curveType.shape(of: geometry.value).geodesicLength()).map(lengthUnit.convert(fromMeters:)) ?? .nan
    }

    /// What areas cover on the ground; NaN if it cannot be told.
    public static func geodeticArea(
        of geometry: AGSGeometry, areaUnit: AGSAreaUnit, curveType: AGSGeodeticCurveType
    ) -> Double {
        (try? curveType.shape(of: geometry.value).geodesicArea()).map(areaUnit.convert(fromSquareMeters:)) ?? .nan
    }

    /// A geometry with vertices on the lines between its own, none farther than that from the next. Longitudes go on over 180 degrees.
    public static func geodeticDensifyGeometry(
        _ geometry: AGSGeometry, maxSegmentLength: Double, lengthUnit: AGSLinearUnit, curveType: AGSGeodeticCurveType
    ) -> AGSGeometry? {
        let metres = lengthUnit.convert(toMeters: maxSegmentLength)
        return geometry.changed { value in
            if curveType == .loxodrome { return try value.loxodromicallyDensified(maximumSegmentLength: metres) }
            return try curveType.shape(of: value).geodesicallyDensified(maximumSegmentLength: metres)
        }
    }

    /// Places that are reached by going on for a distance; nil if one of them cannot be told.
    public static func geodeticMove(
        _ points: [AGSPoint], distance: Double, distanceUnit: AGSLinearUnit, azimuth: Double, azimuthUnit: AGSAngularUnit,
        curveType: AGSGeodeticCurveType
    ) -> [AGSPoint]? {
        let (metres, degrees) = (distanceUnit.convert(toMeters: distance), azimuthUnit.convert(azimuth, to: .degrees()))
        switch curveType {
        case .geodesic, .greatElliptic, .normalSection:
            return try? points.map { AGSPoint(try $0.point.geodesicallyMoved(by: metres, azimuth: degrees)) }
        case .loxodrome: return try? points.map { AGSPoint(try $0.point.loxodromicallyMoved(by: metres, azimuth: degrees)) }
        case .shapePreserving: return nil
        }
    }

    /// An ellipse on the ground; nil without a place for its middle, and for axes that are none.
    public static func geodesicEllipse(with parameters: AGSGeodesicEllipseParameters) -> AGSGeometry? {
        parameters.geometry { $0.ring }
    }

    /// A sector of an ellipse on the ground; nil as for ``geodesicEllipse(with:)``.
    public static func geodesicSector(with parameters: AGSGeodesicSectorParameters) -> AGSGeometry? {
        let unit = parameters.angularUnit
        let (start, angle) = (
            unit.convert(parameters.startDirection, to: .degrees()), unit.convert(parameters.sectorAngle, to: .degrees())
        )
        return parameters.geometry { $0.sector(from: start, angle: angle) }
    }
}

extension AGSGeodeticCurveType {
    /// Nil for a curve that has no azimuth.
    fileprivate func line(from start: MapPoint, to end: MapPoint) throws(GeometryError) -> Geodesic.Segment? {
        switch self {
        case .geodesic, .greatElliptic, .normalSection: try start.geodesic(to: end)
        case .loxodrome: try start.loxodrome(to: end)
        case .shapePreserving: nil
        }
    }

    /// A geometry whose shortest lines are the curves of another.
    func shape(of geometry: Geometry) throws(GeometryError) -> Geometry {
        switch self {
        case .geodesic, .greatElliptic, .normalSection: return geometry
        case .loxodrome:
            let length = try geometry.geodesicLength()
            return length > 0 ? try geometry.loxodromicallyDensified(maximumSegmentLength: length / 1000) : geometry
        case .shapePreserving:
            let length = geometry.planarLength
            return length > 0 ? try geometry.densified(maximumSegmentLength: length / 1000) : geometry
        }
    }
}
