import CairnGeo
import Foundation

/// A line that is being made.
public final class AGSPolylineBuilder: AGSMultipartBuilder {
    /// A line without vertices.
    public convenience init(spatialReference: AGSSpatialReference?) { self.init([], spatialReference?.value) }

    /// A copy of a line; of nil, a line without vertices.
    public convenience init(polyline: AGSPolyline?) {
        self.init(polyline?.polyline.paths ?? [], polyline?.polyline.spatialReference)
    }

    /// A line by its vertices; what their coordinates mean is what those of the first do.
    public convenience init(points: [AGSPoint]) { self.init(points.isEmpty ? [] : [points.vertices], points.reference) }

    /// The line as it is now, without parts that have no vertices.
    public override func toGeometry() -> AGSPolyline {
        AGSPolyline(Polyline(paths: parts.rows, spatialReference: reference))
    }

    override func rows(of geometry: AGSGeometry?) -> [[Position]] { (geometry as? AGSPolyline)?.polyline.paths ?? [] }
}
