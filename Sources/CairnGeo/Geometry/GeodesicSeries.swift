import Foundation

/// What a line on the ellipsoid is longer, and leads less far east, than its image on the auxiliary sphere.
///
/// C. F. F. Karney, *Algorithms for geodesics*, Journal of Geodesy 87 (2013), equations 15 to 18 and 23 to 25: to the sixth order of the flattening,
/// which is to some nanometres.
struct GeodesicSeries {
    private static let flattening = 1 / 298.257223563
    private static let semiminorAxis = 6_378_137 * (1 - flattening)
    private static let third = flattening / (2 - flattening)

    /// Metres for a radian, and what sines of the multiples of twice an arc add to it.
    private let length: (scale: Double, sines: Sines)
    /// Likewise of longitude, for a sine of one of the azimuth at the equator.
    private let longitude: (scale: Double, sines: Sines)

    /// - Parameter cosSqAlpha: The square of the cosine of the azimuth at the equator.
    init(cosSqAlpha: Double) {
        let (f, n) = (Self.flattening, Self.third)
        let square = (1 + cosSqAlpha * f * (2 - f) / ((1 - f) * (1 - f))).squareRoot()
        let e = (square - 1) / (square + 1)
        let (e2, e3) = (e * e, e * e * e)
        length = (
            Self.semiminorAxis * (1 + e2 * (1 / 4 + e2 * (1 / 64 + e2 / 256))) / (1 - e),
            Sines(
                e * (-1 / 2 + e2 * (3 / 16 - e2 / 32)), e2 * (-1 / 16 + e2 * (1 / 32 - e2 * 9 / 2048)),
                e3 * (-1 / 48 + e2 * 3 / 256), e2 * e2 * (-5 / 512 + e2 * 3 / 512), e2 * e3 * -7 / 1280, e3 * e3 * -7 / 2048)
        )
        let scale1 = (1 - n) / 2 + e * (1 / 4 + n / 8 - n * n * 3 / 8)
        let scale3 = 1 / 16 + n * 3 / 16 + n * n / 16 + e * (3 / 64 + n / 32 + e * 3 / 128)
        longitude = (f * (1 - e * (scale1 + e2 * scale3)), Self.longitudes(e, n))
    }

    private static func longitudes(_ e: Double, _ n: Double) -> Sines {
        let first1 = (1 - n) / 4 + e * ((1 - n * n) / 8)
        let first3 = 3 / 64 + n * 3 / 64 - n * n / 64 + e * (5 / 128 + n / 64 + e * 3 / 128)
        let second =
            1 / 16 - n * 3 / 32 + n * n / 32 + e * (3 / 64 - n / 32 - n * n * 3 / 64 + e * (3 / 128 + n / 128 + e * 5 / 256))
        let third = 5 / 192 - n * 3 / 64 + n * n * 5 / 192 + e * (3 / 128 - n * 5 / 192 + e * 7 / 512)
        let fourth = 7 / 512 - n * 7 / 256 + e * 7 / 512
        return Sines(
            e * (first1 + e * e * first3), e * e * second, e * e * e * third, e * e * e * e * fourth,
            e * e * e * e * e * 21 / 2560, 0)
    }

    /// Metres of an arc on the sphere.
    ///
    /// - Parameters:
    ///   - sigma: Its radians.
    ///   - middle: The cosine of twice how far its middle is from where the great circle crosses the equator.
    func length(of sigma: Double, middle: Double) -> Double {
        length.scale * (sigma + length.sines.difference(sin(sigma), cos(sigma), middle))
    }

    /// How far the line leads less than its arc does, in radians of longitude for a sine of one of the azimuth at the equator.
    func excess(of sigma: Double, middle: Double) -> Double {
        longitude.scale * (sigma + longitude.sines.difference(sin(sigma), cos(sigma), middle))
    }

    /// The radians on the sphere of a way in metres that begins `sigma1` from the equator.
    func arc(of length: Double, from sigma1: Double) -> Double {
        let even = length / self.length.scale
        var sigma = even
        for _ in 0..<100 {
            let before = sigma
            sigma = even - self.length.sines.difference(sin(sigma), cos(sigma), cos(2 * sigma1 + sigma))
            if abs(sigma - before) < 1e-15 { break }
        }
        return sigma
    }
}

/// The sum of c₁ sin 2σ + c₂ sin 4σ + … + c₆ sin 12σ.
private struct Sines {
    let c: (Double, Double, Double, Double, Double, Double)

    init(_ c1: Double, _ c2: Double, _ c3: Double, _ c4: Double, _ c5: Double, _ c6: Double) { c = (c1, c2, c3, c4, c5, c6) }

    /// What the sum is at the end of an arc more than at its beginning, of which for short arcs nothing is lost: the sines of multiples of the arc, and
    /// the cosines of those of its middle, each from the two before.
    func difference(_ sine: Double, _ cosine: Double, _ middle: Double) -> Double {
        let (s1, c1) = (sine, middle)
        let (s2, c2) = (2 * cosine * s1, 2 * middle * c1 - 1)
        let (s3, c3) = (2 * cosine * s2 - s1, 2 * middle * c2 - c1)
        let (s4, c4) = (2 * cosine * s3 - s2, 2 * middle * c3 - c2)
        let (s5, c5) = (2 * cosine * s4 - s3, 2 * middle * c4 - c3)
        let (s6, c6) = (2 * cosine * s5 - s4, 2 * middle * c5 - c4)
        let low = c.0 * s1 * c1 + c.1 * s2 * c2 + c.2 * s3 * c3
        return 2 * (low + c.3 * s4 * c4 + c.4 * s5 * c5 + c.5 * s6 * c6)
    }
}
