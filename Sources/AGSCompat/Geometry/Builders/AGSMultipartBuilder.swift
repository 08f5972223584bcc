import CairnGeo
import Foundation

/// A line or an area that is being made.
public class AGSMultipartBuilder: AGSGeometryBuilder {
    /// The parts: those of the collection itself, which may be changed.
    public var parts: AGSMutablePartCollection

    init(_ rows: [[Position]], _ reference: SpatialReference?) {
        parts = AGSMutablePartCollection(rows, reference)
        super.init(reference)
    }

    /// Adds a vertex to the last part, or to a first one.
    @discardableResult public func add(_ point: AGSPoint) -> Self {
        parts.last.addPoint(point)
        return self
    }

    /// Adds a vertex to the last part, or to a first one.
    @discardableResult public func addPoint(_ point: AGSPoint) -> Self { add(point) }

    /// Adds a vertex to the last part, or to a first one.
    @discardableResult public func addPointWith(x: Double, y: Double) -> Self {
        add(AGSPoint(x: x, y: y, spatialReference: spatialReference))
    }

    /// Adds a vertex to the last part, or to a first one.
    @discardableResult public func addPointWith(x: Double, y: Double, z: Double) -> Self {
        add(AGSPoint(x: x, y: y, z: z, spatialReference: spatialReference))
    }

    /// Adds a part of these vertices.
    @discardableResult public func addPart(with points: [AGSPoint]) -> Self {
        let part = AGSMutablePart(VertexRow(reference))
        part.addPoints(points)
        parts.add(part)
        return self
    }

    /// Adds vertices to a part; at an index that there is none at, nothing is done.
    @discardableResult public func add(_ points: [AGSPoint], toPartAt partIndex: Int) -> Self {
        parts.part(at: partIndex).addPoints(points)
        return self
    }

    override func replace(with geometry: AGSGeometry?) { parts = AGSMutablePartCollection(rows(of: geometry), reference) }

    /// What a builder of this kind has of a geometry.
    func rows(of geometry: AGSGeometry?) -> [[Position]] { [] }

    public override func isEmpty() -> Bool { parts.totalPointCount == 0 }
}
