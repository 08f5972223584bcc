/// How detailed the tiles of one level are.
public struct LevelOfDetail: Sendable, Hashable, Codable {
    /// Its number; higher ones show more.
    public var level: Int
    /// Map units that one pixel covers.
    public var resolution: Double
    /// The denominator of the scale at the dpi of its scheme: 9027.98 for 1 : 9027.98.
    public var scale: Double

    /// A level.
    public init(level: Int, resolution: Double, scale: Double) {
        (self.level, self.resolution, self.scale) = (level, resolution, scale)
    }
}
