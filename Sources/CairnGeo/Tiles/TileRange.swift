/// A rectangle of tiles of one level.
public struct TileRange: Sendable, Hashable {
    /// The level.
    public var level: Int
    /// Its rows, from the top.
    public var rows: ClosedRange<Int>
    /// Its columns, from the left.
    public var columns: ClosedRange<Int>

    /// Tiles of a level.
    public init(level: Int, rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
        (self.level, self.rows, self.columns) = (level, rows, columns)
    }

    /// How many there are; the greatest number that there is, if they are more.
    public var count: Int {
        let (count, isTooLarge) = Self.count(rows).multipliedReportingOverflow(by: Self.count(columns))
        return isTooLarge ? .max : count
    }

    /// A range that takes half of all numbers has more of them than there are.
    private static func count(_ range: ClosedRange<Int>) -> Int {
        let (distance, isTooFar) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
        return isTooFar || distance == .max ? .max : distance + 1
    }

    /// Whether a tile is one of them.
    public func contains(_ key: TileKey) -> Bool {
        key.level == level && rows.contains(key.row) && columns.contains(key.column)
    }

    /// All of them, in the order in which a package of tiles is written without going back: squares of 128 by 128, each row by row.
    public var keys: some Sequence<TileKey> {
        let side = TileBundleFormat.side
        let squares = (rows.lowerBound / side...rows.upperBound / side).lazy.flatMap { row in
            (columns.lowerBound / side...columns.upperBound / side).lazy.map { (row, $0) }
        }
        return squares.flatMap { [level, rows, columns] square in
            rows.clamped(to: square.0 * side...square.0 * side + side - 1).lazy.flatMap { row in
                columns.clamped(to: square.1 * side...square.1 * side + side - 1).lazy.map { column in
                    TileKey(level: level, row: row, column: column)
                }
            }
        }
    }
}
