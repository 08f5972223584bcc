import CairnCore

/// What the town stands on: parks, the river, and the roads into the country.
struct TownGround {
    let grid: TownGrid

    /// How far columns and rows are drawn: beyond the town.
    private var reach: Int { (Int(rounding: grid.radius / 40) ?? 0) + 12 }

    /// The line of the river that is so many metres south of its northern bank.
    func river(_ metres: Double) -> [TownSpot] {
        along { grid.spot(column: $0, row: Double(TownGrid.riverRow + 1), north: -TownGrid.bank - metres) }
    }

    /// The outline of the water.
    var water: [TownSpot] { river(0) + river(grid.riverWidth).reversed() }

    /// The two roads that cross in the middle.
    var roads: [[TownSpot]] {
        [along { grid.spot(column: $0, row: 0) }, along { grid.spot(column: 0, row: $0) }]
    }

    /// The outline of each block that is a park.
    var parks: [[TownSpot]] {
        (-reach...reach).flatMap { column in (-reach...reach).map { (column, $0) } }.filter { column, row in
            grid.ground(column: column, row: row) == .park
                && grid.isInside(column: Double(column) + 0.5, row: Double(row) + 0.5)
        }.map(block)
    }

    private func along(_ spot: (Double) -> TownSpot) -> [TownSpot] { (-reach...reach).map { spot(Double($0)) } }

    private func block(column: Int, row: Int) -> [TownSpot] {
        // A little more than the block, so that no gap is seen between two.
        [(0, 0), (1, 0), (1, 1), (0, 1)].map { (east, north) in
            grid.spot(
                column: Double(column + east), row: Double(row + north), east: Double(east * 2 - 1), north: Double(north * 2 - 1))
        }
    }
}
