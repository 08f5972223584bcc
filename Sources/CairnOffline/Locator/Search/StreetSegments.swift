import CairnCore
import CairnGeo
import Foundation

/// Where a street runs, as far as its addresses tell: the segments of its lines, or else its houses.
struct StreetSegments {
    /// From one place to another, which are the same for a house; in the file's coordinates.
    struct Segment {
        let start: (x: Int32, y: Int32)
        let end: (x: Int32, y: Int32)

        var box: GeoBox {
            GeoBox(xMin: min(start.x, end.x), yMin: min(start.y, end.y), xMax: max(start.x, end.x), yMax: max(start.y, end.y))
        }
    }

    private(set) var all: [Segment] = []
    /// Whether they are lines: houses stand away from corners.
    let areLines: Bool

    /// More than any street has, but not more than a hostile file may give it.
    private static let most = 20_000

    /// - Parameter box: Only those that meet it.
    init(_ street: FeatureView, in box: GeoBox, _ index: LocatorIndex) throws(BlockDamage) {
        areLines = !street.ranges.isEmpty
        for range in street.ranges where all.count < Self.most {
            try index.ranges.forEachSegment(of: range) { start, end in add(Segment(start: start, end: end), box) }
        }
        guard !areLines else { return }
        for run in street.runs where all.count < Self.most {
            try index.houses.forEach(in: run) { (house) throws(BlockDamage) in
                add(Segment(start: (house.x, house.y), end: (house.x, house.y)), box)
            }
        }
    }

    private mutating func add(_ segment: Segment, _ box: GeoBox) {
        if segment.box.intersects(box) { all.append(segment) }
    }

    // MARK: - Crossings

    /// A place at which two streets come near each other.
    struct Crossing {
        let place: Position
        /// In metres.
        let gap: Double
    }

    /// Streets this near to each other cross; houses stand away from corners, lines do not.
    private static let reach = (lines: 30.0, houses: 60.0)
    /// Crossings that are so near to each other are one, in metres: the two lanes of a wide road.
    private static let lanes = 60.0

    /// The places at which two streets come near each other, those that meet first.
    static func crossings(_ one: FeatureView, _ other: FeatureView, _ index: LocatorIndex) throws(BlockDamage) -> [Crossing] {
        let first = try StreetSegments(one, in: other.box.widened, index)
        let second = try StreetSegments(other, in: one.box.widened, index)
        let reach = first.areLines && second.areLines ? reach.lines : reach.houses
        let right = second.all.sorted { $0.box.xMin < $1.box.xMin }
        let longest = right.reduce(0) { max($0, Int($1.box.xMax) - Int($1.box.xMin)) }
        var found: [Crossing] = []
        for segment in first.all {
            let box = segment.box.widened
            var place = firstIndex(of: right, from: Int(box.xMin) - longest)
            while place < right.count, right[place].box.xMin <= box.xMax {
                defer { place += 1 }
                guard right[place].box.intersects(box) else { continue }
                let crossing = crossing(segment, right[place])
                if crossing.gap <= reach { found.append(crossing) }
            }
            if found.count > 2000 { break }
        }
        return distinct(found)
    }

    private static func firstIndex(of segments: [Segment], from x: Int) -> Int {
        var (low, high) = (0, segments.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(segments[middle].box.xMin) < x { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// One of each group that hangs together.
    private static func distinct(_ crossings: [Crossing]) -> [Crossing] {
        var groups: [[Crossing]] = []
        for crossing in crossings.sorted(by: { $0.gap < $1.gap }) {
            let isNear = { (other: Crossing) in
                let metric = PlaceMetric(other.place)
                return metric.squaredDistance(Fixed.from(crossing.place.x), Fixed.from(crossing.place.y)) <= lanes * lanes
            }
            if let group = groups.firstIndex(where: { $0.contains(where: isNear) }) {
                // A group's places are alike: those that are far from its first ones make it longer.
                if groups[group].count < 40 { groups[group].append(crossing) }
            } else if groups.count < 100 {
                groups.append([crossing])
            }
        }
        return groups.map { $0[0] }
    }

    /// Where two segments are nearest, on a plane around the first: where they cross, or from the end of one to the other.
    private static func crossing(_ a: Segment, _ b: Segment) -> Crossing {
        let origin = Position(x: Fixed.degrees(a.start.x), y: Fixed.degrees(a.start.y))
        let plane = LocalPlane(origin)
        let (p, q, r, s) = (plane.point(a.start), plane.point(a.end), plane.point(b.start), plane.point(b.end))
        let (d, e) = (q - p, s - r)
        let cross = d.x * e.y - d.y * e.x
        if cross != 0 {
            let w = r - p
            let (t, u) = ((w.x * e.y - w.y * e.x) / cross, (w.x * d.y - w.y * d.x) / cross)
            if (0...1).contains(t), (0...1).contains(u) { return Crossing(place: plane.position(p + d * t), gap: 0) }
        }
        let feet = [(p, nearest(p, r, s)), (q, nearest(q, r, s)), (r, nearest(r, p, q)), (s, nearest(s, p, q))]
        let best = feet.min { length($0.1 - $0.0) < length($1.1 - $1.0) } ?? (p, r)
        return Crossing(place: plane.position((best.0 + best.1) * 0.5), gap: length(best.1 - best.0))
    }

    private static func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

    private static func nearest(_ point: SIMD2<Double>, _ start: SIMD2<Double>, _ end: SIMD2<Double>) -> SIMD2<Double> {
        let direction = end - start
        let square = (direction * direction).sum()
        let share = square > 0 ? (((point - start) * direction).sum() / square).clamped(to: 0...1) : 0
        return start + direction * share
    }
}

/// Metres east and north of a place, good for a few kilometres.
private struct LocalPlane {
    private let origin: Position
    private let scale: SIMD2<Double>

    init(_ origin: Position) {
        self.origin = origin
        let latitude = origin.y * .pi / 180
        // Of WGS 84: a degree of longitude, and one of latitude.
        let root = (1 - 0.00669437999014 * sin(latitude) * sin(latitude)).squareRoot()
        let degree = 6_378_137 / root * .pi / 180
        scale = SIMD2(max(1e-6, cos(latitude)) * degree, degree * 0.99330562000986 / (root * root))
    }

    func point(_ place: (x: Int32, y: Int32)) -> SIMD2<Double> {
        SIMD2(Fixed.degrees(place.x) - origin.x, Fixed.degrees(place.y) - origin.y) * scale
    }

    func position(_ point: SIMD2<Double>) -> Position {
        let degrees = point / scale
        return Position(x: origin.x + degrees.x, y: origin.y + degrees.y)
    }
}

extension GeoBox {
    /// With 60 metres around it, and more towards the poles.
    fileprivate var widened: GeoBox {
        let latitude = max(abs(Fixed.degrees(yMin)), abs(Fixed.degrees(yMax)))
        let y = 6000
        let x = Int(rounding: Double(y) / max(0.01, cos(latitude * .pi / 180))) ?? y
        return GeoBox(
            xMin: Int32(clamping: Int(xMin) - x), yMin: Int32(clamping: Int(yMin) - y), xMax: Int32(clamping: Int(xMax) + x),
            yMax: Int32(clamping: Int(yMax) + y))
    }

    /// Whether two streets may come near each other.
    func isNear(_ other: GeoBox) -> Bool { widened.intersects(other) }
}
