import Foundation

/// The spherical Mercator projection of web maps (EPSG 3857), on a sphere of radius 6,378,137 m.
public enum WebMercator {
    /// The radius of the sphere, in metres.
    public static let radius = 6_378_137.0

    private static let degree = Double.pi / 180
    /// π/180 less its nearest double.
    private static let degreeRemainder = 2.94865227087017e-19

    /// Metres from longitude and latitude in degrees; latitudes are held within ±89.99999°.
    ///
    /// x = R·λ, y = R·asinh(tan φ): better conditioned than ln tan(π/4 + φ/2) near the equator, and than atanh(sin φ)
    /// near the poles.
    public static func project(_ position: Position) -> Position {
        var result = position
        // In this order, which leaves NaN as it is: what has no place must not get one at a pole.
        let degrees = max(min(position.y, 89.99999), -89.99999)
        let latitude = degrees * degree
        // Near the poles the rounding of this product would show: what it lost is added to first order.
        let lost = (-latitude).addingProduct(degrees, degree) + degrees * degreeRemainder
        result.x = radius * (position.x * degree)
        result.y = radius * (asinh(tan(latitude)) + lost / cos(latitude))
        return result
    }

    /// Longitude and latitude in degrees from metres; longitudes are not wrapped.
    public static func unproject(_ position: Position) -> Position {
        var result = position
        result.x = position.x * 180 / (radius * .pi)
        result.y = atan(sinh(position.y / radius)) * 180 / .pi
        return result
    }
}

extension Geometry {
    /// This geometry in another spatial reference.
    ///
    /// A geometry that does not say what its coordinates mean is taken to be in the target already.
    ///
    /// - Throws: ``GeometryError/noTransformation(from:to:)`` for anything but WGS 84 and Web Mercator.
    public func projected(to target: SpatialReference) throws -> Geometry {
        guard let source = spatialReference, source != target else { return mapPositions(target) { $0 } }
        if source.isWGS84, target.isWebMercator { return mapPositions(target, WebMercator.project) }
        if source.isWebMercator, target.isWGS84 { return mapPositions(target, WebMercator.unproject) }
        throw GeometryError.noTransformation(from: source, to: target)
    }
}

extension MapPoint {
    /// This point in another spatial reference; see ``Geometry/projected(to:)``.
    public func projected(to target: SpatialReference) throws -> MapPoint {
        guard case .point(let point) = try Geometry.point(self).projected(to: target) else { return self }
        return point
    }
}

extension Envelope {
    /// This rectangle in another spatial reference; see ``Geometry/projected(to:)``.
    public func projected(to target: SpatialReference) throws -> Envelope {
        guard case .envelope(let box) = try Geometry.envelope(self).projected(to: target) else { return self }
        return box
    }
}
