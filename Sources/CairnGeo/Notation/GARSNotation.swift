import CairnCore

/// The Global Area Reference System: cells of half a degree, cut in quarters and those in ninths, as in "354ND22".
///
/// - Source: NGA.STND.0037, *Universal Grids and Grid Reference Systems* (2014): three digits count half degrees from 180 degrees west, two letters
///   those from the south pole; then a digit each for the quarter and the ninth, counted from the north-west as words are read.
public struct GARSNotation: CoordinateNotation {
    /// A place of a cell.
    public enum Anchor: Sendable, Hashable, CaseIterable {
        /// Its south-west corner.
        case lowerLeft
        /// Its middle.
        case center
    }

    /// Where in the cell the place is that is read.
    public var anchor: Anchor

    /// A notation.
    public init(anchor: Anchor = .lowerLeft) {
        self.anchor = anchor
    }

    /// The cell of five minutes, of seven digits and letters. See ``CoordinateNotation/string(at:)``; the meridian of 180 degrees is the west of the
    /// first column, and the north pole belongs to the last row.
    public func string(at position: Position) throws(NotationError) -> String {
        let place = try position.onGround()
        let (column, row) = (place.column(unitsADegree: 12), place.row(unitsADegree: 12))
        let quarter = (1 - row / 3 % 2) * 2 + column / 3 % 2 + 1
        let ninth = (2 - row % 3) * 3 + column % 3 + 1
        let letters = GridLetters.all[row / 6 / 24] + GridLetters.all[row / 6 % 24]
        return (column / 6 + 1).digits(3) + letters + "\(quarter)\(ninth)"
    }

    /// The place in a cell of 30, 15 or 5 minutes. See ``CoordinateNotation/position(from:)``; there must be no space here.
    public func position(from string: String) throws(NotationError) -> Position {
        var scanner = try NotationScanner(string)
        guard let number = scanner.digits().exactly(3)?.number, (1...720).contains(number) else {
            throw scanner.malformed("it should begin with 001 to 720")
        }
        let row = try scanner.index(in: .all) * 24 + scanner.index(in: .all)
        guard row < 360 else { throw scanner.malformed("there are letters from AA to QZ") }
        let cell = try part(of: Cell(column: (number - 1) * 6, row: row * 6, size: 6), &scanner)
        let add = anchor == .center ? Double(cell.size) / 2 : 0
        return Position(x: (Double(cell.column) + add) / 12 - 180, y: (Double(cell.row) + add) / 12 - 90)
    }

    /// In units of five minutes.
    private struct Cell {
        var column: Int
        var row: Int
        var size: Int
    }

    private func part(of cell: Cell, _ scanner: inout NotationScanner) throws(NotationError) -> Cell {
        let digits = Array(scanner.digits())
        guard digits.count <= 2, scanner.isAtEnd else { throw scanner.malformed("it should end with two digits at the most") }
        var cell = cell
        for (digit, side) in zip(digits, [2, 3]) {
            let index = Int(digit) - 0x31
            guard (0..<side * side).contains(index) else { throw scanner.malformed("quarters are 1 to 4, and ninths 1 to 9") }
            cell.size /= side
            cell.column += index % side * cell.size
            cell.row += (side - 1 - index / side) * cell.size
        }
        return cell
    }
}

extension Position {
    /// In which column of cells a place is, counted from 180 degrees west; 180 degrees east is there, too.
    ///
    /// What has been read of a corner may be west of it by a rounding, and is not cut off: a hundred-billionth of a degree, which is a micrometre.
    func column(unitsADegree units: Double) -> Int {
        (Int(rounding: (x + 180 + 1e-11) * units, .down) ?? 0) % (Int(rounding: 360 * units) ?? 1)
    }

    /// In which row, counted from the south pole; the north pole is in the last.
    func row(unitsADegree units: Double) -> Int {
        min(Int(rounding: (y + 90 + 1e-11) * units, .down) ?? 0, (Int(rounding: 180 * units) ?? 1) - 1)
    }
}

extension ArraySlice {
    /// These, if they are so many.
    func exactly(_ count: Int) -> ArraySlice? { self.count == count ? self : nil }
}
