import CairnGeo
public import Foundation

/// Places in an order, of one meaning of coordinates.
public final class AGSPointCollection: NSObject, Sequence {
    private let positions: [Position]
    private let reference: SpatialReference?

    init(_ positions: [Position], _ reference: SpatialReference?) {
        (self.positions, self.reference) = (positions, reference)
    }

    /// How many places there are.
    public var pointCount: Int { positions.count }
    /// How many places there are.
    public var count: Int { positions.count }
    /// Whether there are none.
    public var isEmpty: Bool { positions.isEmpty }
    /// What the coordinates mean.
    public var spatialReference: AGSSpatialReference? { reference.map(AGSSpatialReference.init) }

    /// The place at an index, which is less than ``pointCount``; else an empty point.
    public func point(at index: Int) -> AGSPoint {
        guard positions.indices.contains(index) else { return .empty(reference) }
        return AGSPoint(MapPoint(positions[index], spatialReference: reference))
    }
    /// The place at an index, which is less than ``pointCount``; else an empty point.
    public subscript(index: Int) -> AGSPoint { point(at: index) }
    /// Where a place comes first; `NSNotFound` if it does not.
    public func index(of point: AGSPoint) -> Int { positions.firstIndex(of: point.position(in: reference)) ?? NSNotFound }
    /// The places.
    public func array() -> [AGSPoint] { positions.map { AGSPoint(MapPoint($0, spatialReference: reference)) } }
    /// Goes through the places, once.
    public func pointEnumerator() -> AGSObjectEnumerator<AGSPoint> { AGSObjectEnumerator(array()) }
    /// Goes through the places.
    public func makeIterator() -> IndexingIterator<[AGSPoint]> { array().makeIterator() }
}
