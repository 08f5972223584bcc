#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Leaves vertices of a line out, in one pass, however long it is: those that lie within a distance of the segment that then takes their place.
///
/// From the vertex that was kept last it looks through the opening that the circles around those behind it leave (Zhao and Saalfeld, 1997).
struct LineGeneralizer {
    private let deviation: Double
    private var kept: Position
    /// How far the farthest goes of those that could be left out.
    private var reach = 0.0
    /// The direction of the first of them, and how far to both sides of it the opening goes, in radians.
    private var direction: SIMD2<Double>?
    private var (low, high) = (-Double.infinity, Double.infinity)

    private init(_ start: Position, _ deviation: Double) {
        (kept, self.deviation) = (start, deviation)
    }

    /// The line with its ends, and some of the vertices between.
    static func line(_ line: [Position], deviation: Double) -> [Position] {
        guard line.count > 2 else { return line }
        var generalizer = LineGeneralizer(line[0], deviation)
        var result = [line[0]]
        for index in 1..<line.count {
            if !generalizer.admits(line[index]) {
                result.append(line[index - 1])
                generalizer = LineGeneralizer(line[index - 1], deviation)
            }
            generalizer.narrow(by: line[index])
        }
        result.append(line[line.count - 1])
        return result
    }

    /// A ring that goes round as it did, or all of it.
    static func ring(_ ring: [Position], deviation: Double) -> [Position] {
        let closed = Geometry.Polygon.closed(ring)
        let result = line(closed, deviation: deviation)
        let (area, old) = (Geometry.Polygon.signedArea(of: result), Geometry.Polygon.signedArea(of: closed))
        return result.count > 3 && area != 0 && (area > 0) == (old > 0) ? result : ring
    }

    private func offset(_ position: Position) -> SIMD2<Double> { SIMD2(position.x - kept.x, position.y - kept.y) }

    /// Whether a segment from what was kept to there passes all between closely.
    private func admits(_ position: Position) -> Bool {
        let offset = offset(position)
        let distance = hypot(offset.x, offset.y)
        if distance <= deviation { return reach == 0 }
        guard distance >= reach, let angle = angle(of: offset) else { return distance >= reach }
        return low <= angle && angle <= high
    }

    private mutating func narrow(by position: Position) {
        let offset = offset(position)
        let distance = hypot(offset.x, offset.y)
        guard distance > deviation else { return }
        reach = distance
        let half = asin(deviation / distance)
        if direction == nil { direction = offset }
        let angle = angle(of: offset) ?? 0
        (low, high) = (max(low, angle - half), min(high, angle + half))
    }

    /// From the direction of the first, nil if there is none.
    private func angle(of offset: SIMD2<Double>) -> Double? {
        direction.map { atan2($0.x * offset.y - $0.y * offset.x, $0.x * offset.x + $0.y * offset.y) }
    }
}
