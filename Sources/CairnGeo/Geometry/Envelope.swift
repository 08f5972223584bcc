/// A rectangle with sides along the axes.
public struct Envelope: Sendable, Hashable {
    /// The smallest x.
    public var xMin: Double
    /// The smallest y.
    public var yMin: Double
    /// The largest x.
    public var xMax: Double
    /// The largest y.
    public var yMax: Double
    /// What the coordinates mean; nil if unknown.
    public var spatialReference: SpatialReference?

    /// A rectangle.
    public init(xMin: Double, yMin: Double, xMax: Double, yMax: Double, spatialReference: SpatialReference? = nil) {
        self.xMin = xMin
        self.yMin = yMin
        self.xMax = xMax
        self.yMax = yMax
        self.spatialReference = spatialReference
    }

    /// The smallest rectangle around vertices; nil if there are none.
    public init?(around positions: some Sequence<Position>, spatialReference: SpatialReference? = nil) {
        var box: Envelope?
        for position in positions where !position.x.isNaN && !position.y.isNaN {
            let own = Envelope(xMin: position.x, yMin: position.y, xMax: position.x, yMax: position.y)
            box = box?.union(own) ?? own
        }
        guard var box else { return nil }
        box.spatialReference = spatialReference
        self = box
    }

    /// The smallest rectangle around both.
    public func union(_ other: Envelope) -> Envelope {
        Envelope(
            xMin: min(xMin, other.xMin), yMin: min(yMin, other.yMin),
            xMax: max(xMax, other.xMax), yMax: max(yMax, other.yMax), spatialReference: spatialReference)
    }

    /// Whether a vertex lies in the rectangle or on its edge.
    public func contains(_ position: Position) -> Bool {
        position.x >= xMin && position.x <= xMax && position.y >= yMin && position.y <= yMax
    }

    /// The middle.
    public var center: MapPoint {
        MapPoint(x: (xMin + xMax) / 2, y: (yMin + yMax) / 2, spatialReference: spatialReference)
    }
}
