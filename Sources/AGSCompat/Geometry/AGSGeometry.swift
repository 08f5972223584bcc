import CairnGeo
public import Foundation

/// Something that has a place.
public class AGSGeometry: NSObject {
    let value: Geometry

    init(_ value: Geometry) {
        self.value = value
    }

    /// The old object of a geometry.
    static func make(_ value: Geometry) -> AGSGeometry {
        switch value {
        case .point(let point): AGSPoint(point)
        case .multipoint(let multipoint): AGSMultipoint(multipoint)
        case .polyline(let polyline): AGSPolyline(polyline)
        case .polygon(let polygon): AGSPolygon(polygon)
        case .envelope(let box): AGSEnvelope(box)
        }
    }

    /// Its kind.
    public var geometryType: AGSGeometryType {
        if case .envelope = value { .envelope } else { AGSGeometryType(value.type) }
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
