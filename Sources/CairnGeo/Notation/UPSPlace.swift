import Foundation

/// A place of Universal Polar Stereographic, in metres.
///
/// - Source: NGA.SIG.0012, *The Universal Grids and the Transverse Mercator and Polar Stereographic Map Projections* (2014); J. P. Snyder, *Map
///   Projections: A Working Manual*, USGS Professional Paper 1395 (1987), equations 21-30 to 21-33.
struct UPSPlace {
    var isNorth: Bool
    var easting: Double
    var northing: Double

    /// Where the pole is.
    static let falseOrigin = 2_000_000.0

    /// Metres from the pole for what the tangent of half the conformal colatitude is.
    private static let radius: Double = {
        let e = ConformalLatitude.eccentricity
        return 2 * 0.994 * ConformalLatitude.equatorialRadius / (pow(1 + e, 1 + e) * pow(1 - e, 1 - e)).squareRoot()
    }()
}

extension UPSPlace {
    /// - Parameter position: In degrees; of the pole that is nearer.
    init(_ position: Position) {
        isNorth = position.y >= 0
        let tangent = ConformalLatitude.tangent(of: tan(abs(position.y) * .pi / 180))
        let (distance, turn) = (Self.radius / (tangent + hypot(1, tangent)), position.x * .pi / 180)
        easting = Self.falseOrigin + distance * sin(turn)
        northing = Self.falseOrigin - (isNorth ? distance : -distance) * cos(turn)
    }

    /// In degrees; of the pole, at longitude 0.
    var position: Position {
        let (east, north) = (easting - Self.falseOrigin, northing - Self.falseOrigin)
        if east == 0, north == 0 { return Position(x: 0, y: isNorth ? 90 : -90) }
        let half = hypot(east, north) / Self.radius
        let latitude = atan(ConformalLatitude.inverse((1 / half - half) / 2)) * 180 / .pi
        return Position(x: atan2(east, isNorth ? -north : north) * 180 / .pi, y: isNorth ? latitude : -latitude)
    }
}
