import CairnGeo
import Foundation

/// A place.
public final class AGSPoint: AGSGeometry {
    let point: MapPoint

    init(_ point: MapPoint) {
        self.point = point
        super.init(.point(point))
    }

    /// A place by its coordinates.
    public convenience init(x: Double, y: Double, spatialReference: AGSSpatialReference?) {
        self.init(MapPoint(x: x, y: y, spatialReference: spatialReference?.value))
    }

    /// A place by its coordinates and height.
    public convenience init(x: Double, y: Double, z: Double, spatialReference: AGSSpatialReference?) {
        self.init(MapPoint(x: x, y: y, z: z, spatialReference: spatialReference?.value))
    }

    /// Easting, or longitude.
    public var x: Double { point.x }
    /// Northing, or latitude.
    public var y: Double { point.y }
    /// Height; NaN if there is none.
    public var z: Double { point.z ?? .nan }
    /// Measure; NaN if there is none.
    public var m: Double { point.m ?? .nan }
}
