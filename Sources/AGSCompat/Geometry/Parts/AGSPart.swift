import CairnGeo
public import Foundation

/// A path of a line, or a ring of an area.
public final class AGSPart: NSObject, Sequence {
    /// Its vertices.
    public let points: AGSPointCollection

    init(_ positions: [Position], _ reference: SpatialReference?) { points = AGSPointCollection(positions, reference) }

    /// What the coordinates mean.
    public var spatialReference: AGSSpatialReference? { points.spatialReference }
    /// How many vertices it has.
    public var pointCount: Int { points.pointCount }
    /// How many segments there are between its vertices.
    public var segmentCount: Int { Swift.max(0, pointCount - 1) }
    /// Whether it has no vertices.
    public var isEmpty: Bool { pointCount == 0 }
    /// The first vertex; nil if there is none.
    public var startPoint: AGSPoint? { isEmpty ? nil : points.point(at: 0) }
    /// The last vertex; nil if there is none.
    public var endPoint: AGSPoint? { isEmpty ? nil : points.point(at: pointCount - 1) }

    /// Whether segments are curves; they never are.
    public var hasCurves: Bool { false }

    /// The vertex at an index, which is less than ``pointCount``; else an empty point.
    public func point(at index: Int) -> AGSPoint { points.point(at: index) }
    /// Goes through the vertices, once.
    public func pointEnumerator() -> AGSObjectEnumerator<AGSPoint> { points.pointEnumerator() }
    /// Goes through the vertices.
    public func makeIterator() -> IndexingIterator<[AGSPoint]> { points.makeIterator() }
}
