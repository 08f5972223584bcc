import CairnGeo
public import Foundation

/// A place, or an extent.
public class AGSGeometry: NSObject, @unchecked Sendable {
    // Proof: `value` is set once; the two subclasses add nothing.
    let value: Geometry

    init(_ value: Geometry) {
        self.value = value
    }

    /// What the coordinates mean.
    public var spatialReference: AGSSpatialReference? { value.spatialReference.map(AGSSpatialReference.init) }
    /// The smallest rectangle around it.
    public var extent: AGSEnvelope? { value.extent.map(AGSEnvelope.init) }
    /// Whether it has no place.
    public var isEmpty: Bool { value.positions.isEmpty }

    /// Whether both are the same geometry.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSGeometry)?.value == value }
    /// Equal geometries have equal hashes.
    public override var hash: Int { value.hashValue }
}

/// A place.
public final class AGSPoint: AGSGeometry, @unchecked Sendable {
    // Proof: as its superclass.
    let point: Point

    init(_ point: Point) {
        self.point = point
        super.init(.point(point))
    }

    /// A place by its coordinates.
    public convenience init(x: Double, y: Double, spatialReference: AGSSpatialReference?) {
        self.init(Point(x: x, y: y, spatialReference: spatialReference?.value))
    }

    /// Easting, or longitude.
    public var x: Double { point.x }
    /// Northing, or latitude.
    public var y: Double { point.y }
}

/// A rectangle.
public final class AGSEnvelope: AGSGeometry, @unchecked Sendable {
    // Proof: as its superclass.
    let box: Envelope

    init(_ box: Envelope) {
        self.box = box
        super.init(.envelope(box))
    }

    /// A rectangle by its sides.
    public convenience init(xMin: Double, yMin: Double, xMax: Double, yMax: Double, spatialReference: AGSSpatialReference?) {
        self.init(Envelope(xMin: xMin, yMin: yMin, xMax: xMax, yMax: yMax, spatialReference: spatialReference?.value))
    }

    /// The smallest x.
    public var xMin: Double { box.xMin }
    /// The smallest y.
    public var yMin: Double { box.yMin }
    /// The largest x.
    public var xMax: Double { box.xMax }
    /// The largest y.
    public var yMax: Double { box.yMax }
}
