public import CairnGeo

/// The geometries of what a trace has found, put together.
public struct UtilityGeometryTraceResult: Sendable, Hashable, Codable {
    /// The points; nil if there are none.
    public var multipoint: Geometry?
    /// The lines; nil if there are none.
    public var polyline: Geometry?
    /// The areas; nil if there are none.
    public var polygon: Geometry?
    /// What the service warns of.
    public var warnings: [String]

    /// Geometries.
    ///
    /// - Parameters:
    ///   - multipoint: The points.
    ///   - polyline: The lines.
    ///   - polygon: The areas.
    ///   - warnings: What the service warns of.
    public init(multipoint: Geometry? = nil, polyline: Geometry? = nil, polygon: Geometry? = nil, warnings: [String] = []) {
        (self.multipoint, self.polyline, self.polygon) = (multipoint, polyline, polygon)
        self.warnings = warnings
    }
}
