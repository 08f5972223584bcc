/// Any geometry.
public enum Geometry: Sendable, Hashable {
    /// A place.
    case point(MapPoint)
    /// Several places.
    case multipoint(Multipoint)
    /// Lines.
    case polyline(Polyline)
    /// Areas.
    case polygon(Polygon)
    /// A rectangle.
    case envelope(Envelope)

    /// What the coordinates mean; nil if unknown.
    public var spatialReference: SpatialReference? {
        switch self {
        case .point(let geometry): geometry.spatialReference
        case .multipoint(let geometry): geometry.spatialReference
        case .polyline(let geometry): geometry.spatialReference
        case .polygon(let geometry): geometry.spatialReference
        case .envelope(let geometry): geometry.spatialReference
        }
    }

    /// Every vertex; an envelope's are two opposite corners.
    public var positions: [Position] {
        switch self {
        case .point(let point): point.isEmpty ? [] : [point.position]
        case .multipoint(let multipoint): multipoint.points
        case .polyline(let polyline): polyline.paths.flatMap(\.self)
        case .polygon(let polygon): polygon.rings.flatMap(\.self)
        case .envelope(let box): [Position(x: box.xMin, y: box.yMin), Position(x: box.xMax, y: box.yMax)]
        }
    }

    /// The smallest rectangle around the geometry; nil if it is empty.
    public var extent: Envelope? {
        switch self {
        case .point(let point): Envelope(around: CollectionOfOne(point.position), spatialReference: point.spatialReference)
        case .polyline(let polyline): Self.extent(of: polyline.paths, polyline.spatialReference)
        case .polygon(let polygon): Self.extent(of: polygon.rings, polygon.spatialReference)
        case .multipoint(let multipoint): Envelope(around: multipoint.points, spatialReference: multipoint.spatialReference)
        case .envelope(let box): box.isEmpty ? nil : Envelope(around: positions, spatialReference: box.spatialReference)
        }
    }

    private static func extent(of parts: [[Position]], _ spatialReference: SpatialReference?) -> Envelope? {
        parts.reduce(nil) { box, part in
            let own = Envelope(around: part, spatialReference: spatialReference)
            return own.map { box?.union($0) ?? $0 } ?? box
        }
    }

    /// This geometry with every vertex changed, and another spatial reference.
    public func mapPositions(_ spatialReference: SpatialReference?, _ change: (Position) -> Position) -> Geometry {
        switch self {
        case .point(let point):
            .point(MapPoint(change(point.position), spatialReference: spatialReference))
        case .multipoint(let multipoint):
            .multipoint(Multipoint(points: multipoint.points.map(change), spatialReference: spatialReference))
        case .polyline(let polyline):
            .polyline(Polyline(paths: polyline.paths.map { $0.map(change) }, spatialReference: spatialReference))
        case .polygon(let polygon):
            .polygon(Polygon(rings: polygon.rings.map { $0.map(change) }, spatialReference: spatialReference))
        case .envelope(let box):
            .envelope(box.mapCorners(spatialReference, change))
        }
    }
}

extension Envelope {
    func mapCorners(_ spatialReference: SpatialReference?, _ change: (Position) -> Position) -> Envelope {
        let (low, high) = (change(Position(x: xMin, y: yMin)), change(Position(x: xMax, y: yMax)))
        return Envelope(xMin: low.x, yMin: low.y, xMax: high.x, yMax: high.y, spatialReference: spatialReference)
    }
}
