/// Which numbers stand for each vertex in a format that says so once: x and y, then a height, a measure or both.
package struct VertexLayout: Sendable, Hashable {
    package var hasZ: Bool
    package var hasM: Bool

    package init(hasZ: Bool = false, hasM: Bool = false) {
        self.hasZ = hasZ
        self.hasM = hasM
    }

    /// What the vertices of a geometry have, one of them at least.
    package init(of geometry: Geometry) {
        self.init()
        switch geometry {
        case .point(let point): self.init(of: point.position)
        case .multipoint(let multipoint): add(multipoint.points)
        case .polyline(let polyline): polyline.paths.forEach { add($0) }
        case .polygon(let polygon): polygon.rings.forEach { add($0) }
        case .envelope: break
        }
    }

    /// What a vertex has.
    package init(of position: Position) {
        self.init(hasZ: position.z != nil, hasM: position.m != nil)
    }

    private mutating func add(_ positions: [Position]) {
        if !hasZ { hasZ = positions.contains { $0.z != nil } }
        if !hasM { hasM = positions.contains { $0.m != nil } }
    }

    /// How many numbers a vertex has.
    package var count: Int { 2 + (hasZ ? 1 : 0) + (hasM ? 1 : 0) }

    /// How many bytes a vertex has in WKB.
    package var stride: Int { count * 8 }
}
