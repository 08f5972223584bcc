public import CairnGeo
import Foundation

/// An area, or several.
public final class AGSPolygon: AGSMultipart {
    /// The new value, for code of Cairn.
    public let polygon: Geometry.Polygon

    /// One of Cairn, for old callers.
    public init(_ polygon: Geometry.Polygon) {
        self.polygon = polygon
        super.init(.polygon(polygon), polygon.rings)
    }

    /// An area by the vertices of its boundary, which is closed if it is not; what their coordinates mean is what those of the first do.
    public convenience init(points: [AGSPoint]) {
        self.init(rings: [points.vertices], points.reference)
    }

    /// Rings that are closed if they are not, without those of no vertices.
    convenience init(rings: [[Position]], _ reference: SpatialReference?) {
        let closed = rings.filter { !$0.isEmpty }.map { ring in ring.last == ring.first ? ring : ring + ring.prefix(1) }
        self.init(Geometry.Polygon(rings: closed, spatialReference: reference))
    }

    /// Its boundary.
    public func toPolyline() -> AGSPolyline {
        AGSPolyline(Polyline(paths: polygon.rings, spatialReference: polygon.spatialReference))
    }

    public override func toBuilder() -> AGSPolygonBuilder { AGSPolygonBuilder(polygon: self) }
}
