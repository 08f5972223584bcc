import Foundation

/// Distances on the WGS 84 ellipsoid, in metres.
///
/// T. Vincenty, "Direct and inverse solutions of geodesics on the ellipsoid with application of nested equations",
/// Survey Review 23 (1975). Where his inverse iteration does not converge, between nearly antipodal points, the azimuth
/// is found by bisection on the same auxiliary sphere. Good to about 0.5 mm.
public enum Geodesic {
    private static let a = 6_378_137.0
    private static let f = 1 / 298.257223563
    private static let b = a * (1 - f)

    /// The length of the shortest line between two places given in degrees.
    public static func distance(from start: Position, to end: Position) -> Double {
        if start.x == end.x, start.y == end.y { return 0 }
        let u1 = atan((1 - f) * tan(start.y * .pi / 180))
        let u2 = atan((1 - f) * tan(end.y * .pi / 180))
        let longitude = abs(remainder(end.x - start.x, 360)) * .pi / 180
        return vincenty(u1, u2, longitude) ?? antipodal(u1, u2, longitude)
    }

    /// The length of all paths of a polyline given in degrees.
    public static func length(of polyline: Polyline) -> Double {
        polyline.paths.reduce(0) { total, path in
            zip(path, path.dropFirst()).reduce(total) { $0 + distance(from: $1.0, to: $1.1) }
        }
    }

    private static func vincenty(_ u1: Double, _ u2: Double, _ longitude: Double) -> Double? {
        var lambda = longitude
        for _ in 0..<100 {
            let arc = Arc(u1, u2, lambda)
            if arc.sinSigma == 0 { return 0 }
            let next = longitude + arc.excess
            guard abs(next) <= .pi else { return nil }
            if abs(next - lambda) < 1e-13 { return arc.length }
            lambda = next
        }
        return nil
    }

    /// On the sphere, the longitude of the end grows with `lambda` up to π: bisect for the wanted one.
    private static func antipodal(_ u1: Double, _ u2: Double, _ longitude: Double) -> Double {
        // Of the lines that leave at azimuth α, one reaches the latitude u2 at the wanted longitude.
        let (low, high) = abs(u1) >= abs(u2) ? (u1, u2) : (u2, u1)
        // Minus zero, not zero, on the equator: the arc tangent must fall on the near side.
        let (start, end) = (-abs(low), low <= 0 ? high : -high)
        var (near, far) = (0.0, Double.pi)
        for _ in 0..<80 {
            let azimuth = (near + far) / 2
            if Line(start, end, azimuth: azimuth).longitude < longitude { near = azimuth } else { far = azimuth }
        }
        return Line(start, end, azimuth: (near + far) / 2).length
    }

    /// Vincenty's series in the azimuth at the equator.
    private struct Series {
        let cosSqAlpha: Double
        let big: (A: Double, B: Double)
        let C: Double

        init(cosSqAlpha: Double) {
            self.cosSqAlpha = cosSqAlpha
            let u = cosSqAlpha * (a * a - b * b) / (b * b)
            big = (
                1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u))),
                u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))
            )
            C = f / 16 * cosSqAlpha * (4 + f * (4 - 3 * cosSqAlpha))
        }

        func length(_ sigma: Double, _ sinSigma: Double, _ cosSigma: Double, _ cos2m: Double) -> Double {
            let square = cos2m * cos2m
            let inner =
                cosSigma * (-1 + 2 * square)
                - big.B / 6 * cos2m * (-3 + 4 * sinSigma * sinSigma) * (-3 + 4 * square)
            return b * big.A * (sigma - big.B * sinSigma * (cos2m + big.B / 4 * inner))
        }

        func excess(
            _ sinAlpha: Double, _ sigma: Double, _ sinSigma: Double, _ cosSigma: Double, _ cos2m: Double
        ) -> Double {
            (1 - C) * f * sinAlpha
                * (sigma + C * sinSigma * (cos2m + C * cosSigma * (-1 + 2 * cos2m * cos2m)))
        }
    }

    /// The arc between two reduced latitudes at a difference of longitude on the auxiliary sphere.
    private struct Arc {
        let sinSigma: Double
        let length: Double
        let excess: Double

        init(_ u1: Double, _ u2: Double, _ lambda: Double) {
            let cross = cos(u2) * sin(lambda)
            let along = cos(u1) * sin(u2) - sin(u1) * cos(u2) * cos(lambda)
            sinSigma = hypot(cross, along)
            let cosSigma = sin(u1) * sin(u2) + cos(u1) * cos(u2) * cos(lambda)
            let sigma = atan2(sinSigma, cosSigma)
            let sinAlpha = sinSigma == 0 ? 0 : cos(u1) * cos(u2) * sin(lambda) / sinSigma
            let series = Series(cosSqAlpha: 1 - sinAlpha * sinAlpha)
            // Along the equator the middle has no latitude.
            let cos2m = series.cosSqAlpha < 1e-15 ? 0 : cosSigma - 2 * sin(u1) * sin(u2) / series.cosSqAlpha
            length = series.length(sigma, sinSigma, cosSigma, cos2m)
            excess = series.excess(sinAlpha, sigma, sinSigma, cosSigma, cos2m)
        }
    }

    /// The line that leaves reduced latitude `start` at an azimuth and next reaches `end`.
    private struct Line {
        let longitude: Double
        let length: Double

        init(_ start: Double, _ end: Double, azimuth: Double) {
            let sinAlpha = sin(azimuth) * cos(start)
            let series = Series(cosSqAlpha: 1 - sinAlpha * sinAlpha)
            let cos1 = cos(azimuth) * cos(start)
            let cos2 = sqrt(max(0, cos1 * cos1 + (cos(end) * cos(end) - cos(start) * cos(start))))
            let sigma1 = atan2(sin(start), cos1)
            let sigma2 = atan2(sin(end), cos2)
            let omega = atan2(sinAlpha * sin(end), cos2) - atan2(sinAlpha * sin(start), cos1)
            let sigma = sigma2 - sigma1
            let cos2m = cos(sigma1 + sigma2)
            longitude = omega - series.excess(sinAlpha, sigma, sin(sigma), cos(sigma), cos2m)
            length = series.length(sigma, sin(sigma), cos(sigma), cos2m)
        }
    }
}
