import CairnCore
import Foundation

extension MGRSNotation {
    /// See ``CoordinateNotation/position(from:)``. There may be space between the parts; up to eight digits are read, whatever ``precision`` is. A
    /// square that is not in its zone is refused.
    public func position(from string: String) throws(NotationError) -> Position {
        var scanner = try NotationScanner(string)
        scanner.skipSpace()
        let zone = scanner.digits(atMost: 2)
        return zone.isEmpty ? try polarPosition(&scanner) : try position(zone.number ?? 0, &scanner)
    }

    private func position(_ zone: Int, _ scanner: inout NotationScanner) throws(NotationError) -> Position {
        scanner.skipSpace()
        let band = LatitudeBand(index: try scanner.index(in: LatitudeBand.letters))
        guard (1...60).contains(zone), band.has(zone: zone) else { throw scanner.malformed("there is no such zone") }
        let corner = try corner(.utm(zone: zone, lettering), &scanner)
        var place = UTMPlace(zone: zone, isNorth: band.isNorth, easting: corner.x, northing: corner.y)
        // Rows are lettered anew after 2000 km, and bands have no more than 1400.
        place.northing += 2_000_000 * ((band.middleNorthing - place.northing) / 2_000_000).rounded()
        let position = place.position
        // The corner of a square that the band begins in may be that far out of it.
        guard position.y >= band.latitudes.lowerBound - 1, position.y <= band.latitudes.upperBound + 0.1 else {
            throw scanner.malformed("the square is not in its zone")
        }
        return position
    }

    private func polarPosition(_ scanner: inout NotationScanner) throws(NotationError) -> Position {
        let zone = try scanner.index(in: GridLetters("ABYZ"))
        let (isNorth, isEast) = (zone >= 2, !zone.isMultiple(of: 2))
        let corner = try corner(.ups(isNorth: isNorth, isEast: isEast), &scanner)
        let position = UPSPlace(isNorth: isNorth, easting: corner.x, northing: corner.y).position
        guard abs(position.y) >= (isNorth ? 84 : 80) - 1.3 else { throw scanner.malformed("the square is not in its zone") }
        return position
    }

    /// The south-west corner of what is left of the text, in metres.
    private func corner(_ letters: SquareLetters, _ scanner: inout NotationScanner) throws(NotationError) -> Position {
        scanner.skipSpace()
        let square = try letters.square(&scanner)
        let (east, north) = try digits(&scanner)
        return Position(
            x: Double(square.east * Self.square + east) / 1000, y: Double(square.north * Self.square + north) / 1000)
    }

    /// The millimetres within a square.
    private func digits(_ scanner: inout NotationScanner) throws(NotationError) -> (east: Int, north: Int) {
        scanner.skipSpace()
        var (east, north) = (scanner.digits(), ArraySlice<UInt8>())
        scanner.skipSpace()
        north = scanner.digits()
        try scanner.expectEnd()
        if north.isEmpty { (east, north) = (east.prefix(east.count / 2), east.dropFirst(east.count / 2)) }
        guard east.count == north.count, east.count <= 8 else {
            throw scanner.malformed("there should be as many digits, up to 8, east as north")
        }
        let unit = Self.unit(east.count)
        return ((east.number ?? 0) * unit, (north.number ?? 0) * unit)
    }
}

extension LatitudeBand {
    /// Metres north of its middle in the middle of a zone.
    fileprivate var middleNorthing: Double {
        let middle = (latitudes.lowerBound + latitudes.upperBound) / 2
        return UTMPlace(Position(x: 3, y: middle))?.northing ?? 0
    }
}
