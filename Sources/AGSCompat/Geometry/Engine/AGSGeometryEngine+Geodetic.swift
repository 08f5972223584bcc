import CairnGeo
import Foundation

/// Measures on the ground, of geometries in degrees and in Web Mercator.
///
/// Curves of type `geodesic`, `greatElliptic` and `normalSection` are shortest lines, which the other two are nearly. Of `loxodrome` there is nothing. What is
/// `shapePreserving` is straight in the coordinates, and is measured by a thousand vertices that are put on it.
extension AGSGeometryEngine {
    /// How far two places are from each other on the ground; nil for a curve that does not lead straight on there.
    public static func geodeticDistanceBetweenPoint1(
        _ point1: AGSPoint, point2: AGSPoint, distanceUnit: AGSLinearUnit, azimuthUnit: AGSAngularUnit,
        curveType: AGSGeodeticCurveType
    ) -> AGSGeodeticDistanceResult? {
        guard curveType.isShortest, let line = try? point1.point.geodesic(to: point2.point) else { return nil }
        return AGSGeodeticDistanceResult(line, distanceUnit, azimuthUnit)
    }

    /// How long lines are on the ground, or what goes round areas; NaN if it cannot be told.
    public static func geodeticLength(
        of geometry: AGSGeometry, lengthUnit: AGSLinearUnit, curveType: AGSGeodeticCurveType
    ) -> Double {
        (try? curveType.shape(of: geometry.value)?.geodesicLength()).flatMap { $0 }.map(lengthUnit.convert(fromMeters:)) ?? .nan
    }

    /// What areas cover on the ground; NaN if it cannot be told.
    public static func geodeticArea(
        of geometry: AGSGeometry, areaUnit: AGSAreaUnit, curveType: AGSGeodeticCurveType
    ) -> Double {
        (try? curveType.shape(of: geometry.value)?.geodesicArea()).flatMap { $0 }.map(areaUnit.convert(fromSquareMeters:)) ?? .nan
    }

    /// A geometry with vertices on the lines between its own, none farther than that from the next. Longitudes go on over 180 degrees.
    public static func geodeticDensifyGeometry(
        _ geometry: AGSGeometry, maxSegmentLength: Double, lengthUnit: AGSLinearUnit, curveType: AGSGeodeticCurveType
    ) -> AGSGeometry? {
        geometry.changed { value in
            try curveType.shape(of: value)?.geodesicallyDensified(
                maximumSegmentLength: lengthUnit.convert(toMeters: maxSegmentLength))
        }
    }

    /// Places that are reached by going straight on for a distance; nil if one of them cannot be told.
    public static func geodeticMove(
        _ points: [AGSPoint], distance: Double, distanceUnit: AGSLinearUnit, azimuth: Double, azimuthUnit: AGSAngularUnit,
        curveType: AGSGeodeticCurveType
    ) -> [AGSPoint]? {
        let (metres, degrees) = (distanceUnit.convert(toMeters: distance), azimuthUnit.convert(azimuth, to: .degrees()))
        guard curveType.isShortest else { return nil }
        return try? points.map { AGSPoint(try $0.point.geodesicallyMoved(by: metres, azimuth: degrees)) }
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
    fileprivate var isShortest: Bool {
        switch self {
        case .geodesic, .greatElliptic, .normalSection: true
        case .loxodrome, .shapePreserving: false
        }
    }

    /// A geometry whose shortest lines are the curves of another; nil if they are not offered.
    func shape(of geometry: Geometry) throws(GeometryError) -> Geometry? {
        switch self {
        case .geodesic, .greatElliptic, .normalSection: return geometry
        case .loxodrome: return nil
        case .shapePreserving:
            let length = geometry.planarLength
            return length > 0 ? try geometry.densified(maximumSegmentLength: length / 1000) : geometry
        }
    }
}
