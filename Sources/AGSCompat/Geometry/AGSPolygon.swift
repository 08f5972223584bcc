import CairnGeo
import Foundation

/// An area, or several.
public final class AGSPolygon: AGSMultipart {
    let polygon: Geometry.Polygon

    init(_ polygon: Geometry.Polygon) {
        self.polygon = polygon
        super.init(.polygon(polygon), polygon.rings)
    }

    /// An area by the vertices of its boundary, which is closed if it is not; what their coordinates mean is what those of the first do.
    public convenience init(points: [AGSPoint]) {
        var ring = points.map(\.point.position)
        if let first = ring.first, ring.last != first { ring.append(first) }
        self.init(Geometry.Polygon(rings: ring.isEmpty ? [] : [ring], spatialReference: points.first?.point.spatialReference))
    }
}
