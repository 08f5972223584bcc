import CairnCore
import CairnGeo
import Foundation

/// How long roads are, on the ellipsoid of WGS 84.
enum RoadLength {
    private static let radius = 6_378_137.0
    private static let eccentricity = 0.006_694_379_990_141_3

    /// Metres between two places of a road.
    ///
    /// Up to ten kilometres by the radii of curvature half way, which is right to a millimetre in a kilometre between 85° south and north; beyond, by
    /// `Geodesic`.
    static func metres(_ from: RoadDraft.Place, _ to: RoadDraft.Place) -> Double {
        let latitude = (Double(from.latitude) + Double(to.latitude)) / 2e7 * .pi / 180
        let (sine, cosine) = (sin(latitude), cos(latitude))
        let curvature = 1 - eccentricity * sine * sine
        let normal = radius / curvature.squareRoot()
        let meridian = normal * (1 - eccentricity) / curvature
        let north = (Double(to.latitude) - Double(from.latitude)) * .pi / 180e7 * meridian
        let east = (Double(to.longitude) - Double(from.longitude)) * .pi / 180e7 * normal * cosine
        let metres = (north * north + east * east).squareRoot()
        return metres < 10_000 ? metres : Geodesic.distance(from: from.position, to: to.position)
    }

    static func metres(along line: [RoadDraft.Place]) -> Double {
        zip(line, line.dropFirst()).reduce(0) { $0 + metres($1.0, $1.1) }
    }

    static func millimetres(_ metres: Double) -> UInt32 { UInt32(rounding: min(metres * 1000, Double(UInt32.max))) ?? 0 }

    static func centimetres(millimetres: UInt32) -> UInt32 { UInt32(clamping: (UInt64(millimetres) + 5) / 10) }

    /// Of seconds; less than ``Distance/none``.
    static func milliseconds(_ seconds: Double) -> UInt32 {
        UInt32(rounding: min(seconds * 1000, Double(Distance.none) - 1)) ?? 0
    }
}

extension RoadDraft.Place {
    /// In degrees.
    var position: Position { Position(x: Double(longitude) / 1e7, y: Double(latitude) / 1e7) }
}
