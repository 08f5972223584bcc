import CairnCore
import Foundation

/// Areas within a distance of places and of short lines on the ground, as rings in degrees.
struct GeodesicDisks {
    /// No two places are farther apart: half a meridian.
    static let farthest = 20_003_931.4586

    let radius: Double
    /// How far a circle may be from the segments that stand for it.
    let deviation: Double
    /// How many segments make a circle.
    let count: Int

    init(radius: Double, deviation: Double) {
        (self.radius, self.deviation) = (radius, deviation)
        let angle = acos((1 - deviation / radius).clamped(to: -1...0.99999))
        count = Int(rounding: .pi / angle, .up)?.clamped(to: 16...1440) ?? 1440
    }

    /// The area around a place.
    func disk(around place: Position) -> Geometry.Polygon {
        if radius >= Self.farthest { return Self.world(around: place.x) }
        return area(arc(around: place, from: 0, 360, count))
    }

    /// The area around a line that is short, or as long as the radius at the most.
    func capsule(from start: Position, to end: Position) -> [Geometry.Polygon] {
        let line = Geodesic.segment(from: start, to: end)
        if line.length == 0 { return [disk(around: start)] }
        // Farther out, what is at right angles to the line comes together again.
        if radius > 5_000_000 { return [disk(around: start), disk(around: end)] }
        let (half, back) = (max(8, count / 2), line.reverseAzimuth + 180)
        let (ahead, behind) = (
            arc(around: end, from: back - 90, 180, half), arc(around: start, from: line.azimuth + 90, 180, half)
        )
        let (left, right) = (side(of: start, line, end, -90), side(of: start, line, end, 90))
        return [area(ahead + right.reversed() + behind + left)]
    }

    /// What is at right angles to a line between its ends, where a straight line in degrees would lie elsewhere.
    private func side(of start: Position, _ line: Geodesic.Segment, _ end: Position, _ turn: Double) -> [Position] {
        let ends = (go(from: start, line.azimuth + turn), go(from: end, line.reverseAzimuth + 180 + turn))
        let count = Self.steps(ends.0, ends.1)
        return (1..<max(1, count)).map { step in
            let place = Geodesic.position(
                from: start, azimuth: line.azimuth, distance: line.length * Double(step) / Double(count))
            return go(from: place, Geodesic.segment(from: place, to: end).azimuth + turn)
        }
    }

    /// Places on a circle, more of them where longitudes are close together.
    private func arc(around place: Position, from azimuth: Double, _ sweep: Double, _ count: Int) -> [Position] {
        let azimuths = (0...count).map { azimuth + sweep * Double($0) / Double(count) }
        var places = [go(from: place, azimuth)]
        for (from, to) in zip(azimuths, azimuths.dropFirst()) {
            let next = go(from: place, to)
            let steps = Self.steps(places[places.count - 1], next)
            for step in 1..<max(1, steps) { places.append(go(from: place, from + (to - from) * Double(step) / Double(steps))) }
            places.append(next)
        }
        return places
    }

    /// How many steps of a degree of longitude there are between two places, up to 64.
    private static func steps(_ start: Position, _ end: Position) -> Int {
        Int(rounding: abs(remainder(end.x - start.x, 360)), .up)?.clamped(to: 1...64) ?? 1
    }

    private func go(from place: Position, _ azimuth: Double) -> Position {
        Geodesic.position(from: Position(x: place.x, y: place.y), azimuth: azimuth, distance: radius)
    }

    /// The area to the right of a ring on the ground that is not closed yet: with a pole, or both, if it goes round them.
    private func area(_ places: [Position]) -> Geometry.Polygon {
        let whole = GroundRing(places)
        let ring = whole.positions
        if whole.isRoundPole { return Geometry.Polygon(rings: [ring]) }
        guard radius > 9_000_000, Geometry.Polygon.signedArea(of: ring) > 0 else { return Geometry.Polygon(rings: [ring]) }
        var all = Self.world(around: ring[0].x)
        all.rings.append(ring)
        return all
    }

    private static func world(around longitude: Double) -> Geometry.Polygon {
        Geometry.Polygon(Envelope(xMin: longitude - 180, yMin: -90, xMax: longitude + 180, yMax: 90))
    }
}
