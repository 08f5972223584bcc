import CairnCore

/// Cuts lines where another crosses or touches them; heights and measures are found between vertices.
struct LineCutter {
    private let cutter: SegmentIndex
    private var left = Geometry.mostVertices
    private(set) var sides = CutSides()
    /// Whether a line has fallen into several.
    private(set) var isDivided = false

    init(_ cutter: SegmentIndex) {
        self.cutter = cutter
    }

    mutating func cut(_ path: [Position]) throws(GeometryError) {
        guard var last = path.first else { return }
        var (piece, side, count) = ([last], CutSides.Side?.none, 0)
        for vertex in path.dropFirst() {
            for (place, segment) in try crossings(last, vertex) {
                if place != piece[piece.count - 1] { piece.append(place) }
                if piece.count > 1 {
                    // From where it comes to the cutter.
                    let own = Self.side(of: piece[piece.count - 2], segment)
                    sides.add([piece], own.map { $0.and(side) } ?? side ?? .right)
                    count += 1
                }
                (piece, side) = ([place], Self.side(of: vertex, segment))
            }
            if piece.count > 1 || vertex != piece[0] { piece.append(vertex) }
            last = vertex
        }
        if piece.count > 1 {
            sides.add([piece], side)
            count += 1
        }
        if count > 1 { isDivided = true }
    }

    private typealias Segment = (start: Position, end: Position)

    /// Nil along the segment.
    private static func side(of place: Position, _ segment: Segment) -> CutSides.Side? {
        let turn = place.turn(from: segment.start, to: segment.end)
        return turn > 0 ? .left : turn < 0 ? .right : nil
    }

    /// Where a segment meets the cutter, from its beginning on, each place once.
    private mutating func crossings(_ start: Position, _ end: Position) throws(GeometryError) -> [(Position, Segment)] {
        let near = cutter.near(start, end, within: 0)
        left -= near.count
        if left < 0 { throw .tooManyVertices(limit: Geometry.mostVertices) }
        var found: [(along: Double, segment: Segment)] = []
        for index in near {
            let segment = cutter.segments[index]
            guard let along = Self.crossing(start, end, segment) else { continue }
            found.append((along, segment))
        }
        found.sort { $0.along < $1.along }
        var places: [(Position, Segment)] = []
        for (along, segment) in found {
            let place = along == 0 ? start : along == 1 ? end : start.toward(end, along)
            if places.last?.0 != place { places.append((place, segment)) }
        }
        return places
    }

    /// How far along a segment it meets another; nil if it does not, or both lead the same way.
    private static func crossing(_ start: Position, _ end: Position, _ segment: Segment) -> Double? {
        let (from, to) = (start.turn(from: segment.start, to: segment.end), end.turn(from: segment.start, to: segment.end))
        let (low, high) = (segment.start.turn(from: start, to: end), segment.end.turn(from: start, to: end))
        guard from != to, low != high, (from <= 0) != (to < 0) || from == 0 || to == 0 else { return nil }
        guard min(low, high) <= 0, max(low, high) >= 0, min(from, to) <= 0, max(from, to) >= 0 else { return nil }
        let along = from / (from - to)
        return along.isFinite ? along.clamped(to: 0...1) : nil
    }
}
