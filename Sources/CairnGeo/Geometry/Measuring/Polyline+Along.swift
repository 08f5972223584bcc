extension Polyline {
    /// The place at a distance from the beginning of the line, in the plane of the coordinates; gaps between paths have no length.
    ///
    /// - Parameter distance: In the units of the coordinates. Below 0 it is the beginning, and beyond the end the end.
    /// - Returns: Nil for a line without vertices, and for a distance that is NaN.
    public func point(atDistance distance: Double) -> MapPoint? {
        guard !distance.isNaN, var last = paths.first(where: { !$0.isEmpty })?.first else { return nil }
        var left = distance
        if left <= 0 { return MapPoint(last, spatialReference: spatialReference) }
        for (start, end) in segments {
            let length = start.planarDistance(to: end)
            if length >= left { return MapPoint(start.toward(end, left / length), spatialReference: spatialReference) }
            (left, last) = (left - length, end)
        }
        return MapPoint(last, spatialReference: spatialReference)
    }

    /// Where along the line a place lies: 0 at the beginning, 1 at the end, in the plane of the coordinates.
    ///
    /// - Parameters:
    ///   - place: In the coordinates of the line; one beside it counts as the nearest on it.
    ///   - tolerance: How far from the line it may be; below 0, as far as it likes.
    /// - Returns: Nil for a place farther away, and for a line without length.
    public func fraction(of place: Position, tolerance: Double = -1) -> Double? {
        var (walked, best) = (0.0, (distance: Double.infinity, along: 0.0))
        for (start, end) in segments {
            let nearest = start.nearest(to: place, toward: end)
            let distance = nearest.planarDistance(to: place)
            if distance < best.distance { best = (distance, walked + start.planarDistance(to: nearest)) }
            walked += start.planarDistance(to: end)
        }
        guard best.distance.isFinite, walked > 0, walked.isFinite, tolerance < 0 || best.distance <= tolerance else { return nil }
        return min(1, best.along / walked)
    }

    private var segments: some Sequence<(Position, Position)> { paths.lazy.flatMap { zip($0, $0.dropFirst()) } }
}
