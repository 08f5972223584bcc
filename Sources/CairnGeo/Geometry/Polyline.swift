/// One or more paths of connected vertices.
public struct Polyline: Sendable, Hashable {
    /// The paths, each of at least two vertices.
    public var paths: [[Position]]
    /// What the coordinates mean; nil if unknown.
    public var spatialReference: SpatialReference?

    /// A polyline.
    public init(paths: [[Position]], spatialReference: SpatialReference? = nil) {
        self.paths = paths
        self.spatialReference = spatialReference
    }
}
