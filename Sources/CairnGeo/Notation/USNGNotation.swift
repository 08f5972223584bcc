/// The United States National Grid: that of ``MGRSNotation``, lettered as on WGS 84, as in "18S UJ 23480 06470".
///
/// - Source: FGDC-STD-011-2001, *United States National Grid*.
public struct USNGNotation: CoordinateNotation {
    /// How many digits there are east and north each, from 0 for the square alone over 5 for metres to 8 for millimetres; what is outside is taken
    /// for the nearest.
    public var precision: Int
    /// Whether there are spaces between the zone, the square, and the digits east and north.
    public var hasSpaces: Bool

    /// A notation.
    public init(precision: Int = 5, hasSpaces: Bool = true) {
        (self.precision, self.hasSpaces) = (precision, hasSpaces)
    }

    /// In bytes, with a datum.
    private static let longest = 2 * NotationScanner.longest

    private var grid: MGRSNotation { MGRSNotation(precision: precision, hasSpaces: hasSpaces) }

    /// See ``CoordinateNotation/string(at:)``; it reaches everywhere.
    public func string(at position: Position) throws(NotationError) -> String { try grid.string(at: position) }

    /// See ``MGRSNotation/position(from:)``. "(NAD 83)" or "(WGS 84)" may stand behind it, which are taken for the same; what is of another datum is
    /// refused.
    public func position(from string: String) throws(NotationError) -> Position {
        // One character may be as long as it likes: of what is longer than any name none is looked for.
        guard string.utf8.prefix(Self.longest + 1).count <= Self.longest else { return try grid.position(from: string) }
        let end = string.suffix(12), start = end.lastIndex(of: "(") ?? end.endIndex
        let datum = end[start...].filter { !$0.isWhitespace }.uppercased()
        return try grid.position(from: ["(NAD83)", "(WGS84)"].contains(datum) ? String(string[..<start]) : string)
    }
}
