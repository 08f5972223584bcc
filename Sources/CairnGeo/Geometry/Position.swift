/// One vertex: x and y in the units of a spatial reference, with height and measure where there are any.
public struct Position: Sendable, Hashable {
    /// Easting, or longitude.
    public var x: Double
    /// Northing, or latitude.
    public var y: Double
    /// Height.
    public var z: Double?
    /// Measure along a line.
    public var m: Double?

    /// A vertex.
    public init(x: Double, y: Double, z: Double? = nil, m: Double? = nil) {
        self.x = x
        self.y = y
        self.z = z
        self.m = m
    }
}
