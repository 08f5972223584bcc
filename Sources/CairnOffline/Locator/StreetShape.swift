import CairnGeo
import Foundation

/// Where a street runs, as far as its addresses tell: its lines, or else its houses.
struct StreetShape {
    let lines: [[Position]]
    let houses: [Position]

    /// The place where two streets come nearest, and how far apart they are there, in metres.
    func crossing(with other: StreetShape) -> (place: Position, distance: Double)? {
        var best: (place: Position, distance: Double)?
        func consider(_ a: Position, _ b: Position) {
            let distance = Geodesic.distance(from: a, to: b)
            if distance < best?.distance ?? .infinity {
                best = (Position(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2), distance)
            }
        }
        if lines.isEmpty || other.lines.isEmpty {
            for a in vertices { for b in other.vertices where abs(a.y - b.y) < 0.003 { consider(a, b) } }
            return best
        }
        for vertex in vertices { for line in other.lines { consider(vertex, AddressLine(line).nearest(to: vertex).place) } }
        for vertex in other.vertices { for line in lines { consider(vertex, AddressLine(line).nearest(to: vertex).place) } }
        for a in lines { for b in other.lines { for place in Self.crossings(a, b) { consider(place, place) } } }
        return best
    }

    private var vertices: [Position] { lines.flatMap(\.self) + houses }

    /// Where the segments of two lines cross.
    private static func crossings(_ a: [Position], _ b: [Position]) -> [Position] {
        zip(a, a.dropFirst()).flatMap { p, q in
            zip(b, b.dropFirst()).compactMap { r, s in crossing(p, q, r, s) }
        }
    }

    private static func crossing(_ p: Position, _ q: Position, _ r: Position, _ s: Position) -> Position? {
        let (dx, dy, ex, ey) = (q.x - p.x, q.y - p.y, s.x - r.x, s.y - r.y)
        let cross = dx * ey - dy * ex
        if cross == 0 { return nil }
        let t = ((r.x - p.x) * ey - (r.y - p.y) * ex) / cross
        let u = ((r.x - p.x) * dy - (r.y - p.y) * dx) / cross
        guard (0...1).contains(t), (0...1).contains(u) else { return nil }
        return Position(x: p.x + t * dx, y: p.y + t * dy)
    }
}
