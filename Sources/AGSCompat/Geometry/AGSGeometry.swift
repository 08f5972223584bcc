import CairnGeo
public import Foundation

/// A place, or an extent.
public class AGSGeometry: NSObject {
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
