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
        let (corner, side) = try corner(.utm(zone: zone, lettering), &scanner)
        var place = UTMPlace(zone: zone, isNorth: band.isNorth, easting: corner.x, northing: corner.y)
        // Rows are lettered anew after 2000 km, and bands have no more than 1400.
        place.northing += 2_000_000 * ((band.middleNorthing - place.northing) / 2_000_000).rounded()
        let corners = Self.corners {
            UTMPlace(zone: zone, isNorth: band.isNorth, easting: place.easting + side * $0, northing: place.northing + side * $1)
        }
        .map(\.position)
        // What is written is a corner of the square that a place is in, and may itself be out of the zone.
        let (middle, longitudes) = (Double(zone) * 6 - 183, band.longitudes(of: zone))
        let east = corners.map { remainder($0.x - middle, 360) + middle }
        guard Self.touch(corners.map(\.y), band.latitudes), Self.touch(east, longitudes) else {
            throw scanner.malformed("the square is not in its zone")
        }
        return place.position
    }

    private static func corners<Value>(_ corner: (Double, Double) -> Value) -> [Value] {
        [corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)]
    }

    /// Whether what lies between the least and the greatest of some numbers has some of a range, but for a tenth of a millimetre on the ground.
    private static func touch(_ numbers: [Double], _ range: ClosedRange<Double>) -> Bool {
        (numbers.max() ?? .nan) >= range.lowerBound - 1e-9 && (numbers.min() ?? .nan) <= range.upperBound + 1e-9
    }

    private func polarPosition(_ scanner: inout NotationScanner) throws(NotationError) -> Position {
        let zone = try scanner.index(in: GridLetters("ABYZ"))
        let (isNorth, isEast) = (zone >= 2, !zone.isMultiple(of: 2))
        let (corner, side) = try corner(.ups(isNorth: isNorth, isEast: isEast), &scanner)
        let corners = Self.corners {
            UPSPlace(isNorth: isNorth, easting: corner.x + side * $0, northing: corner.y + side * $1).position
        }
        guard Self.touch(corners.map { abs($0.y) }, (isNorth ? 84 : 80)...90) else {
            throw scanner.malformed("the square is not in its zone")
        }
        return corners[0]
    }

    /// The south-west corner of what is left of the text, and how wide that is, in metres.
    private func corner(
        _ letters: SquareLetters, _ scanner: inout NotationScanner
    ) throws(NotationError) -> (Position, side: Double) {
        scanner.skipSpace()
        let square = try letters.square(&scanner)
        let (east, north, unit) = try digits(&scanner)
        let corner = Position(
            x: Double(square.east * Self.square + east) / 1000, y: Double(square.north * Self.square + north) / 1000)
        return (corner, Double(unit) / 1000)
    }

    /// The millimetres within a square, and how many of them the last digit counts.
    private func digits(_ scanner: inout NotationScanner) throws(NotationError) -> (east: Int, north: Int, unit: Int) {
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
        return ((east.number ?? 0) * unit, (north.number ?? 0) * unit, unit)
    }
}

extension LatitudeBand {
    /// Metres north of its middle in the middle of a zone.
    fileprivate var middleNorthing: Double {
        let middle = (latitudes.lowerBound + latitudes.upperBound) / 2
        return UTMPlace(Position(x: 3, y: middle))?.northing ?? 0
    }
}
