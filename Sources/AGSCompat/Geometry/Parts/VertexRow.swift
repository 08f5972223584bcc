import CairnGeo

/// Vertices that are added, moved and taken out; an index that there is none at changes nothing.
struct VertexRow {
    private(set) var positions: [Position]
    let reference: SpatialReference?

    init(_ positions: [Position], _ reference: SpatialReference?) {
        (self.positions, self.reference) = (positions, reference)
    }

    init(_ reference: SpatialReference?) { self.init([], reference) }

    /// - Returns: Where it is now.
    mutating func add(_ point: AGSPoint) -> Int {
        positions.append(point.position(in: reference))
        return positions.count - 1
    }

    mutating func insert(_ point: AGSPoint, at index: Int) {
        guard (0...positions.count).contains(index) else { return }
        positions.insert(point.position(in: reference), at: index)
    }

    mutating func set(_ point: AGSPoint, at index: Int) {
        guard positions.indices.contains(index) else { return }
        positions[index] = point.position(in: reference)
    }

    mutating func remove(at index: Int) {
        guard positions.indices.contains(index) else { return }
        positions.remove(at: index)
    }

    mutating func removeAll() { positions = [] }

    /// The vertices as they are now.
    var collection: AGSPointCollection { AGSPointCollection(positions, reference) }

    /// A vertex by its coordinates, in those of the row.
    func point(_ x: Double, _ y: Double, _ z: Double = .nan) -> AGSPoint {
        AGSPoint(x: x, y: y, z: z, spatialReference: reference.map(AGSSpatialReference.init))
    }
}
