import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A bundle that waits in a file of its own for more tiles.
final class WaitingBundle {
    private let path: String
    private let key: TileKey
    private var file: FileDescriptor?
    private var size: Int

    init(path: String, copying source: FileSlice, from key: TileKey) throws {
        (self.path, self.key) = (path, key)
        let new = try FileDescriptor(path, O_RDWR | O_CREAT | O_EXCL)
        size = 0
        while size < source.count {
            let part = try source.read(upTo: 1 << 20, at: size)
            guard !part.isEmpty else { throw SystemError("read", source.path, code: EIO) }
            try new.write(part, at: size)
            size += part.count
        }
        file = new
    }

    var isOpen: Bool { file != nil }

    /// Gives the file back to the system, for the time being.
    func close() { file = nil }

    private func opened() throws(SystemError) -> FileDescriptor {
        if let file { return file }
        let new = try FileDescriptor(path, O_RDWR)
        file = new
        return new
    }

    func add(_ tile: Data, at key: TileKey) throws {
        let file = try opened()
        let place = TileBundleFormat.headerSize + 8 * TileBundleFormat.index(of: key)
        guard try file.read(upTo: 8, at: place).allSatisfy({ $0 == 0 }) else {
            throw TileCacheError.wrongTile(key: key, reason: "it is there already")
        }
        var (length, number) = (LittleEndianBytes(), LittleEndianBytes())
        length.append(UInt32(clamping: tile.count))
        number.append(UInt64(tile.count) << 40 | UInt64(size + 4))
        try file.write(length.bytes, at: size)
        try file.write(tile, at: size + 4)
        try file.write(number.bytes, at: place)
        size += 4 + tile.count
    }

    /// The whole bundle.
    func finished() throws -> FileSlice {
        let file = try opened()
        let bytes = try file.read(upTo: TileBundleFormat.indexSize, at: TileBundleFormat.headerSize)
        guard bytes.count == TileBundleFormat.indexSize else { throw SystemError("read", path, code: EIO) }
        let index = bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: 8).map {
                UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
            }
        }
        let largest = index.reduce(0) { max($0, Int($1 >> 40)) }
        try file.write(TileBundleFormat.beginning(index: index, largestTile: largest, size: size), at: 0)
        return try FileSlice(path: path)
    }
}
