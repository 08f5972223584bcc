import CairnCore

extension Geometry {
    /// The vertex that is nearest to a place, in the plane of the coordinates; of several the first. A box has the corners of its area.
    ///
    /// - Parameter place: In the coordinates of the geometry.
    /// - Returns: Nil for an empty geometry, and for a place that is none.
    public func nearestVertex(to place: Position) -> Proximity? {
        nearest(to: place) { part in part.indices.lazy.map { (part[$0], $0) } }
    }

    /// The place that is nearest to another, in the plane of the coordinates; of several the first.
    ///
    /// Of areas it is one of the boundary, also for a place within.
    ///
    /// - Parameter place: In the coordinates of the geometry.
    /// - Returns: Nil for an empty geometry, and for a place that is none.
    public func nearestCoordinate(to place: Position) -> Proximity? {
        switch self {
        case .point, .multipoint: nearestVertex(to: place)
        case .polyline, .polygon, .envelope:
            nearest(to: place) { part in
                part.indices.lazy.map { (part[$0].nearest(to: place, toward: part[min($0 + 1, part.count - 1)]), $0) }
            }
        }
    }

    private func nearest(
        to place: Position, _ candidates: ([Position]) -> LazyMapSequence<Range<Int>, (Position, Int)>
    ) -> Proximity? {
        var best: (position: Position, distance: Double, part: Int, index: Int)?
        for (number, part) in parts.enumerated() {
            for (position, index) in candidates(part) {
                let distance = position.planarDistance(to: place)
                // What is no number is less than nothing, and nearer to nothing.
                if distance < best?.distance ?? .infinity { best = (position, distance, number, index) }
            }
        }
        return best.map {
            Proximity(
                point: MapPoint($0.position, spatialReference: spatialReference), distance: $0.distance, partIndex: $0.part,
                pointIndex: $0.index)
        }
    }

    /// Paths, or rings as they are; places are one part.
    var parts: [[Position]] {
        switch self {
        case .point, .multipoint: [positions]
        case .polyline(let line): line.paths
        case .polygon(let polygon): polygon.rings
        case .envelope(let box): Polygon(box).rings
        }
    }
}

extension Position {
    /// The place on the segment from here to `end` that is nearest to another.
    func nearest(to place: Position, toward end: Position) -> Position {
        let (dx, dy) = (end.x - x, end.y - y)
        let square = dx * dx + dy * dy
        let along = square > 0 ? ((place.x - x) * dx + (place.y - y) * dy) / square : 0
        return switch along {
        case ...0: self
        case 1...: end
        case 0..<1: toward(end, along)
        default: self
        }
    }
}
