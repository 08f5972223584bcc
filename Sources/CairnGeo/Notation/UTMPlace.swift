import CairnCore
import Foundation

/// A place of Universal Transverse Mercator, in metres.
///
/// - Source: NGA.SIG.0012, *The Universal Grids and the Transverse Mercator and Polar Stereographic Map Projections* (2014).
struct UTMPlace {
    /// From 1 to 60.
    var zone: Int
    var isNorth: Bool
    var easting: Double
    var northing: Double

    /// What the plane is smaller than the ground on the middle of a zone.
    private static let scale = 0.9996
    private static let falseEasting = 500_000.0
    /// South of the equator.
    private static let falseNorthing = 10_000_000.0
    /// Where there are zones.
    static let latitudes = -80.0...84.0
}

extension UTMPlace {
    /// - Parameters:
    ///   - position: In degrees, its longitude within 180 degrees.
    ///   - antimeridianZone: Where the meridian of 180 degrees belongs, whichever its sign is: to 1, or to 60.
    /// - Returns: Nil for latitudes where there are no zones.
    init?(_ position: Position, antimeridianZone: Int = 60) {
        guard Self.latitudes.contains(position.y) else { return nil }
        zone = abs(position.x) == 180 ? antimeridianZone : Self.zone(at: position)
        isNorth = position.y >= 0
        let place = TransverseMercator.project(position, meridian: Self.meridian(of: zone))
        easting = place.x * Self.scale + Self.falseEasting
        northing = place.y * Self.scale + (isNorth ? 0 : Self.falseNorthing)
    }

    /// In degrees.
    var position: Position {
        let place = Position(
            x: (easting - Self.falseEasting) / Self.scale, y: (northing - (isNorth ? 0 : Self.falseNorthing)) / Self.scale)
        return TransverseMercator.unproject(place, meridian: Self.meridian(of: zone))
    }

    /// The longitude of the middle of a zone.
    private static func meridian(of zone: Int) -> Double { Double(zone) * 6 - 183 }

    /// The one that reaches there; what divides two belongs to the one in the east.
    private static func zone(at position: Position) -> Int {
        let usual = (Int(rounding: (position.x + 180) / 6, .down) ?? 0).clamped(to: 0...59) + 1
        let band = LatitudeBand(latitude: position.y)
        return [usual, usual - 1, usual + 1].first { zone in
            let longitudes = band.longitudes(of: zone)
            return band.has(zone: zone) && longitudes.contains(position.x) && position.x < longitudes.upperBound
        } ?? usual
    }
}
