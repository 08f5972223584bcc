public import CairnGeo
import Foundation

/// A line, or several.
public final class AGSPolyline: AGSMultipart {
    /// The new value, for code of Cairn.
    public let polyline: Polyline

    /// One of Cairn, for old callers.
    public init(_ polyline: Polyline) {
        self.polyline = polyline
        super.init(.polyline(polyline), polyline.paths)
    }

    /// A line by its vertices; what their coordinates mean is what those of the first do.
    public convenience init(points: [AGSPoint]) {
        self.init(Polyline(paths: points.isEmpty ? [] : [points.vertices], spatialReference: points.reference))
    }

    public override func toBuilder() -> AGSPolylineBuilder { AGSPolylineBuilder(polyline: self) }
}
