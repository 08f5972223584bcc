import Foundation

/// Lines of one azimuth on the WGS 84 ellipsoid, in metres: straight in longitude and isometric latitude.
///
/// - Source: J. P. Snyder, *Map Projections: A Working Manual*, USGS Professional Paper 1395 (1987), equations 7-7 and 7-8 for the isometric latitude, 3-20
///   for the length of a meridian, of which this takes the integral and not its series.
public enum Loxodrome {
    private static let a = 6_378_137.0
    private static let squaredEccentricity = (2 - 1 / 298.257223563) / 298.257223563
    private static let eccentricity = squaredEccentricity.squareRoot()

    /// The line of one azimuth between two places given in degrees that goes the shorter way round the Earth; of no length it leads north.
    ///
    /// To a pole, where it would go round without end, it leads to a place beside it.
    public static func segment(from start: Position, to end: Position) -> Geodesic.Segment {
        let (turn, from, to) = (remainder(end.x - start.x, 360) * .pi / 180, start.y * .pi / 180, end.y * .pi / 180)
        let rise = isometric(to) - isometric(from)
        if turn == 0, rise == 0 { return Geodesic.Segment(length: 0, azimuth: 0, reverseAzimuth: 0) }
        let azimuth = atan2(turn, rise) * 180 / .pi
        func whole(_ degrees: Double) -> Double { degrees < 0 ? min(degrees + 360, 360.nextDown) : degrees }
        return Geodesic.Segment(
            length: hypot(turn, rise) * scale(from, to), azimuth: whole(azimuth),
            reverseAzimuth: whole(azimuth > 0 ? azimuth - 180 : azimuth + 180))
    }

    /// The place at which one is who keeps an azimuth; beyond a pole, at the pole.
    ///
    /// - Parameters:
    ///   - start: In degrees.
    ///   - azimuth: In degrees clockwise from north.
    ///   - distance: In metres; below zero, backward.
    /// - Returns: In degrees, its longitude from -180 to 180.
    public static func position(from start: Position, azimuth: Double, distance: Double) -> Position {
        let (from, direction) = (start.y * .pi / 180, azimuth * .pi / 180)
        let to = latitude(from, north: distance * cos(direction))
        let turn = distance * sin(direction) / scale(from, to)
        return Position(x: remainder(start.x + turn * 180 / .pi, 360), y: to * 180 / .pi)
    }

    /// Metres of a meridian for each unit of isometric latitude between two latitudes.
    private static func scale(_ from: Double, _ to: Double) -> Double {
        let (middle, rise) = ((from + to) / 2, isometric(to) - isometric(from))
        // What is nearly equal would leave nothing; in the middle it is off by the square of the difference.
        if abs(to - from) < 1e-6 { return a * cos(middle) / (1 - squaredEccentricity * sin(middle) * sin(middle)).squareRoot() }
        return meridian(from, to) / rise
    }

    private static func isometric(_ latitude: Double) -> Double {
        asinh(tan(latitude)) - eccentricity * atanh(eccentricity * sin(latitude))
    }

    private static func meridian(_ from: Double, _ to: Double) -> Double { GaussLegendre.integral(from: from, to: to, curvature) }

    /// The radius of the meridian.
    private static func curvature(_ latitude: Double) -> Double {
        let base = 1 - squaredEccentricity * sin(latitude) * sin(latitude)
        return a * (1 - squaredEccentricity) / (base * base.squareRoot())
    }

    /// The latitude so many metres north of another, by Newton's steps.
    private static func latitude(_ from: Double, north: Double) -> Double {
        var to = from
        for _ in 0..<20 {
            let step = (north - meridian(from, to)) / curvature(to)
            to = max(-.pi / 2, min(.pi / 2, to + step))
            if abs(step) < 1e-15 { break }
        }
        return to
    }
}
