import CairnGeo
public import Foundation

/// The parts of a geometry that is being made. It holds the parts themselves: what is done to one afterwards counts.
///
/// What is asked to be done at an index that there is none at is not done.
public final class AGSMutablePartCollection: NSObject, Sequence {
    private var parts: [AGSMutablePart]
    private let reference: SpatialReference?

    init(_ rows: [[Position]], _ reference: SpatialReference?) {
        (parts, self.reference) = (rows.map { AGSMutablePart(VertexRow($0, reference)) }, reference)
    }

    /// No parts.
    public convenience init(spatialReference: AGSSpatialReference?) { self.init([], spatialReference?.value) }

    /// What the coordinates mean.
    public var spatialReference: AGSSpatialReference? { reference.map(AGSSpatialReference.init) }
    /// How many parts there are.
    public var count: Int { parts.count }
    /// How many parts there are.
    public var partCount: Int { parts.count }
    /// Whether there are none.
    public var isEmpty: Bool { parts.isEmpty }
    /// How many vertices all parts have together.
    public var totalPointCount: Int { parts.reduce(0) { $0 + $1.pointCount } }

    /// The part at an index, which is less than ``count``; else one that is not of the collection.
    public func part(at index: Int) -> AGSMutablePart {
        parts.indices.contains(index) ? parts[index] : AGSMutablePart(VertexRow(reference))
    }
    /// The part at an index, which is less than ``count``; else one that is not of the collection, and nothing is set.
    public subscript(index: Int) -> AGSMutablePart {
        get { part(at: index) }
        set { setPart(newValue, at: index) }
    }
    /// Where a part is; `NSNotFound` if it is not of this collection.
    public func index(of part: AGSMutablePart) -> Int { parts.firstIndex { $0 === part } ?? NSNotFound }
    /// The parts.
    public func array() -> [AGSMutablePart] { parts }
    /// Goes through the parts.
    public func makeIterator() -> IndexingIterator<[AGSMutablePart]> { parts.makeIterator() }

    /// Adds a part at the end; its index.
    @discardableResult public func add(_ part: AGSMutablePart) -> Int {
        parts.append(part)
        return parts.count - 1
    }
    /// Puts a part before that at an index, or at the end.
    public func insert(_ part: AGSMutablePart, at index: Int) {
        if (0...parts.count).contains(index) { parts.insert(part, at: index) }
    }
    /// Puts a part in the place of that at an index.
    public func setPart(_ part: AGSMutablePart, at index: Int) {
        if parts.indices.contains(index) { parts[index] = part }
    }
    /// Takes the part at an index out.
    public func removePart(at index: Int) {
        if parts.indices.contains(index) { parts.remove(at: index) }
    }
    /// Takes all parts out.
    public func removeAllParts() { parts = [] }

    /// The vertices in the coordinates of the collection, without parts that have none.
    var rows: [[Position]] {
        parts.filter { !$0.isEmpty }.map { part in
            part.row.reference == reference ? part.row.positions : part.points.map { $0.position(in: reference) }
        }
    }
    /// The last part; one is made if there is none.
    var last: AGSMutablePart {
        if parts.isEmpty { parts = [AGSMutablePart(VertexRow(reference))] }
        return parts[parts.count - 1]
    }
}
