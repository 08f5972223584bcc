import CairnCore

/// Universal Transverse Mercator: a zone, and whole metres east and north, as in "30U 489884 6199881". It reaches from 80 degrees south to 84 north.
///
/// - Source: NGA.SIG.0012, *The Universal Grids and the Transverse Mercator and Polar Stereographic Map Projections* (2014); the letters of bands are
///   those of NGA.STND.0037.
public struct UTMNotation: CoordinateNotation {
    /// What the letter behind the number of a zone means. N and S are bands, too, so that a reader has to know.
    public enum Designator: Sendable, Hashable, CaseIterable {
        /// Eight degrees of latitude, from C to X.
        case latitudeBand
        /// N for the north, or S for the south.
        case hemisphere
    }

    /// What the letter means.
    public var designator: Designator
    /// Whether there are spaces before the two numbers.
    public var hasSpaces: Bool

    /// A notation.
    public init(_ designator: Designator = .latitudeBand, hasSpaces: Bool = true) {
        (self.designator, self.hasSpaces) = (designator, hasSpaces)
    }

    /// See ``CoordinateNotation/string(at:)``. The zone has two digits, metres east have six, and those north seven; the meridian of 180 degrees
    /// belongs to zone 60.
    public func string(at position: Position) throws(NotationError) -> String {
        let ground = try position.onGround()
        guard let place = UTMPlace(ground) else { throw .unwritable("UTM does not reach latitude \(ground.y)") }
        let band = LatitudeBand(latitude: ground.y)
        let letter = designator == .latitudeBand ? band.letter : place.isNorth ? "N" : "S"
        let square = place.inMillimeters
        return [place.zone.digits(2) + letter, (square.east / 1000).digits(6), (square.north / 1000).digits(7)]
            .joined(separator: hasSpaces ? " " : "")
    }

    /// See ``CoordinateNotation/position(from:)``. Without spaces the first six digits are metres east. Also as in "489884.75,6199881.16,30U", and
    /// there may be fractions in the other form as well. A place half a degree out of its band is refused.
    public func position(from string: String) throws(NotationError) -> Position {
        let name = try UTMName(string)
        let band = LatitudeBand.letters.index(of: name.letter).map(LatitudeBand.init)
        guard let isNorth = designator == .latitudeBand ? band?.isNorth : Self.isNorth(name.letter) else {
            throw name.malformed("its zone has another letter")
        }
        let place = UTMPlace(zone: name.zone, isNorth: isNorth, easting: name.easting, northing: name.northing)
        let (position, latitudes) = (place.position, UTMPlace.latitudes)
        let reach = designator == .latitudeBand ? band?.latitudes ?? latitudes : isNorth ? 0...84 : -80...0
        guard position.y >= reach.lowerBound - 0.5, position.y <= reach.upperBound + 0.5 else {
            throw name.malformed("it is at latitude \(position.y), and its letter says otherwise")
        }
        return position
    }

    private static func isNorth(_ letter: UInt8) -> Bool? {
        letter == UInt8(ascii: "N") ? true : letter == UInt8(ascii: "S") ? false : nil
    }
}

extension UTMPlace {
    /// Whole millimetres. What has been read of a corner may be south or west of it by a rounding, and is not cut off: a micrometre.
    var inMillimeters: (east: Int, north: Int) {
        let (east, north) = (easting.millimeters, northing.millimeters)
        return (east, isNorth ? north : min(north, 9_999_999_999))
    }
}

extension Double {
    /// Whole millimetres of metres, cut off, a micrometre more than there are.
    var millimeters: Int { Int(rounding: self * 1000 + 0.001, .down) ?? 0 }
}
