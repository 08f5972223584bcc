import CairnCore
import Foundation

/// A bundle that is read. The header is not believed, but for its version: those of real packages say all sorts of things.
struct TileBundle: Sendable {
    private let file: FileSlice

    /// - Throws: ``TileCacheError/damaged(path:reason:)`` if it is none, or of another version; `SystemError`.
    init(_ file: FileSlice, named name: String) throws {
        self.file = file
        let head = try file.read(upTo: 4, at: 0)
        guard file.count >= TileBundleFormat.firstTile, head == [UInt8(TileBundleFormat.version), 0, 0, 0] else {
            throw TileCacheError.damaged(path: file.path, reason: "\(name) is no bundle of version 3")
        }
    }

    /// The bytes of a tile; nil if there is none.
    func tile(at key: TileKey) throws -> Data? {
        let place = TileBundleFormat.headerSize + 8 * TileBundleFormat.index(of: key)
        guard let number = try file.number(at: place) else { throw damage(key) }
        let (offset, size) = (Int(number & TileBundleFormat.placeMask), Int(number >> 40))
        if size == 0 { return nil }
        guard offset >= TileBundleFormat.firstTile, let data = try file.data(count: size, at: offset) else { throw damage(key) }
        return data
    }

    /// The keys of all tiles, within a bundle that begins at a key.
    func keys(from first: TileKey) throws -> [TileKey] {
        let index = try file.read(upTo: TileBundleFormat.indexSize, at: TileBundleFormat.headerSize)
        guard index.count == TileBundleFormat.indexSize else { throw damage(first) }
        return index.withUnsafeBytes { index in
            (0..<TileBundleFormat.side * TileBundleFormat.side).compactMap { number in
                let value = UInt64(littleEndian: index.loadUnaligned(fromByteOffset: number * 8, as: UInt64.self))
                guard value >> 40 > 0 else { return nil }
                let (row, column) = number.quotientAndRemainder(dividingBy: TileBundleFormat.side)
                return TileKey(level: first.level, row: first.row + row, column: first.column + column)
            }
        }
    }

    private func damage(_ key: TileKey) -> TileCacheError {
        .damaged(path: file.path, reason: "the tile \(key) does not lie among those of its bundle")
    }
}
