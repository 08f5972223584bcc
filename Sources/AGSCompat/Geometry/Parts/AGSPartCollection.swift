import CairnGeo
public import Foundation

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

    /// How many vertices all parts have together.
    public var totalPointCount: Int { parts.reduce(0) { $0 + $1.pointCount } }

    /// The part at an index, which is less than ``partCount``; else one without vertices.
    public func part(at index: Int) -> AGSPart { parts.indices.contains(index) ? parts[index] : AGSPart([], reference) }
    /// The part at an index, which is less than ``partCount``; else one without vertices.
    public subscript(index: Int) -> AGSPart { part(at: index) }
    /// Where a part is; `NSNotFound` if it is not of this collection.
    public func index(of part: AGSPart) -> Int { parts.firstIndex { $0 === part } ?? NSNotFound }
    /// The parts.
    public func array() -> [AGSPart] { parts }
    /// Goes through the parts.
    public func makeIterator() -> IndexingIterator<[AGSPart]> { parts.makeIterator() }
}
