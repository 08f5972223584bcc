import CairnGeo
public import Foundation

/// Which tile: its level, its column from the left, its row from the top.
public final class AGSTileKey: NSObject {
    let value: TileKey

    init(_ value: TileKey) {
        self.value = value
    }

    /// A tile of a level.
    public convenience init(level: Int, column: Int, row: Int) {
        self.init(TileKey(level: level, row: row, column: column))
    }

    /// The number of the level; higher ones show more.
    public var level: Int { value.level }
    /// From the origin to the right, from 0 on.
    public var column: Int { value.column }
    /// From the origin downwards, from 0 on.
    public var row: Int { value.row }

    /// Whether both are the same tile.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSTileKey)?.value == value }
    /// Equal tiles have equal hashes.
    public override var hash: Int { value.hashValue }
}
