import CairnCore
import Foundation

/// The ground on which the town stands: blocks in columns and rows, a river between two rows, parks, and all of it bent.
///
/// Column and row 0 begin in the middle; columns go east and rows north. A place is told in columns and rows, and may lie within a block.
struct TownGrid {
    enum Ground { case built, park, water }

    /// How far the town reaches, in metres.
    let radius: Double

    /// A block from street to street, in metres.
    static let block = (width: 110.0, depth: 80.0)
    static let riverRow = -2
    static let bank = 32.0

    /// How wide the water is, in metres, between its banks.
    var riverWidth: Double { min(270, 40 + radius * 0.05) }

    func ground(column: Int, row: Int) -> Ground {
        if row == Self.riverRow { return .water }
        if column == 0, row == 0 { return .park }
        // Parks are two blocks wide and deep.
        return Self.chance(column >> 1, row >> 1, salt: 1) % 12 == 0 ? .park : .built
    }

    /// Whether the town reaches there. Its outline has bays and tongues.
    func isInside(column: Double, row: Double) -> Bool {
        let (east, north) = (column * Self.block.width / 1.2, metres(row: row) / 0.9)
        let angle = atan2(north, east)
        let outline = 1 + 0.13 * sin(2 * angle + 0.6) + 0.08 * sin(3 * angle + 2) + 0.05 * sin(7 * angle)
        return hypot(east, north) < radius * outline
    }

    /// Where a place of the grid lies; `east` and `north` are metres from there, before all is bent.
    func spot(column: Double, row: Double, east: Double = 0, north: Double = 0) -> TownSpot {
        let (u, v) = (column * Self.block.width + east, metres(row: row) + north)
        return TownSpot(
            x: u + 60 * sin(v / 260 + 0.4) + 110 * sin(v / 900 + 1) + 20 * sin(u / 150 + 2),
            y: v + 50 * sin(u / 300) + 120 * sin(u / 1000 + 2) + 15 * sin(v / 170 + u / 400))
    }

    private func metres(row: Double) -> Double {
        let first = Double(Self.riverRow + 1)
        let depth = riverWidth + 2 * Self.bank
        return row * Self.block.depth - max(0, min(1, first - row)) * (depth - Self.block.depth)
    }

    /// A number that looks like chance, and is the same each time (SplitMix64).
    static func chance(_ column: Int, _ row: Int, salt: Int) -> UInt64 {
        var z = UInt64(truncatingIfNeeded: (column &* 0x1_0000 &+ row) &* 16 &+ salt) &* 0x9e37_79b9_7f4a_7c15
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}
