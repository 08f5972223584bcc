/// Which tile: its level of detail, its row from the top, its column from the left.
public struct TileKey: Sendable, Hashable, Codable {
    /// The number of the level of detail; higher ones show more.
    public var level: Int
    /// From the origin downwards, from 0 on.
    public var row: Int
    /// From the origin to the right, from 0 on.
    public var column: Int

    /// A tile of a level.
    public init(level: Int, row: Int, column: Int) {
        (self.level, self.row, self.column) = (level, row, column)
    }
}

extension TileKey: Comparable {
    /// By level, then row, then column.
    public static func < (left: TileKey, right: TileKey) -> Bool {
        (left.level, left.row, left.column) < (right.level, right.row, right.column)
    }
}

extension TileKey: CustomStringConvertible {
    /// As addresses have it: `level/row/column`.
    public var description: String { "\(level)/\(row)/\(column)" }
}
