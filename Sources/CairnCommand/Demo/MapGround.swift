import CairnCore

/// What the town stands on: gardens along its streets, parks, the river, and the roads into the country.
struct MapGround {
    let town: DemoTown
    let frame: MapFrame

    /// How far columns and rows are drawn: beyond the paper.
    private var reach: Int { (Int(rounding: town.grid.radius / 40) ?? 0) + 12 }

    var svg: String {
        let grid = town.grid
        let gardens = town.streets.map { MapFrame.path($0.course(in: grid).map(frame.point)) }.joined()
        let banks = river(0) + river(grid.riverWidth).reversed()
        let roads = [along { grid.spot(column: $0, row: 0) }, along { grid.spot(column: 0, row: $0) }].map(MapFrame.path).joined()
        return """
            <path class="built" stroke-width="\(frame.width(of: 84))" d="\(gardens)"/>
            <path class="park" d="\(parks)"/>
            <path class="water" d="\(MapFrame.path(banks))Z"/>
            <path class="street" stroke-width="\(frame.width(of: 10))" d="\(roads)"/>
            """
    }

    /// The line of the river that is so many metres south of its northern bank.
    func river(_ metres: Double) -> [MapFrame.Point] {
        along { town.grid.spot(column: $0, row: Double(TownGrid.riverRow + 1), north: -TownGrid.bank - metres) }
    }

    private func along(_ spot: (Double) -> TownSpot) -> [MapFrame.Point] {
        (-reach...reach).map { frame.point(spot(Double($0))) }
    }

    private var parks: String {
        (-reach...reach).flatMap { column in (-reach...reach).map { (column, $0) } }.filter { column, row in
            town.grid.ground(column: column, row: row) == .park
                && town.grid.isInside(column: Double(column) + 0.5, row: Double(row) + 0.5)
        }.map(block).joined()
    }

    private func block(column: Int, row: Int) -> String {
        // A little more than the block, so that no gap is seen between two.
        let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map { (east, north) in
            town.grid.spot(
                column: Double(column + east), row: Double(row + north), east: Double(east * 2 - 1), north: Double(north * 2 - 1))
        }
        return MapFrame.path(corners.map(frame.point)) + "Z"
    }
}
