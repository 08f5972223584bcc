import CairnCore
import Foundation

/// A town that does not exist, the same every time for the same size.
struct DemoTown: Sendable {
    struct House {
        let number: Int
        let street: String
        let postal: String
        let spot: TownSpot
    }

    static let city = "Cairnford"
    static let state = "OR"

    let grid: TownGrid
    let streets: [TownStreet]
    let houses: [House]

    init(addresses: Int) {
        // From somewhat too small until all have a lot.
        var grid = TownGrid(radius: 12 * Double(addresses).squareRoot())
        var streets = TownStreet.all(in: grid)
        var lots = streets.map { $0.lots(in: grid) }
        while lots.reduce(0, { $0 + $1.count }) < addresses {
            grid = TownGrid(radius: grid.radius * 1.03)
            streets = TownStreet.all(in: grid)
            lots = streets.map { $0.lots(in: grid) }
        }
        (self.grid, self.streets) = (grid, streets)
        houses = Self.build(addresses, zip(streets, lots).flatMap { street, lots in lots.map { (street.name, $0) } }, grid)
    }

    /// Some lots are empty: as many as there are too many, all over the town.
    private static func build(_ count: Int, _ lots: [(street: String, lot: TownStreet.Lot)], _ grid: TownGrid) -> [House] {
        lots.enumerated().filter { $0.offset * count % lots.count < count }.map { _, lot in
            House(number: lot.lot.number, street: lot.street, postal: postal(of: lot.lot, grid), spot: lot.lot.spot)
        }
    }

    /// The middle, the other side of the river, and what is west, east and north of the middle.
    private static func postal(of lot: TownStreet.Lot, _ grid: TownGrid) -> String {
        let row = lot.edge.isAcross ? lot.edge.line : lot.edge.place
        if row <= TownGrid.riverRow { return "97405" }
        if hypot(lot.spot.x, lot.spot.y) < grid.radius * 0.4 { return "97401" }
        if lot.spot.y > abs(lot.spot.x) { return "97404" }
        return lot.spot.x < 0 ? "97402" : "97403"
    }

    /// The town's addresses as a table that a locator can be built from.
    var table: String {
        let rows = houses.map { house in
            "\(house.number),\(house.street),\(Self.city),\(Self.state),\(house.postal),\(house.spot.longitude),\(house.spot.latitude)\n"
        }
        return "number,street,city,state,postcode,lon,lat\n" + rows.joined()
    }

    /// A table of addresses as people write them.
    var letters: String {
        let rows = houses.enumerated().map { index, house in
            let written = WrittenAddress(number: house.number, street: house.street, index: index).text
            return "\(index + 1),\(written),\(Self.city),\(Self.state)\n"
        }
        return "id,address,city,state\n" + rows.joined()
    }
}
