import CairnGeo
public import Foundation

/// A path of a line, or a ring of an area, that is being made.
///
/// Points come in the coordinates of the part, from WGS 84 or Web Mercator; others are taken as they are. What is asked to be done at an index that
/// there is none at is not done. Of a ring the last vertex need not be the first.
public final class AGSMutablePart: NSObject {
    var row: VertexRow

    init(_ row: VertexRow) { self.row = row }

    /// A part without vertices.
    public convenience init(spatialReference: AGSSpatialReference?) { self.init(VertexRow(spatialReference?.value)) }

    /// A part by its vertices; what their coordinates mean is what those of the first do.
    public convenience init(points: [AGSPoint]) { self.init(VertexRow(points.vertices, points.reference)) }

    /// What the coordinates mean.
    public var spatialReference: AGSSpatialReference? { row.reference.map(AGSSpatialReference.init) }
    /// Its vertices as they are now.
    public var points: AGSPointCollection { row.collection }
    /// How many vertices it has.
    public var pointCount: Int { row.positions.count }
    /// How many segments there are between its vertices.
    public var segmentCount: Int { max(0, pointCount - 1) }
    /// Whether it has no vertices.
    public var isEmpty: Bool { pointCount == 0 }
    /// Whether segments are curves; they never are.
    public var hasCurves: Bool { false }
    /// The first vertex; nil if there is none.
    public var startPoint: AGSPoint? { isEmpty ? nil : point(at: 0) }
    /// The last vertex; nil if there is none.
    public var endPoint: AGSPoint? { isEmpty ? nil : point(at: pointCount - 1) }

    /// The vertex at an index, which is less than ``pointCount``; else an empty point.
    public func point(at index: Int) -> AGSPoint { points.point(at: index) }

    /// Adds a vertex at the end; its index.
    @discardableResult public func addPoint(_ point: AGSPoint) -> Int { row.add(point) }
    /// Adds a vertex at the end; its index.
    @discardableResult public func addPointWith(x: Double, y: Double) -> Int { row.add(row.point(x, y)) }
    /// Adds a vertex at the end; its index.
    @discardableResult public func addPointWith(x: Double, y: Double, z: Double) -> Int { row.add(row.point(x, y, z)) }
    /// Adds vertices at the end.
    public func addPoints(_ points: [AGSPoint]) { for point in points { _ = row.add(point) } }

    /// Puts a vertex before that at an index, or at the end.
    public func insertPoint(_ point: AGSPoint, at index: Int) { row.insert(point, at: index) }
    /// Puts a vertex before that at an index, or at the end.
    public func insertPointWith(x: Double, y: Double, at index: Int) { row.insert(row.point(x, y), at: index) }
    /// Puts a vertex before that at an index, or at the end.
    public func insertPointWith(x: Double, y: Double, z: Double, at index: Int) { row.insert(row.point(x, y, z), at: index) }

    /// Moves the vertex at an index.
    public func setPoint(_ point: AGSPoint, at index: Int) { row.set(point, at: index) }
    /// Moves the vertex at an index.
    public func setPointWith(x: Double, y: Double, at index: Int) { row.set(row.point(x, y), at: index) }

    /// Takes the vertex at an index out.
    public func removePoint(at index: Int) { row.remove(at: index) }
    /// Takes all vertices out.
    public func removeAllSegments() { row.removeAll() }
}
