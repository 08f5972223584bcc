import CairnCore
import CairnGeo
import Foundation

/// Distances from one place: a bound for boxes that is quick and never too high, and those of places on the ellipsoid of WGS 84.
struct PlaceMetric {
    /// In degrees, of -180 to 180.
    let place: Position
    private let x: Double
    private let y: Double
    private let sine: Double
    private let cosine: Double
    /// Metres in a step east and in a step north, at the place.
    private let east: Double
    private let north: Double

    /// Radians in a step of the file's coordinates.
    private static let step = Double.pi / 180 / 1e7
    private static let turn = 3.6e9
    private static let a = 6_378_137.0
    private static let eccentricity = 0.00669437999014
    /// The least radius of curvature, that along a meridian at the equator: no geodesic is shorter than on a sphere of it.
    private static let least = a * (1 - eccentricity)

    init(_ place: Position) {
        self.place = place.reduced
        (x, y) = (self.place.x * 1e7, place.y * 1e7)
        let latitude = place.y * .pi / 180
        (sine, cosine) = (sin(latitude), max(0, cos(latitude)))
        let root = (1 - Self.eccentricity * sine * sine).squareRoot()
        east = Self.a / root * cosine * Self.step
        north = Self.least / (root * root * root) * Self.step
    }

    /// How near a box is at least, in square metres: the chord on the smallest sphere.
    ///
    /// sin²(d/2) = sin²(Δφ/2) + cos φ₁ cos φ₂ sin²(Δλ/2), with the gaps between the place and the box and the least cosine in it;
    /// sines and cosines by the terms of their series up to a negative one, which makes them too small.
    @inline(__always)
    func bound(_ box: GeoBox) -> Double {
        let (low, high) = (Double(box.yMin), Double(box.yMax))
        let north = Self.sine(max(low - y, 0, y - high) * (Self.step / 2))
        let (west, east) = (Double(box.xMin) - x, x - Double(box.xMax))
        var squares = north * north
        if west > 0 || east > 0 {
            let gap = min(west < 0 ? west + Self.turn : west, east < 0 ? east + Self.turn : east)
            let half = Self.sine(max(0, gap) * (Self.step / 2))
            squares += cosine * Self.cosine(max(abs(low), abs(high)) * Self.step) * half * half
        }
        return 4 * Self.least * Self.least * squares
    }

    /// A box around all that is within a limit in square metres; all of the earth where it cannot be told simply.
    func window(_ limit: Double) -> GeoBox {
        let radians = limit.squareRoot() * (1.01 / Self.least)
        let narrowest = cosine - radians
        guard radians < 0.1, narrowest > 0.2 else { return .all }
        let (dy, dx) = (radians * (1 / Self.step) + 1, radians / narrowest * (1 / Self.step) + 1)
        guard x - dx > -Self.turn / 2, x + dx < Self.turn / 2 else { return .all }
        // Beyond 2⁵² doubles are whole numbers: the lower bits are those of the side, which is within the earth and 6 degrees.
        func side(_ place: Double) -> Int32 { Int32(truncatingIfNeeded: (place + 0x1.8p52).bitPattern) }
        return GeoBox(xMin: side(x - dx), yMin: side(y - dy), xMax: side(x + dx), yMax: side(y + dy))
    }

    @inline(__always)
    private static func sine(_ angle: Double) -> Double { angle * max(0, 1 - angle * angle * (1 / 6)) }

    @inline(__always)
    private static func cosine(_ angle: Double) -> Double {
        let square = angle * angle
        return max(0, 1 - square / 2 + square * square / 24 - square * square * square / 720)
    }

    /// Whether a place is farther than a limit in square metres by more than what a quick look is wrong by.
    @inline(__always)
    func isBeyond(_ limit: Double, _ x: Int32, _ y: Int32) -> Bool {
        let (dx, dy) = steps(x, y)
        // Farther away, and nearer to the poles, a degree's length changes on the way.
        guard abs(dx) < Self.quick, abs(dy) < Self.quick, cosine > 0.17 else { return false }
        let (e, n) = (dx * east, dy * north)
        return e * e + n * n > limit * 1.06
    }

    /// About 11 km.
    private static let quick = 1e6

    /// The square of the distance in metres: by a plane whose scale is that midway as long as this is good to a millionth, else the geodesic.
    func squaredDistance(_ x: Int32, _ y: Int32) -> Double {
        let (dx, dy) = steps(x, y)
        guard abs(dx) < Self.quick, abs(dy) < Self.quick else {
            let distance = Geodesic.distance(from: place, to: Position(x: Fixed.degrees(x), y: Fixed.degrees(y)))
            return distance * distance
        }
        let half = dy * (Self.step / 2)
        let middle = (sine: sine + (cosine - sine * half / 2) * half, cosine: cosine - (sine + cosine * half / 2) * half)
        let root = (1 - Self.eccentricity * middle.sine * middle.sine).squareRoot()
        let e = Self.a / root * middle.cosine * Self.step * dx
        let n = Self.least / (root * root * root) * Self.step * dy
        return e * e + n * n
    }

    /// What ``squaredDistance(_:_:)`` is at most, told sooner, and what ``bound(_:)`` is at most of all that is no farther away.
    ///
    /// Bounds are those of geodesics, from which distances differ by a millionth: without room for that what is nearest is beyond its own distance.
    func mostSquaredDistance(_ x: Int32, _ y: Int32) -> Double {
        let distance = mostDistance(x, y) * (1 + 1e-6) + 0.001
        return distance * distance
    }

    /// Along the great circle, on a sphere of the greatest radius of curvature.
    ///
    /// The geodesic is no longer than that path on the ellipsoid, none of whose steps is longer there than on such a sphere.
    private func mostDistance(_ x: Int32, _ y: Int32) -> Double {
        let (dx, dy) = steps(x, y)
        if abs(dx) < Self.quick, abs(dy) < Self.quick { return squaredDistance(x, y).squareRoot() }
        let (north, east) = (sin(dy * (Self.step / 2)), sin(dx * (Self.step / 2)))
        let half = north * north + cosine * max(0, cos(Double(y) * Self.step)) * east * east
        return 2 * Self.greatest * asin(min(1, half.squareRoot()))
    }

    /// The radius of curvature at the poles.
    private static let greatest = a / (1 - eccentricity).squareRoot()

    /// From the place to another one, by the shorter way around.
    @inline(__always)
    private func steps(_ x: Int32, _ y: Int32) -> (dx: Double, dy: Double) {
        (Self.shorter(Double(x) - self.x), Double(y) - self.y)
    }

    /// Steps east by the shorter way around, of less than one turn and a half.
    @inline(__always)
    private static func shorter(_ steps: Double) -> Double {
        steps > turn / 2 ? steps - turn : steps < -turn / 2 ? steps + turn : steps
    }

    /// The place on a segment that is nearest, on the plane of the place.
    @inline(__always)
    func nearest(on start: (x: Int32, y: Int32), _ end: (x: Int32, y: Int32)) -> (x: Int32, y: Int32) {
        let from = steps(start.x, start.y)
        // From its beginning by the shorter way.
        let to = (dx: from.dx + Self.shorter(Double(end.x) - Double(start.x)), dy: Double(end.y) - y)
        let (ax, ay) = (from.dx * east, from.dy * north)
        let (dx, dy) = (to.dx * east - ax, to.dy * north - ay)
        let square = dx * dx + dy * dy
        let share = square > 0 ? (-(ax * dx + ay * dy) / square).clamped(to: 0...1) : 0
        func between(_ a: Int32, _ b: Double) -> Double { Double(a) + b * share }
        // On from 180 degrees at the date line.
        let x = Self.shorter(between(start.x, to.dx - from.dx))
        return (Int32(clamping: Int(rounding: x) ?? 0), Int32(clamping: Int(rounding: between(start.y, to.dy - from.dy)) ?? 0))
    }
}
