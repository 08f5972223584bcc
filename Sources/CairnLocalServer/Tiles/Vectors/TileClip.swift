/// Cuts off what lies beyond a tile and its buffer.
enum TileClip {
    private static let low = -VectorTileGeometry.buffer
    private static let high = VectorTileGeometry.extent + VectorTileGeometry.buffer

    static func contains(_ point: SIMD2<Double>) -> Bool {
        point.x >= low && point.x <= high && point.y >= low && point.y <= high
    }

    /// The pieces of a line that are within.
    static func pieces(of line: [SIMD2<Double>]) -> [[SIMD2<Double>]] {
        if line.allSatisfy(contains) { return [line] }
        var (pieces, piece) = ([[SIMD2<Double>]](), [SIMD2<Double>]())
        for (from, to) in zip(line, line.dropFirst()) {
            guard let (start, end) = segment(from, to) else { continue }
            if piece.last != start {
                if piece.count > 1 { pieces.append(piece) }
                piece = [start]
            }
            piece.append(end)
        }
        if piece.count > 1 { pieces.append(piece) }
        return pieces
    }

    /// What of a straight line is within (Liang and Barsky).
    private static func segment(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> (SIMD2<Double>, SIMD2<Double>)? {
        let way = to - from
        var (first, last) = (0.0, 1.0)
        for axis in 0..<2 {
            let (near, far) = (low - from[axis], high - from[axis])
            if way[axis] == 0 {
                if near > 0 || far < 0 { return nil }
                continue
            }
            let shares = (near / way[axis], far / way[axis])
            first = max(first, min(shares.0, shares.1))
            last = min(last, max(shares.0, shares.1))
        }
        guard first <= last else { return nil }
        return (first == 0 ? from : from + way * first, last == 1 ? to : from + way * last)
    }

    /// What of a ring is within: of one that leaves and comes back in several places, the parts hang together along the sides (Sutherland and Hodgman).
    static func ring(_ ring: [SIMD2<Double>]) -> [SIMD2<Double>] {
        if ring.allSatisfy(contains) { return ring }
        var ring = ring
        for axis in 0..<2 {
            ring = cut(ring, axis, low) { $0 >= low }
            ring = cut(ring, axis, high) { $0 <= high }
        }
        return ring
    }

    private static func cut(
        _ ring: [SIMD2<Double>], _ axis: Int, _ side: Double, _ isInside: (Double) -> Bool
    ) -> [SIMD2<Double>] {
        guard var last = ring.last else { return [] }
        var kept: [SIMD2<Double>] = []
        for point in ring {
            let (wasInside, isInside) = (isInside(last[axis]), isInside(point[axis]))
            if wasInside != isInside {
                var crossing = last + (point - last) * ((side - last[axis]) / (point[axis] - last[axis]))
                crossing[axis] = side
                kept.append(crossing)
            }
            if isInside { kept.append(point) }
            last = point
        }
        return kept
    }
}
