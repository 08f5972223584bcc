import Foundation

/// The ellipsoid of WGS 84 on a cylinder that touches it along a meridian, in metres east of that and north of the equator.
///
/// Within 3900 km of the meridian it is good to 5 nm.
///
/// - Source: L. Krüger, *Konforme Abbildung des Erdellipsoids in der Ebene* (1912), in series of the sixth order: C. F. F. Karney, *Transverse
///   Mercator with an accuracy of a few nanometers*, Journal of Geodesy 85 (2011), equations 35 and 36.
enum TransverseMercator {
    private static let n = ConformalLatitude.flattening / (2 - ConformalLatitude.flattening)
    /// What a quarter of the meridian is, over π/2.
    private static let radius = ConformalLatitude.equatorialRadius / (1 + n) * series(1, [1, 0, 1 / 4, 0, 1 / 64, 0, 1 / 256])

    /// To the plane, from the conformal sphere.
    private static let alpha = [
        series(n, [1 / 2, -2 / 3, 5 / 16, 41 / 180, -127 / 288, 7891 / 37800]),
        series(n * n, [13 / 48, -3 / 5, 557 / 1440, 281 / 630, -1_983_433 / 1_935_360]),
        series(n * n * n, [61 / 240, -103 / 140, 15061 / 26880, 167_603 / 181_440]),
        series(pow(n, 4), [49561 / 161_280, -179 / 168, 6_601_661 / 7_257_600]),
        series(pow(n, 5), [34729 / 80640, -3_418_889 / 1_995_840]),
        series(pow(n, 6), [212_378_941 / 319_334_400]),
    ]

    /// And back, to be taken away.
    private static let beta = [
        series(n, [1 / 2, -2 / 3, 37 / 96, -1 / 360, -81 / 512, 96199 / 604_800]),
        series(n * n, [1 / 48, 1 / 15, -437 / 1440, 46 / 105, -1_118_711 / 3_870_720]),
        series(n * n * n, [17 / 480, -37 / 840, -209 / 4480, 5569 / 90720]),
        series(pow(n, 4), [4397 / 161_280, -11 / 504, -830_251 / 7_257_600]),
        series(pow(n, 5), [4583 / 161_280, -108_847 / 3_991_680]),
        series(pow(n, 6), [20_648_693 / 638_668_800]),
    ]

    /// Coefficients of powers of n, which begin with this one.
    private static func series(_ first: Double, _ coefficients: [Double]) -> Double {
        first * coefficients.reversed().reduce(0) { $0 * n + $1 }
    }

    /// Metres from degrees.
    static func project(_ position: Position, meridian: Double) -> Position {
        let turn = remainder(position.x - meridian, 360) * .pi / 180
        let tangent = ConformalLatitude.tangent(of: tan(position.y * .pi / 180))
        let (north, east) = (atan2(tangent, cos(turn)), asinh(sin(turn) / hypot(tangent, cos(turn))))
        let more = waves(alpha, north, east)
        return Position(x: radius * (east + more.x), y: radius * (north + more.y))
    }

    /// Degrees from metres, the longitude within 180 degrees.
    static func unproject(_ place: Position, meridian: Double) -> Position {
        let (north, east) = (place.y / radius, place.x / radius)
        let less = waves(beta, north, east)
        let (xi, eta) = (north - less.y, east - less.x)
        let tangent = sin(xi) / hypot(sinh(eta), cos(xi))
        let longitude = meridian + atan2(sinh(eta), cos(xi)) * 180 / .pi
        return Position(x: remainder(longitude, 360), y: atan(ConformalLatitude.inverse(tangent)) * 180 / .pi)
    }

    private static func waves(_ coefficients: [Double], _ north: Double, _ east: Double) -> Position {
        zip(coefficients, 1...).reduce(into: Position(x: 0, y: 0)) { sum, wave in
            let (xi, eta) = (2 * Double(wave.1) * north, 2 * Double(wave.1) * east)
            sum.x += wave.0 * cos(xi) * sinh(eta)
            sum.y += wave.0 * sin(xi) * cosh(eta)
        }
    }
}
