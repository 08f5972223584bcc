import CairnCore

/// The Military Grid Reference System: a zone of UTM or half of a polar region, a square of 100 km, and digits within it, as in "30U VG 89884 99881".
///
/// - Source: NGA.STND.0037, *Universal Grids and Grid Reference Systems* (2014).
public struct MGRSNotation: CoordinateNotation {
    /// How the rows of squares are lettered in zones of UTM.
    public enum Lettering: Sendable, Hashable, CaseIterable {
        /// From A in odd zones and F in even ones, as on WGS 84.
        case new
        /// Ten letters on, from L and R, as it was with the ellipsoids of Bessel and Clarke. Places are those of WGS 84 none the less.
        case old
    }

    /// Where the meridian of 180 degrees belongs.
    public enum AntimeridianZone: Int, Sendable, Hashable, CaseIterable {
        /// To the zone that is east of it.
        case zone1 = 1
        /// To the zone that is west of it.
        case zone60 = 60
    }

    /// How the rows of squares are lettered.
    public var lettering: Lettering
    /// Where the meridian of 180 degrees belongs, whichever its sign is; it does not count in reading.
    public var antimeridianZone: AntimeridianZone
    /// How many digits there are east and north each, from 0 for the square alone over 5 for metres to 8 for millimetres; what is outside is taken
    /// for the nearest.
    public var precision: Int
    /// Whether there are spaces between the zone, the square, and the digits east and north.
    public var hasSpaces: Bool

    /// A notation.
    public init(
        lettering: Lettering = .new, antimeridianZone: AntimeridianZone = .zone60, precision: Int = 5, hasSpaces: Bool = false
    ) {
        (self.lettering, self.antimeridianZone) = (lettering, antimeridianZone)
        (self.precision, self.hasSpaces) = (precision, hasSpaces)
    }

    /// See ``CoordinateNotation/string(at:)``; it reaches everywhere.
    public func string(at position: Position) throws(NotationError) -> String {
        let ground = try position.onGround()
        if let place = UTMPlace(ground, antimeridianZone: antimeridianZone.rawValue) {
            let zone = place.zone.digits(2) + LatitudeBand(latitude: ground.y).letter
            let square = place.inMillimeters
            return text(zone, .utm(zone: place.zone, lettering), square.east, square.north)
        }
        let place = UPSPlace(ground)
        let (east, north) = (place.easting.millimeters, place.northing.millimeters)
        let isEast = east >= UPSPlace.falseOrigin.millimeters
        let zone = place.isNorth ? (isEast ? "Z" : "Y") : (isEast ? "B" : "A")
        return text(zone, .ups(isNorth: place.isNorth, isEast: isEast), east, north)
    }

    private func text(_ zone: String, _ letters: SquareLetters, _ east: Int, _ north: Int) -> String {
        let square = letters.letters(east: east / Self.square, north: north / Self.square)
        let width = precision.clamped(to: 0...8)
        let unit = Self.unit(width)
        let digits = [east, north].map { ($0 % Self.square / unit).digits(width) }
        return ([zone, square] + (width > 0 ? digits : [])).joined(separator: hasSpaces ? " " : "")
    }

    /// The millimetres of a square.
    static let square = 100_000_000

    /// The millimetres that the last of so many digits counts.
    static func unit(_ width: Int) -> Int { (width..<8).reduce(1) { unit, _ in unit * 10 } }
}
