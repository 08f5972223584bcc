import CairnGeo
public import Foundation

/// Places in an order that are being put together; see ``AGSMutablePart``.
public final class AGSMutablePointCollection: NSObject, Sequence {
    var row: VertexRow

    init(_ row: VertexRow) { self.row = row }

    /// No places.
    public convenience init(spatialReference: AGSSpatialReference?) { self.init(VertexRow(spatialReference?.value)) }

    /// What the coordinates mean.
    public var spatialReference: AGSSpatialReference? { row.reference.map(AGSSpatialReference.init) }
    /// How many places there are.
    public var count: Int { row.positions.count }
    /// How many places there are.
    public var pointCount: Int { count }
    /// Whether there are none.
    public var isEmpty: Bool { count == 0 }

    /// The place at an index, which is less than ``count``; else an empty point.
    public func point(at index: Int) -> AGSPoint { row.collection.point(at: index) }
    /// The place at an index, which is less than ``count``; else an empty point, and nothing is set.
    public subscript(index: Int) -> AGSPoint {
        get { point(at: index) }
        set { row.set(newValue, at: index) }
    }
    /// Where a place comes first; `NSNotFound` if it does not.
    public func index(of point: AGSPoint) -> Int { row.collection.index(of: point) }
    /// The places as they are now.
    public func array() -> [AGSPoint] { row.collection.array() }
    /// Goes through the places as they are now.
    public func makeIterator() -> IndexingIterator<[AGSPoint]> { array().makeIterator() }

    /// Adds a place at the end; its index.
    @discardableResult public func add(_ point: AGSPoint) -> Int { row.add(point) }
    /// Adds a place at the end; its index.
    @discardableResult public func addPoint(_ point: AGSPoint) -> Int { row.add(point) }
    /// Adds a place at the end; its index.
    @discardableResult public func addPointWith(x: Double, y: Double) -> Int { row.add(row.point(x, y)) }
    /// Adds a place at the end; its index.
    @discardableResult public func addPointWith(x: Double, y: Double, z: Double) -> Int { row.add(row.point(x, y, z)) }
    /// Adds places at the end.
    public func addPoints(_ points: [AGSPoint]) { for point in points { _ = row.add(point) } }

    /// Puts a place before that at an index, or at the end.
    public func insert(_ point: AGSPoint, at index: Int) { row.insert(point, at: index) }
    /// Puts a place before that at an index, or at the end.
    public func insertPointWith(x: Double, y: Double, at index: Int) { row.insert(row.point(x, y), at: index) }
    /// Puts a place before that at an index, or at the end.
    public func insertPointWith(x: Double, y: Double, z: Double, at index: Int) { row.insert(row.point(x, y, z), at: index) }

    /// Moves the place at an index.
    public func setPoint(_ point: AGSPoint, at index: Int) { row.set(point, at: index) }
    /// Takes the place at an index out.
    public func removePoint(at index: Int) { row.remove(at: index) }
    /// Takes all places out.
    public func removeAllPoints() { row.removeAll() }
}
