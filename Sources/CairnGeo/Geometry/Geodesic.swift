import Foundation

/// Distances on the WGS 84 ellipsoid, in metres.
///
/// T. Vincenty, "Direct and inverse solutions of geodesics on the ellipsoid with application of nested equations",
/// Survey Review 23 (1975), with series of a higher order. Where his inverse iteration does not converge, between nearly antipodal points, the azimuth
/// is found by bisection on the same auxiliary sphere. Good to about 0.1 µm.
public enum Geodesic {
    private static let a = 6_378_137.0
    private static let f = 1 / 298.257223563
    private static let b = a * (1 - f)

    /// The shortest line between two places.
    public struct Segment: Sendable, Hashable {
        /// In metres.
        public let length: Double
        /// Where it sets out to, in degrees clockwise from north, 0 up to 360.
        public let azimuth: Double
        /// Where it leads back to from its end, in degrees clockwise from north, 0 up to 360.
        public let reverseAzimuth: Double
    }

    /// The shortest line between two places given in degrees; of no length it leads north.
    public static func segment(from start: Position, to end: Position) -> Segment {
        let turn = remainder(end.x - start.x, 360)
        if turn == 0, start.y == end.y { return Segment(length: 0, azimuth: 0, reverseAzimuth: 0) }
        let (u1, u2) = (reducedLatitude(start.y), reducedLatitude(end.y))
        let solution = vincenty(u1, u2, abs(turn) * .pi / 180) ?? antipodal(u1, u2, abs(turn) * .pi / 180)
        func azimuth(_ radians: Double) -> Double {
            // Found for lines that lead east.
            let degrees = (turn < 0 ? -radians : radians) * 180 / .pi
            return degrees < 0 ? min(degrees + 360, 360.nextDown) : degrees.truncatingRemainder(dividingBy: 360)
        }
        let back = remainder(solution.final + .pi, 2 * .pi)
        return Segment(length: solution.length, azimuth: azimuth(solution.azimuth), reverseAzimuth: azimuth(back))
    }

    /// The length of the shortest line between two places given in degrees.
    public static func distance(from start: Position, to end: Position) -> Double { segment(from: start, to: end).length }

    /// The length of all paths of a polyline given in degrees.
    public static func length(of polyline: Polyline) -> Double {
        polyline.paths.reduce(0) { total, path in
            zip(path, path.dropFirst()).reduce(total) { $0 + distance(from: $1.0, to: $1.1) }
        }
    }

    /// The place at which one is who goes straight on.
    ///
    /// - Parameters:
    ///   - start: In degrees.
    ///   - azimuth: Where one sets out to, in degrees clockwise from north.
    ///   - distance: In metres; below zero, backward.
    /// - Returns: In degrees, its longitude from -180 to 180.
    public static func position(from start: Position, azimuth: Double, distance: Double) -> Position {
        let (u1, azimuth) = (reducedLatitude(start.y), azimuth * .pi / 180)
        let sinAlpha = cos(u1) * sin(azimuth)
        let series = GeodesicSeries(cosSqAlpha: 1 - sinAlpha * sinAlpha)
        let sigma1 = atan2(sin(u1), cos(u1) * cos(azimuth))
        let sigma = series.arc(of: distance, from: sigma1)
        let north = sin(u1) * cos(sigma) + cos(u1) * sin(sigma) * cos(azimuth)
        let inward = sin(u1) * sin(sigma) - cos(u1) * cos(sigma) * cos(azimuth)
        let latitude = atan2(north, (1 - f) * hypot(sinAlpha, inward))
        let lambda = atan2(sin(sigma) * sin(azimuth), cos(u1) * cos(sigma) - sin(u1) * sin(sigma) * cos(azimuth))
        let excess = sinAlpha * series.excess(of: sigma, middle: cos(2 * sigma1 + sigma))
        return Position(x: remainder(start.x + (lambda - excess) * 180 / .pi, 360), y: latitude * 180 / .pi)
    }

    /// A line on the auxiliary sphere, in radians: how far its beginning is from where the great circle crosses the equator northward, the sine of the
    /// azimuth there, and how long it is.
    static func onSphere(_ segment: Segment, from start: Position) -> (sigma: Double, sinAlpha: Double, arc: Double) {
        let (u, azimuth) = (reducedLatitude(start.y), segment.azimuth * .pi / 180)
        let (sigma, sinAlpha) = (atan2(sin(u), cos(u) * cos(azimuth)), cos(u) * sin(azimuth))
        return (sigma, sinAlpha, GeodesicSeries(cosSqAlpha: 1 - sinAlpha * sinAlpha).arc(of: segment.length, from: sigma))
    }

    private static func reducedLatitude(_ degrees: Double) -> Double { atan((1 - f) * tan(degrees * .pi / 180)) }

    /// A line that leads east: its length, and in radians clockwise from north where it leads at its beginning and at its end.
    private typealias Solution = (length: Double, azimuth: Double, final: Double)

    private static func vincenty(_ u1: Double, _ u2: Double, _ longitude: Double) -> Solution? {
        var lambda = longitude
        for _ in 0..<100 {
            let arc = Arc(u1, u2, lambda)
            if arc.sinSigma == 0 { return (0, 0, 0) }
            let next = longitude + arc.excess
            guard abs(next) <= .pi else { return nil }
            if abs(next - lambda) <= 8e-16 * next { return (arc.length, arc.azimuth, arc.final) }
            lambda = next
        }
        return nil
    }

    /// On the sphere, the longitude of the end grows with `lambda` up to π: bisect for the wanted one.
    private static func antipodal(_ u1: Double, _ u2: Double, _ longitude: Double) -> Solution {
        // Of the lines that leave at azimuth α, one reaches the latitude u2 at the wanted longitude.
        let isReversed = abs(u1) < abs(u2)
        let (low, high) = isReversed ? (u2, u1) : (u1, u2)
        // Minus zero, not zero, on the equator: the arc tangent must fall on the near side.
        let (start, end) = (-abs(low), low <= 0 ? high : -high)
        var (near, far) = (0.0, Double.pi)
        for _ in 0..<80 {
            let azimuth = (near + far) / 2
            if Line(start, end, azimuth: azimuth).longitude < longitude { near = azimuth } else { far = azimuth }
        }
        let line = Line(start, end, azimuth: (near + far) / 2)
        // Where south and north were exchanged the line is the image of the one that was found, and so it is where its ends were.
        func image(_ azimuth: Double) -> Double { low <= 0 ? azimuth : .pi - azimuth }
        let (first, last) = (image((near + far) / 2), image(line.final))
        return isReversed ? (line.length, .pi - last, .pi - first) : (line.length, first, last)
    }

    /// The arc between two reduced latitudes at a difference of longitude on the auxiliary sphere.
    private struct Arc {
        let sinSigma: Double
        let length: Double
        let excess: Double
        /// Where it leads at its beginning and at its end, in radians clockwise from north.
        let (azimuth, final): (Double, Double)

        init(_ u1: Double, _ u2: Double, _ lambda: Double) {
            let cross = cos(u2) * sin(lambda)
            let along = cos(u1) * sin(u2) - sin(u1) * cos(u2) * cos(lambda)
            sinSigma = hypot(cross, along)
            let cosSigma = sin(u1) * sin(u2) + cos(u1) * cos(u2) * cos(lambda)
            let sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = sinSigma == 0 ? 0 : cos(u1) * cos(u2) * sin(lambda) / sinSigma
            let cosSqAlpha = 1 - sinAlpha * sinAlpha
            let series = GeodesicSeries(cosSqAlpha: cosSqAlpha)
            // Along the equator the middle has no latitude.
            let middle = cosSqAlpha < 1e-15 ? 0 : cosSigma - 2 * sin(u1) * sin(u2) / cosSqAlpha
            let cos2m = max(-1, min(1, middle))
            length = series.length(of: sigma, middle: cos2m)
            excess = sinAlpha * series.excess(of: sigma, middle: cos2m)
            azimuth = atan2(cross, along)
            final = atan2(cos(u1) * sin(lambda), cos(u1) * sin(u2) * cos(lambda) - sin(u1) * cos(u2))
        }
    }

    /// The line that leaves reduced latitude `start` at an azimuth and next reaches `end`.
    private struct Line {
        let longitude: Double
        let length: Double
        /// Where it leads at its end, in radians clockwise from north.
        let final: Double

        init(_ start: Double, _ end: Double, azimuth: Double) {
            let sinAlpha = sin(azimuth) * cos(start)
            let series = GeodesicSeries(cosSqAlpha: 1 - sinAlpha * sinAlpha)
            let cos1 = cos(azimuth) * cos(start)
            let cos2 = sqrt(max(0, cos1 * cos1 + (cos(end) * cos(end) - cos(start) * cos(start))))
            let sigma1 = atan2(sin(start), cos1)
            let sigma2 = atan2(sin(end), cos2)
            let omega = atan2(sinAlpha * sin(end), cos2) - atan2(sinAlpha * sin(start), cos1)
            let sigma = sigma2 - sigma1
            let cos2m = cos(sigma1 + sigma2)
            final = atan2(sinAlpha, cos2)
            longitude = omega - sinAlpha * series.excess(of: sigma, middle: cos2m)
            length = series.length(of: sigma, middle: cos2m)
        }
    }
}
