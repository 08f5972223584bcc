#if !CAIRN_APP_CONTAINER
    import CairnCore
    import Foundation
    import Testing

    @testable import CairnCommand

    @Suite(.timeLimit(.minutes(10)))
    struct DemoTownTests {
        private struct Place: Hashable { let x: Int, y: Int }

        @Test(arguments: [60, 61, 100, 299, 300, 1234, 2000, 6000, 50_000])
        func `a town of any size has as many houses, and no two of one address or in one place`(size: Int) throws {
            let rows = DemoTown(addresses: size).table.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
            #expect(rows[0].joined(separator: ",") == "number,street,city,state,postcode,lon,lat")
            let houses = rows.dropFirst()
            #expect(houses.count == size && houses.allSatisfy { $0.count == 7 && Int($0[0]) != nil && $0[4].hasPrefix("9740") })
            #expect(Set(houses.map { $0[0] + $0[1] }).count == size)
            #expect(Set(houses.map { $0[5] + "," + $0[6] }).count == size)
            for house in houses {
                let (longitude, latitude) = (try #require(Double(house[5])), try #require(Double(house[6])))
                #expect(abs(longitude + 123.1) < 0.1 && abs(latitude - 44.05) < 0.1)
            }
        }

        @Test(arguments: [60, 2000, 6000]) func `houses stand apart`(size: Int) {
            let spots = DemoTown(addresses: size).houses.map(\.spot)
            // Who is nearer than this to another shares a square with it, or has it in the next.
            let least = 6.0
            let squares = Dictionary(grouping: spots) { spot in
                Place(x: Int(rounding: spot.x / least, .down) ?? 0, y: Int(rounding: spot.y / least, .down) ?? 0)
            }
            for (square, own) in squares {
                let near = (-1...1).flatMap { x in
                    (-1...1).flatMap { y in squares[Place(x: square.x + x, y: square.y + y)] ?? [] }
                }
                for spot in own { #expect(near.count { hypot($0.x - spot.x, $0.y - spot.y) < least } == 1) }
            }
        }

        @Test(arguments: [60, 777, 6000]) func `numbers ascend along a street, even ones on the left and odd ones on the right`(
            size: Int
        ) {
            let town = DemoTown(addresses: size)
            for street in town.streets {
                let lots = street.lots(in: town.grid)
                #expect(zip(lots, lots.dropFirst()).allSatisfy { $0.number < $1.number })
                for lot in lots {
                    let (from, to) = (lot.edge.spot(0, in: town.grid), lot.edge.spot(1, in: town.grid))
                    let side = (to.x - from.x) * (lot.spot.y - from.y) - (to.y - from.y) * (lot.spot.x - from.x)
                    #expect((side > 0) == lot.number.isMultiple(of: 2), "\(lot.number) \(street.name)")
                }
            }
            #expect(Set(town.streets.map(\.name)).count == town.streets.count)
        }

        @Test func `a town is the same each time, and begins with the same house`() {
            #expect(DemoTown(addresses: 600).table == DemoTown(addresses: 600).table)
            for size in [60, 2000] {
                #expect(
                    DemoTown(addresses: size).table.split(separator: "\n")[1].hasPrefix(
                        "100,Alder Street,Cairnford,OR,"))
            }
        }

        @Test func `letters have a row for each house, and some are shortened, shouted, misspelt, or of no house`() {
            let town = DemoTown(addresses: 2000)
            let rows = town.letters.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
            #expect(rows[0] == ["id", "address", "city", "state"])
            let written = rows.dropFirst().map { $0[1] }
            let clean = town.houses.map { "\($0.number) \($0.street)" }
            #expect(written.count == clean.count && rows.dropFirst().map { $0[0] } == (1...2000).map(String.init))
            let other = zip(written, clean).filter { $0 != $1 }
            #expect(other.count { $0 == $1.uppercased() } == 80)
            #expect(other.count { $0.count < $1.count && $0.hasPrefix($1.prefix(6)) } > 40)
            #expect(other.count { $0.count == $1.count + 1 && $0.hasSuffix($1.suffix(4)) } > 40)
            let streets = Set(town.streets.map(\.name))
            #expect(
                other.count { written, _ in written.contains("Nowhere") } == 5 && !streets.contains { $0.contains("Nowhere") })
        }
    }
#endif
