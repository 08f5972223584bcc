import CairnCore
import Foundation

/// The World Geographic Reference System: cells of 15 degrees, of one degree, and minutes, as in "MKML5056".
///
/// - Source: NGA.STND.0037, *Universal Grids and Grid Reference Systems* (2014): letters for columns and rows of 15 degrees from 180 degrees west and
///   the south pole, letters for degrees within them, minutes of longitude and of latitude.
public struct GEOREFNotation: CoordinateNotation {
    /// How many digits there are of minutes, east and north each, from 2 to 9; what is outside is taken for the nearest. Two are whole minutes.
    public var precision: Int

    /// A notation.
    public init(precision: Int = 2) {
        self.precision = precision
    }

    /// See ``CoordinateNotation/string(at:)``; the meridian of 180 degrees is the west of the first column, and the north pole belongs to the last
    /// row.
    public func string(at position: Position) throws(NotationError) -> String {
        let place = try position.onGround()
        let width = precision.clamped(to: 2...9)
        let unitsADegree = Self.unitsADegree(width), degree = Int(rounding: unitsADegree) ?? 1
        let (column, row) = (place.column(unitsADegree: unitsADegree), place.row(unitsADegree: unitsADegree))
        let letters = GridLetters.all
        let tiles = letters[column / degree / 15] + letters[row / degree / 15]
        let degrees = letters[column / degree % 15] + letters[row / degree % 15]
        return tiles + degrees + (column % degree).digits(width) + (row % degree).digits(width)
    }

    /// See ``CoordinateNotation/position(from:)``; there may be no minutes.
    public func position(from string: String) throws(NotationError) -> Position {
        var scanner = try NotationScanner(string)
        scanner.skipSpace()
        let (tileX, tileY) = (try scanner.index(in: .all), try scanner.index(in: .all))
        let (x, y) = (try scanner.index(in: .all), try scanner.index(in: .all))
        guard tileY < 12, x < 15, y < 15 else { throw scanner.malformed("there are rows A to M, and degrees A to Q") }
        let minutes = try minutes(&scanner)
        return Position(
            x: Double(tileX * 15 + x - 180) + minutes.east / 60, y: Double(tileY * 15 + y - 90) + minutes.north / 60)
    }

    private func minutes(_ scanner: inout NotationScanner) throws(NotationError) -> (east: Double, north: Double) {
        let digits = scanner.digits(), half = digits.count / 2
        try scanner.expectEnd()
        if digits.isEmpty { return (0, 0) }
        guard digits.count == half * 2, half >= 2, let east = digits.prefix(half).number, let north = digits.suffix(half).number
        else { throw scanner.malformed("there should be as many digits, from 2 to 18, of minutes east as of those north") }
        let units = Self.unitsADegree(half) / 60
        guard Double(east) < 60 * units, Double(north) < 60 * units else { throw scanner.malformed("there are minutes below 60") }
        return (Double(east) / units, Double(north) / units)
    }

    private static func unitsADegree(_ width: Int) -> Double { 60 * pow(10, Double(width - 2)) }
}
