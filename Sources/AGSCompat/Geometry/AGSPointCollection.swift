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
    /// What the coordinates mean.
    public var spatialReference: AGSSpatialReference? { reference.map(AGSSpatialReference.init) }

    /// The place at an index, which is less than ``pointCount``.
    public func point(at index: Int) -> AGSPoint { AGSPoint(MapPoint(positions[index], spatialReference: reference)) }
    /// The places.
    public func array() -> [AGSPoint] { positions.map { AGSPoint(MapPoint($0, spatialReference: reference)) } }
    /// Goes through the places.
    public func makeIterator() -> IndexingIterator<[AGSPoint]> { array().makeIterator() }
}
