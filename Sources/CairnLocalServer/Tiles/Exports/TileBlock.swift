import CairnGeo

/// A square of tiles of a level, whose side is a power of two.
struct TileBlock: Sendable {
    /// Bundles of packages have so many rows and columns.
    static let bundleSide = 128

    let row, column, side: Int

    /// The least that holds a range, and is a bundle or more.
    static func around(_ range: TileRange) -> TileBlock {
        var side = bundleSide
        func isHeld(_ numbers: ClosedRange<Int>) -> Bool { numbers.lowerBound / side == numbers.upperBound / side }
        while !isHeld(range.rows) || !isHeld(range.columns) { side *= 2 }
        return TileBlock(row: range.rows.lowerBound / side * side, column: range.columns.lowerBound / side * side, side: side)
    }

    var quarters: [TileBlock] {
        let half = side / 2
        return [(0, 0), (0, half), (half, 0), (half, half)].map {
            TileBlock(row: row + $0.0, column: column + $0.1, side: half)
        }
    }

    /// What of it is in a range.
    func part(of range: TileRange) -> TileRange? {
        let (last, right) = (row + side - 1, column + side - 1)
        guard row <= range.rows.upperBound, last >= range.rows.lowerBound, column <= range.columns.upperBound,
            right >= range.columns.lowerBound
        else { return nil }
        return TileRange(
            level: range.level, rows: range.rows.clamped(to: row...last), columns: range.columns.clamped(to: column...right))
    }

    /// What it shows, without its edge; nil if there is no such level.
    func box(_ scheme: TileInfo, level: Int) -> AreaEdge.Box? {
        let last = TileKey(level: level, row: row + side - 1, column: column + side - 1)
        guard let upper = scheme.extent(of: TileKey(level: level, row: row, column: column)), let lower = scheme.extent(of: last)
        else { return nil }
        let (width, height) = (lower.xMax - upper.xMin, upper.yMax - lower.yMin)
        let margin = 1e-9 * width / Double(side)
        return AreaEdge.Box(
            middle: SIMD2(upper.xMin + width / 2, lower.yMin + height / 2),
            half: SIMD2(width / 2 - margin, height / 2 - margin))
    }
}
