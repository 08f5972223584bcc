extension Geometry {
    /// A vertex with which nothing can be computed: NaN, infinite, or so far that products are. An empty point, and a box without sides, are
    /// empty and no error.
    var unusablePosition: Position? {
        switch self {
        case .point(let point): point.isEmpty || point.position.isUsable ? nil : point.position
        case .multipoint(let multipoint): multipoint.points.first { !$0.isUsable }
        case .polyline(let polyline): Self.unusable(in: polyline.paths)
        case .polygon(let polygon): Self.unusable(in: polygon.rings)
        case .envelope(let box): Self.unusable(in: Polygon(box).rings)
        }
    }

    private static func unusable(in parts: [[Position]]) -> Position? {
        for part in parts {
            if let position = part.first(where: { !$0.isUsable }) { return position }
        }
        return nil
    }
}

extension Position {
    fileprivate var isUsable: Bool { abs(x) <= 1e100 && abs(y) <= 1e100 }
}
