/// A place: one vertex and what its coordinates mean.
public struct MapPoint: Sendable, Hashable {
    /// The vertex.
    public var position: Position
    /// What the coordinates mean; nil if unknown.
    public var spatialReference: SpatialReference?

    /// A point.
    public init(
        x: Double, y: Double, z: Double? = nil, m: Double? = nil, spatialReference: SpatialReference? = nil
    ) {
        position = Position(x: x, y: y, z: z, m: m)
        self.spatialReference = spatialReference
    }

    /// A point at a vertex.
    public init(_ position: Position, spatialReference: SpatialReference? = nil) {
        self.position = position
        self.spatialReference = spatialReference
    }

    /// A point in WGS 84, in degrees.
    public init(latitude: Double, longitude: Double) {
        self.init(x: longitude, y: latitude, spatialReference: .wgs84)
    }

    /// Easting, or longitude.
    public var x: Double { position.x }
    /// Northing, or latitude.
    public var y: Double { position.y }
    /// Height.
    public var z: Double? { position.z }
    /// Measure.
    public var m: Double? { position.m }

    /// Whether the point has no place: Esri JSON's `{"x":"NaN"}` and `{"x":null}`.
    public var isEmpty: Bool { position.x.isNaN || position.y.isNaN }
}
