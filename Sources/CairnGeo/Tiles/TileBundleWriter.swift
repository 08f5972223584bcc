import CairnCore
import Foundation

/// The bundle that is being written: what will stand before its tiles.
struct TileBundleWriter {
    /// The first tile.
    let key: TileKey
    private var index = [UInt64](repeating: 0, count: TileBundleFormat.side * TileBundleFormat.side)
    private var largestTile = 0
    private(set) var size = TileBundleFormat.firstTile

    /// The bundle that a tile belongs to.
    init(for key: TileKey) { self.key = Self.first(of: key) }

    static func first(of key: TileKey) -> TileKey {
        let side = TileBundleFormat.side
        return TileKey(level: key.level, row: key.row / side * side, column: key.column / side * side)
    }

    /// Whether a tile is there.
    func has(_ key: TileKey) -> Bool { index[TileBundleFormat.index(of: key)] != 0 }

    /// Notes a tile that is written next.
    ///
    /// - Returns: What is written before it.
    mutating func add(_ key: TileKey, count: Int) -> [UInt8] {
        index[TileBundleFormat.index(of: key)] = UInt64(count) << 40 | UInt64(size + 4)
        largestTile = max(largestTile, count)
        size += 4 + count
        var length = LittleEndianBytes()
        length.append(UInt32(clamping: count))
        return length.bytes
    }

    /// What stands before the tiles, once all are there.
    var beginning: [UInt8] { TileBundleFormat.beginning(index: index, largestTile: largestTile, size: size) }
}
