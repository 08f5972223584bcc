extension Geometry {
    /// Whether a vertex has a height.
    public var hasZ: Bool { VertexLayout(of: self).hasZ }
    /// Whether a vertex has a measure.
    public var hasM: Bool { VertexLayout(of: self).hasM }

    /// This geometry with that height at every vertex, or with none. A box, which has none, stays as it is.
    public func settingZ(_ z: Double?) -> Geometry {
        mapPositions(spatialReference) { Position(x: $0.x, y: $0.y, z: z, m: $0.m) }
    }

    /// This geometry with that measure at every vertex, or with none. A box, which has none, stays as it is.
    public func settingM(_ m: Double?) -> Geometry {
        mapPositions(spatialReference) { Position(x: $0.x, y: $0.y, z: $0.z, m: m) }
    }
}
