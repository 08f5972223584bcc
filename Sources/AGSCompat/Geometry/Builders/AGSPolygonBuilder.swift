import CairnGeo
import Foundation

/// An area that is being made. Its parts are rings without the last vertex, which is the first.
public final class AGSPolygonBuilder: AGSMultipartBuilder {
    /// An area without vertices.
    public convenience init(spatialReference: AGSSpatialReference?) { self.init([], spatialReference?.value) }

    /// A copy of an area; of nil, one without vertices.
    public convenience init(polygon: AGSPolygon?) {
        self.init(Self.open(polygon?.polygon.rings ?? []), polygon?.polygon.spatialReference)
    }

    /// An area by the vertices of its boundary; what their coordinates mean is what those of the first do.
    public convenience init(points: [AGSPoint]) {
        self.init(points.isEmpty ? [] : Self.open([points.vertices]), points.reference)
    }

    /// The area as it is now: its rings closed, and without those that have no vertices.
    public override func toGeometry() -> AGSPolygon { AGSPolygon(rings: parts.rows, reference) }

    /// Its boundary as it is now.
    public func toPolyline() -> AGSPolyline { toGeometry().toPolyline() }

    override func rows(of geometry: AGSGeometry?) -> [[Position]] {
        Self.open((geometry as? AGSPolygon)?.polygon.rings ?? [])
    }

    private static func open(_ rings: [[Position]]) -> [[Position]] {
        rings.map { $0.count > 1 && $0.first == $0.last ? Array($0.dropLast()) : $0 }
    }
}
