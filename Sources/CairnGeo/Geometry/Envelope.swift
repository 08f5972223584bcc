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
        var (low, high) = (Position(x: .infinity, y: .infinity), Position(x: -.infinity, y: -.infinity))
        for position in positions where !position.x.isNaN && !position.y.isNaN {
            (low.x, low.y) = (min(low.x, position.x), min(low.y, position.y))
            (high.x, high.y) = (max(high.x, position.x), max(high.y, position.y))
        }
        guard low.x <= high.x else { return nil }
        self.init(xMin: low.x, yMin: low.y, xMax: high.x, yMax: high.y, spatialReference: spatialReference)
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

    /// Whether the rectangle has no place: Esri JSON's `{"xmin":"NaN", …}`.
    package var isEmpty: Bool { xMin.isNaN || yMin.isNaN || xMax.isNaN || yMax.isNaN }

    /// The middle.
    public var center: MapPoint {
        MapPoint(x: (xMin + xMax) / 2, y: (yMin + yMax) / 2, spatialReference: spatialReference)
    }
}

extension Envelope {
    /// What both cover; nil if that is nothing. They may share an edge.
    public func intersection(_ other: Envelope) -> Envelope? {
        let (low, high) = ((max(xMin, other.xMin), max(yMin, other.yMin)), (min(xMax, other.xMax), min(yMax, other.yMax)))
        guard low.0 <= high.0, low.1 <= high.1 else { return nil }
        return Envelope(xMin: low.0, yMin: low.1, xMax: high.0, yMax: high.1, spatialReference: spatialReference)
    }
}
