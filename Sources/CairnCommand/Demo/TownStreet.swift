import CairnCore

/// A street: a name, and the sides of blocks along which it leads without a gap.
struct TownStreet {
    struct Lot {
        let number: Int
        let spot: TownSpot
        let edge: TownEdge
    }

    let name: String
    let edges: [TownEdge]

    var isMain: Bool { edges[0].isMain }

    /// The lots in the order of their numbers: a hundred for each block, even ones to the left and odd ones to the right.
    func lots(in grid: TownGrid) -> [Lot] {
        edges.enumerated().flatMap { index, edge in
            let ground = edge.ground(in: grid)
            return edge.lots.enumerated().flatMap { place, share in
                [0, 1].filter { ground[$0] == .built }.map { side in
                    let setback = isMain ? 22.0 : 18
                    return Lot(
                        number: (index + 1) * 100 + place * 4 + side,
                        spot: edge.spot(share, left: side == 0 ? setback : -setback, in: grid), edge: edge)
                }
            }
        }
    }

    /// The line along which it leads.
    func course(in grid: TownGrid) -> [TownSpot] {
        edges.flatMap { edge in [0, 0.5].map { edge.spot($0, in: grid) } } + [edges[edges.count - 1].spot(1, in: grid)]
    }

    /// The streets of a town, from the middle outwards.
    static func all(in grid: TownGrid) -> [TownStreet] {
        var names = StreetNames()
        let reach = Int(rounding: grid.radius * 2 / TownGrid.block.depth) ?? 0
        return (0...reach).flatMap { $0 == 0 ? [0] : [$0, -$0] }.flatMap { line in
            [true, false].flatMap { isAcross in
                runs((-reach...reach).map { TownEdge(isAcross: isAcross, line: line, place: $0) }, in: grid)
            }
        }.map { TownStreet(name: names.next(for: $0), edges: $0) }
    }

    private static func runs(_ edges: [TownEdge], in grid: TownGrid) -> [[TownEdge]] {
        edges.split { !$0.hasStreet(in: grid) }.map(Array.init)
    }
}
