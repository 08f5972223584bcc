import Foundation

/// A town that does not exist: streets on a bent grid, houses along them, the same every time for the same size.
struct DemoTown {
    struct House {
        let number: Int
        let street: String
        let postal: String
        let x: Double
        let y: Double
    }

    static let city = "Cairnford"
    static let state = "OR"

    let houses: [House]
    /// Each street's course, for drawing.
    let streets: [[(x: Double, y: Double)]]

    init(addresses: Int) {
        var houses: [House] = []
        var streets: [[(x: Double, y: Double)]] = []
        let housesPerStreet = 60
        let count = max(1, (addresses + housesPerStreet - 1) / housesPerStreet)
        for index in 0..<count {
            let isAcross = index % 2 == 0
            let offset = Double(index / 2) * 0.0018
            let name = Self.name(index)
            func place(_ share: Double) -> (x: Double, y: Double) {
                let bend = sin(share * .pi + Double(index)) * 0.0006
                let (u, v) = (share * 0.04, offset + bend)
                return isAcross ? (-123.1 + u, 44.05 + v) : (-123.1 + v, 44.05 + u)
            }
            for house in 0..<housesPerStreet where houses.count < addresses {
                let (x, y) = place((Double(house) + 0.5) / Double(housesPerStreet))
                let side = house % 2 == 0 ? 0.00012 : -0.00012
                houses.append(
                    House(
                        number: 100 + house * 2 + house % 2, street: name, postal: String(97400 + index / 20),
                        x: ((x + (isAcross ? 0 : side)) * 1e6).rounded() / 1e6,
                        y: ((y + (isAcross ? side : 0)) * 1e6).rounded() / 1e6))
            }
            streets.append((0...12).map { place(Double($0) / 12) })
        }
        self.houses = houses
        self.streets = streets
    }

    private static let trees = [
        "Alder", "Birch", "Cedar", "Dogwood", "Elderberry", "Fir", "Gingko", "Hawthorn", "Ironwood", "Juniper", "Katsura",
        "Larch", "Maple", "Nutmeg", "Oak", "Poplar", "Quince", "Rowan", "Spruce", "Tupelo", "Viburnum", "Walnut", "Yew",
    ]
    private static let kinds = ["Street", "Avenue", "Lane", "Drive", "Court", "Road", "Boulevard"]
    private static let directions = ["", "North ", "South ", "East ", "West "]

    private static func name(_ index: Int) -> String {
        let direction = directions[index / (trees.count * kinds.count) % directions.count]
        let rest = index / (trees.count * kinds.count * directions.count)
        let tree = trees[index % trees.count]
        return "\(direction)\(tree)\(rest > 0 ? " \(rest)" : "") \(kinds[index % kinds.count])"
    }

    /// The town's addresses as a table that a locator can be built from.
    var table: String {
        let rows = houses.map { "\($0.number),\($0.street),\(Self.city),\(Self.state),\($0.postal),\($0.x),\($0.y)\n" }
        return "number,street,city,state,postcode,lon,lat\n" + rows.joined()
    }

    /// A table of addresses as people write them: shortened, shouted, misspelt, and a few that do not exist.
    var letters: String {
        var text = "id,address,city,state\n"
        for (index, house) in houses.enumerated() {
            text += "\(index + 1),\(Self.asWritten(house, index)),\(Self.city),\(Self.state)\n"
        }
        return text
    }

    private static func asWritten(_ house: House, _ index: Int) -> String {
        let clean = "\(house.number) \(house.street)"
        switch index % 25 {
        case 3: return clean.replacing("Street", with: "St.").replacing("Avenue", with: "Ave").replacing("Road", with: "Rd")
        case 7: return clean.uppercased()
        case 11: return clean.replacing("r ", with: "rr ")
        case 19: return index % 100 == 19 ? "\(house.number) Nowhere Crescent" : clean
        default: return clean
        }
    }
}
