/// Several places as one geometry.
public struct Multipoint: Sendable, Hashable {
    /// The vertices.
    public var points: [Position]
    /// What the coordinates mean; nil if unknown.
    public var spatialReference: SpatialReference?

    /// A multipoint.
    public init(points: [Position], spatialReference: SpatialReference? = nil) {
        self.points = points
        self.spatialReference = spatialReference
    }
}
