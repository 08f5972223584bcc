import CairnCore

/// A bundle of Compact Cache V2: up to 128 by 128 tiles in one file (Esri, "Compact Cache V2 storage format"). Numbers have their lowest byte first.
///
/// A header of 64 bytes; an index of 16,384 numbers of eight bytes, row by row: where a tile begins in the lower 40 bits, how long it is in the upper 24,
/// 0 for none; then the tiles, each behind its length in four bytes.
enum TileBundleFormat {
    /// How many rows, and columns.
    static let side = 128
    static let headerSize = 64
    static let indexSize = side * side * 8
    /// Where tiles begin.
    static let firstTile = headerSize + indexSize
    static let version: UInt32 = 3
    /// A tile's length has 24 bits.
    static let largestTile = 1 << 24 - 1
    /// Its place has 40.
    static let placeMask: UInt64 = 1 << 40 - 1

    /// The name of the bundle of a tile within the folder of its level: that of its first row and column.
    static func name(of key: TileKey) -> String {
        "R\(hexadecimal(key.row / side * side))C\(hexadecimal(key.column / side * side)).bundle"
    }

    /// The folder of a level.
    static func folder(of level: Int) -> String { level < 10 ? "L0\(level)" : "L\(level)" }

    private static func hexadecimal(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Which number of the index is a tile's.
    static func index(of key: TileKey) -> Int { key.row % side * side + key.column % side }

    /// What stands before the tiles.
    static func beginning(index: [UInt64], largestTile: Int, size: Int) -> [UInt8] {
        var bytes = LittleEndianBytes()
        bytes.append(version)
        bytes.append(UInt32(side * side))
        bytes.append(UInt32(clamping: largestTile))
        bytes.append(UInt32(5))
        bytes.append(UInt64(0))
        bytes.append(UInt64(size))
        bytes.append(UInt64(40))
        bytes.append(UInt32(20 + indexSize))
        for number in [3, 16, side * side, 5, indexSize] { bytes.append(UInt32(number)) }
        for number in index { bytes.append(number) }
        return bytes.bytes
    }
}
