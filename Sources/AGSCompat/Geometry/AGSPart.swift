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

    /// The vertex at an index, which is less than ``pointCount``.
    public func point(at index: Int) -> AGSPoint { points.point(at: index) }
    /// Goes through the vertices.
    public func makeIterator() -> IndexingIterator<[AGSPoint]> { points.makeIterator() }
}

/// The parts of a geometry, in their order.
public final class AGSPartCollection: NSObject, Sequence {
    private let parts: [AGSPart]
    private let reference: SpatialReference?

    init(_ rows: [[Position]], _ reference: SpatialReference?) {
        (parts, self.reference) = (rows.map { AGSPart($0, reference) }, reference)
    }

    /// What the coordinates mean.
    public var spatialReference: AGSSpatialReference? { reference.map(AGSSpatialReference.init) }
    /// How many parts there are.
    public var partCount: Int { parts.count }
    /// How many parts there are.
    public var count: Int { parts.count }
    /// Whether there are none.
    public var isEmpty: Bool { parts.isEmpty }

    /// The part at an index, which is less than ``partCount``.
    public func part(at index: Int) -> AGSPart { parts[index] }
    /// The part at an index, which is less than ``partCount``.
    public subscript(index: Int) -> AGSPart { parts[index] }
    /// The parts.
    public func array() -> [AGSPart] { parts }
    /// Goes through the parts.
    public func makeIterator() -> IndexingIterator<[AGSPart]> { parts.makeIterator() }
}
