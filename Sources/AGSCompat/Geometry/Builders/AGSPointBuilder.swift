import CairnGeo
import Foundation

/// A place that is being made.
public final class AGSPointBuilder: AGSGeometryBuilder {
    /// Easting, or longitude; NaN until it is set.
    public var x: Double
    /// Northing, or latitude; NaN until it is set.
    public var y: Double
    /// Height; NaN if there is none.
    public var z: Double
    /// Measure; NaN if there is none.
    public var m: Double

    private init(_ point: MapPoint) {
        (x, y, z, m) = (point.x, point.y, point.z ?? .nan, point.m ?? .nan)
        super.init(point.spatialReference)
    }

    /// No place.
    public convenience init(spatialReference: AGSSpatialReference?) {
        self.init(MapPoint(x: .nan, y: .nan, spatialReference: spatialReference?.value))
    }

    /// A copy of a place; of nil, none.
    public convenience init(point: AGSPoint?) { self.init(point?.point ?? MapPoint(x: .nan, y: .nan)) }

    /// A place by its coordinates.
    public convenience init(x: Double, y: Double, spatialReference: AGSSpatialReference?) {
        self.init(MapPoint(x: x, y: y, spatialReference: spatialReference?.value))
    }

    /// A place by its coordinates and height.
    public convenience init(x: Double, y: Double, z: Double, spatialReference: AGSSpatialReference?) {
        self.init(MapPoint(x: x, y: y, z: z, spatialReference: spatialReference?.value))
    }

    /// Moves it to these coordinates.
    @discardableResult public func setX(_ x: Double, y: Double) -> Self {
        (self.x, self.y) = (x, y)
        return self
    }

    /// Moves it by so much.
    @discardableResult public func offsetBy(x: Double, y: Double) -> Self { setX(self.x + x, y: self.y + y) }

    /// The place as it is now.
    public override func toGeometry() -> AGSPoint { AGSPoint(x: x, y: y, z: z, m: m, spatialReference: spatialReference) }

    override func replace(with geometry: AGSGeometry?) {
        let point = geometry as? AGSPoint ?? .empty(reference)
        (x, y, z, m) = (point.x, point.y, point.z, point.m)
    }
}
