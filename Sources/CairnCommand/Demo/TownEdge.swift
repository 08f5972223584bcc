import CairnCore

/// A side of a block, where a street may run: from one crossing east or north to the next.
struct TownEdge {
    /// Whether it leads east.
    let isAcross: Bool
    /// The row, or column, whose lower side it is on.
    let line: Int
    /// The column, or row, along which it leads.
    let place: Int

    /// Main streets are wide, cross the river, and are nowhere interrupted.
    var isMain: Bool { line.isMultiple(of: isAcross ? 5 : 4) }

    /// The blocks to the left and to the right, as one goes along it.
    private var sides: [(column: Int, row: Int)] {
        isAcross ? [(place, line), (place, line - 1)] : [(line - 1, place), (line, place)]
    }

    func ground(in grid: TownGrid) -> [TownGrid.Ground] { sides.map { grid.ground(column: $0.column, row: $0.row) } }

    func hasStreet(in grid: TownGrid) -> Bool {
        let isWithin = [0.0, 1].allSatisfy { share in
            let (column, row) = position(share)
            return grid.isInside(column: column, row: row)
        }
        return isWithin && (isMain || (ground(in: grid).contains(.built) && !isLeftOut))
    }

    /// Farther out, no crossing is without either the way east or the way north.
    private var isLeftOut: Bool {
        let (column, row) = isAcross ? (place, line) : (line, place)
        guard abs(column) > 3 || abs(row) > 3 else { return false }
        return TownGrid.chance(column, row, salt: 2) % 5 == (isAcross ? 0 : 1)
    }

    /// Where one is after a share of the way, 0…1, in columns and rows.
    private func position(_ share: Double) -> (column: Double, row: Double) {
        isAcross ? (Double(place) + share, Double(line)) : (Double(line), Double(place) + share)
    }

    /// Where one is after a share of the way, having gone so many metres to the left.
    func spot(_ share: Double, left: Double = 0, in grid: TownGrid) -> TownSpot {
        let (column, row) = position(share)
        return grid.spot(column: column, row: row, east: isAcross ? 0 : -left, north: isAcross ? left : 0)
    }

    /// The shares of the way at which there are lots, away from the corners.
    var lots: [Double] {
        isAcross
            ? [27, 41, 55, 69, 83].map { $0 / TownGrid.block.width } : [28, 40, 52].map { $0 / TownGrid.block.depth }
    }
}
