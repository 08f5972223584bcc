/// What the town stands on, drawn: gardens along its streets, parks, the river, and the roads into the country.
struct MapGround {
    let town: DemoTown
    let frame: MapFrame

    private var ground: TownGround { TownGround(grid: town.grid) }

    var svg: String {
        let gardens = town.streets.map { path($0.course(in: town.grid)) }.joined()
        return """
            <path class="built" stroke-width="\(frame.width(of: 84))" d="\(gardens)"/>
            <path class="park" d="\(ground.parks.map { path($0) + "Z" }.joined())"/>
            <path class="water" d="\(path(ground.water))Z"/>
            <path class="street" stroke-width="\(frame.width(of: 10))" d="\(ground.roads.map(path).joined())"/>
            """
    }

    /// The line of the river that is so many metres south of its northern bank.
    func river(_ metres: Double) -> [MapFrame.Point] { ground.river(metres).map(frame.point) }

    private func path(_ spots: [TownSpot]) -> String { MapFrame.path(spots.map(frame.point)) }
}
