public import CairnGeo
import Foundation

#if canImport(CoreLocation)
    public import CoreLocation
#endif

/// A place.
public final class AGSPoint: AGSGeometry {
    /// The new value, for code of Cairn.
    public let point: MapPoint

    /// One of Cairn, for old callers.
    public init(_ point: MapPoint) {
        self.point = point
        super.init(.point(point))
    }

    /// A place by its coordinates.
    public convenience init(x: Double, y: Double, spatialReference: AGSSpatialReference?) {
        self.init(x: x, y: y, z: .nan, m: .nan, spatialReference: spatialReference)
    }

    /// A place by its coordinates and height; NaN is none.
    public convenience init(x: Double, y: Double, z: Double, spatialReference: AGSSpatialReference?) {
        self.init(x: x, y: y, z: z, m: .nan, spatialReference: spatialReference)
    }

    /// A place by its coordinates and measure; NaN is none.
    public convenience init(x: Double, y: Double, m: Double, spatialReference: AGSSpatialReference?) {
        self.init(x: x, y: y, z: .nan, m: m, spatialReference: spatialReference)
    }

    /// A place by its coordinates, height and measure; NaN is none.
    public convenience init(x: Double, y: Double, z: Double, m: Double, spatialReference: AGSSpatialReference?) {
        self.init(
            MapPoint(x: x, y: y, z: z.isNaN ? nil : z, m: m.isNaN ? nil : m, spatialReference: spatialReference?.value))
    }

    /// No place.
    static func empty(_ reference: SpatialReference?) -> AGSPoint {
        AGSPoint(MapPoint(x: .nan, y: .nan, spatialReference: reference))
    }

    /// Easting, or longitude; NaN if the point is empty.
    public var x: Double { point.x }
    /// Northing, or latitude; NaN if the point is empty.
    public var y: Double { point.y }
    /// Height; NaN if there is none.
    public var z: Double { point.z ?? .nan }
    /// Measure; NaN if there is none.
    public var m: Double { point.m ?? .nan }

    public override func toBuilder() -> AGSPointBuilder { AGSPointBuilder(point: self) }

    /// The vertex in other coordinates: from WGS 84 and Web Mercator into each other, else as it is.
    func position(in reference: SpatialReference?) -> Position {
        guard let reference, let projected = try? point.projected(to: reference) else { return point.position }
        return projected.position
    }
}

/// A place by its coordinates.
public func AGSPointMake(_ x: Double, _ y: Double, _ spatialReference: AGSSpatialReference?) -> AGSPoint {
    AGSPoint(x: x, y: y, spatialReference: spatialReference)
}

/// A place by its coordinates, height and measure.
public func AGSPointMake3D(
    _ x: Double, _ y: Double, _ z: Double, _ m: Double, _ spatialReference: AGSSpatialReference?
) -> AGSPoint {
    AGSPoint(x: x, y: y, z: z, m: m, spatialReference: spatialReference)
}
/// A place on the Earth, by its latitude and longitude in degrees.
public func AGSPointMakeWGS84(_ latitude: Double, _ longitude: Double) -> AGSPoint {
    AGSPoint(x: longitude, y: latitude, spatialReference: .wgs84())
}

/// A place by its metres of Web Mercator.
public func AGSPointMakeWebMercator(_ x: Double, _ y: Double) -> AGSPoint {
    AGSPoint(x: x, y: y, spatialReference: .webMercator())
}

#if canImport(CoreLocation)
    extension AGSPoint {
        /// A place in degrees of WGS 84.
        public convenience init(clLocationCoordinate2D: CLLocationCoordinate2D) {
            self.init(x: clLocationCoordinate2D.longitude, y: clLocationCoordinate2D.latitude, spatialReference: .wgs84())
        }

        /// The place in degrees of WGS 84; an invalid one if it cannot be projected to them.
        public func toCLLocationCoordinate2D() -> CLLocationCoordinate2D {
            guard let degrees = try? point.projected(to: .wgs84) else { return kCLLocationCoordinate2DInvalid }
            return CLLocationCoordinate2D(latitude: degrees.y, longitude: degrees.x)
        }
    }
#endif
