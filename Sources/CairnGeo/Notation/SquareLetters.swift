import CairnCore

/// How the squares of 100 km of a zone are lettered.
///
/// - Source: NGA.STND.0037, *Universal Grids and Grid Reference Systems* (2014).
struct SquareLetters {
    private let columns: GridLetters
    /// How many squares are west of the first column.
    private let west: Int
    private let rows: GridLetters
    /// What is added to the number of a row.
    private let shift: Int

    /// Those of a zone of UTM: three sets of columns, which begin 100 km east, and two of rows, which begin anew after 2000 km.
    static func utm(zone: Int, _ lettering: MGRSNotation.Lettering) -> SquareLetters {
        let columns = ["STUVWXYZ", "ABCDEFGH", "JKLMNPQR"][zone % 3]
        let shift = (zone.isMultiple(of: 2) ? 5 : 0) + (lettering == .old ? 10 : 0)
        return SquareLetters(columns: GridLetters(columns), west: 1, rows: GridLetters("ABCDEFGHJKLMNPQRSTUV"), shift: shift)
    }

    /// Those of a half of a polar region, without the columns that are near by in UTM.
    static func ups(isNorth: Bool, isEast: Bool) -> SquareLetters {
        let columns = isNorth ? (isEast ? "ABCFGHJ" : "RSTUXYZ") : (isEast ? "ABCFGHJKLPQR" : "JKLPQRSTUXYZ")
        let first = isNorth ? 13 : 8
        let rows = isNorth ? GridLetters("ABCDEFGHJKLMNP") : .all
        return SquareLetters(columns: GridLetters(columns), west: isEast ? 20 : first, rows: rows, shift: -first)
    }

    /// The letters of a square, counted east and north in squares.
    func letters(east: Int, north: Int) -> String {
        columns[east - west] + rows[(north + shift) % rows.count]
    }

    /// The square that letters say, the first of those to the north.
    func square(_ scanner: inout NotationScanner) throws(NotationError) -> (east: Int, north: Int) {
        let (column, row) = (try scanner.index(in: columns), try scanner.index(in: rows) - shift)
        return (column + west, row < 0 ? row + rows.count : row)
    }
}
