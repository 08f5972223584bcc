import CairnCore
import CairnGeo

/// Finds the road that is nearest to a place.
struct RoadFinder: Sendable {
    let roads: RoadTable
    private let tree: PackedTree
    private let pieces: MappedSection

    init(_ image: BlockImage, _ roads: RoadTable) throws(BlockDamage) {
        self.roads = roads
        tree = try PackedTree(image[NetworkFormat.Section.tree.rawValue])
        pieces = image[NetworkFormat.Section.pieces.rawValue]
    }

    /// A place on a road, and how far it is.
    struct Match: Sendable, Hashable {
        let point: EdgePoint
        /// On the road.
        let place: RoadDraft.Place
        /// In metres.
        let distance: Double
        /// On which side of the road, as it was drawn, the place looked for lies: negative on its right, zero on it.
        let side: Int
    }

    /// Where a segment of a road is nearest.
    private struct Candidate {
        let edge: UInt32
        let segment: Int
        let place: (x: Int32, y: Int32)
    }

    /// The nearest place on a road.
    ///
    /// - Parameters:
    ///   - place: In degrees.
    ///   - limit: In metres.
    ///   - isOpen: Whether an edge may be matched.
    /// - Returns: Nil if there is none within the limit.
    func nearest(to place: Position, within limit: Double, _ isOpen: (RoadTable.Edge) -> Bool) throws(BlockDamage) -> Match? {
        // Who asks stands at a road, mostly: of what is a kilometre around, everything would be looked at first.
        if limit > Self.close, let match = try search(place, Self.close, isOpen) { return match }
        return try search(place, limit, isOpen)
    }

    /// The edges of which a part may lie in a box, in degrees.
    func edges(in box: BoxTree.Box) throws(BlockDamage) -> [UInt32] {
        func number(_ degrees: Double) -> Int32 { Int32(rounding: (degrees * 1e7).clamped(to: -2e9...2e9)) ?? 0 }
        guard box.xMin <= box.xMax, box.yMin <= box.yMax else { return [] }
        let wanted = GeoBox(xMin: number(box.xMin), yMin: number(box.yMin), xMax: number(box.xMax), yMax: number(box.yMax))
        var edges: [UInt32] = []
        try tree.forEach(in: wanted) { (piece) throws(BlockDamage) in
            edges.append(UInt32(truncatingIfNeeded: try pieces.number(Int(piece) * 2)))
            return true
        }
        edges.sort()
        // Of an edge of many segments more than one piece may lie there.
        return edges.indices.filter { $0 == 0 || edges[$0] != edges[$0 - 1] }.map { edges[$0] }
    }

    private static let close = 64.0

    private func search(_ place: Position, _ limit: Double, _ isOpen: (RoadTable.Edge) -> Bool) throws(BlockDamage) -> Match? {
        let metric = PlaceMetric(place)
        var (best, stack) = (Candidate?.none, [PackedTree.Node]())
        stack.reserveCapacity(64)
        var nearest = limit * limit
        try tree.forEach(near: metric, within: nearest, &stack) { (piece, _, _) throws(BlockDamage) in
            let (index, first) = (try pieces.number(Int(piece) * 2), try pieces.number(Int(piece) * 2 + 1))
            let edge = try roads.edge(UInt32(truncatingIfNeeded: index))
            guard isOpen(edge) else { return nearest }
            let last = min(first + NetworkFormat.pieceLength, roads.segmentCount(of: edge))
            guard first < last else { throw BlockDamage() }
            var start = try roads.place(first, of: edge)
            for segment in first..<last {
                let end = try roads.place(segment + 1, of: edge)
                let found = metric.nearest(on: (start.longitude, start.latitude), (end.longitude, end.latitude))
                let distance = metric.squaredDistance(found.x, found.y)
                if distance < nearest || best == nil && distance <= nearest {
                    nearest = distance
                    best = Candidate(edge: UInt32(truncatingIfNeeded: index), segment: segment, place: found)
                }
                start = end
            }
            return nearest
        }
        return try best.map { (best) throws(BlockDamage) in try match(best, metric.place, nearest.squareRoot()) }
    }

    private func match(_ found: Candidate, _ wanted: Position, _ distance: Double) throws(BlockDamage) -> Match {
        let line = try roads.line(of: roads.edge(found.edge))
        guard found.segment + 1 < line.count else { throw BlockDamage() }
        let place = RoadDraft.Place(longitude: found.place.x, latitude: found.place.y)
        let measure = LineMeasure(from: line[0])
        var (total, before) = (0.0, 0.0)
        for (segment, (start, end)) in zip(line, line.dropFirst()).enumerated() {
            if segment == found.segment { before = total + measure.length(start, place) }
            total += measure.length(start, end)
        }
        let side = RoadSide.side(of: wanted, of: line, beside: place, on: found.segment)
        let share = total > 0 ? (before / total).clamped(to: 0...1) : 0
        return Match(point: EdgePoint(edge: found.edge, share: share), place: place, distance: distance, side: side)
    }
}
