import CairnCore

/// What the text of a place of UTM says.
struct UTMName {
    private(set) var zone = 0
    private(set) var letter: UInt8 = 0
    private(set) var easting = 0.0
    private(set) var northing = 0.0
    private var scanner: NotationScanner

    /// - Throws: ``NotationError/malformed(_:reason:)``, also for zones that there are not, and for metres that are in none.
    init(_ text: String) throws(NotationError) {
        scanner = try NotationScanner(text)
        scanner.skipSpace()
        let ahead = scanner
        if scanner.digits().count > 2 {
            scanner = ahead
            try readMeters()
            readSeparator()
            try readZone()
        } else {
            scanner = ahead
            try readZone()
            readSeparator()
            try readMeters()
        }
        try scanner.expectEnd()
        guard (1...60).contains(zone) else { throw malformed("there are zones 1 to 60") }
        guard (100_000..<900_000).contains(easting), (0...10_000_000).contains(northing) else {
            throw malformed("nothing is that far east or north")
        }
    }

    func malformed(_ reason: String) -> NotationError { scanner.malformed(reason) }

    private mutating func readZone() throws(NotationError) {
        guard let zone = scanner.digits(atMost: 2).number else { throw malformed("there should be the number of a zone") }
        scanner.skipSpace()
        guard let letter = scanner.letter() else { throw malformed("there should be the letter of a zone") }
        (self.zone, self.letter) = (zone, letter)
    }

    private mutating func readSeparator() {
        scanner.skipSpace()
        if scanner.skip(",") { scanner.skipSpace() }
    }

    /// Two numbers, or the digits of both at a stretch.
    private mutating func readMeters() throws(NotationError) {
        var together = scanner
        let digits = together.digits()
        guard let easting = scanner.number() else { throw malformed("there should be metres east") }
        readSeparator()
        if let northing = scanner.number() {
            (self.easting, self.northing) = (easting, northing)
        } else if (7...13).contains(digits.count), let east = digits.prefix(6).number, let north = digits.dropFirst(6).number {
            (self.easting, self.northing, scanner) = (Double(east), Double(north), together)
        } else {
            throw malformed("there should be metres north")
        }
    }
}
