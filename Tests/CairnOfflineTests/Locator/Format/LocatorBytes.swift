import Foundation

@testable import CairnOffline

/// The bytes of a locator file, to be damaged.
struct LocatorBytes {
    var bytes: [UInt8]

    init(_ url: URL) throws {
        bytes = [UInt8](try Data(contentsOf: url))
    }

    var blocks: Int { bytes.count / BlockFormat.blockSize }

    private func number(_ offset: Int) -> Int {
        bytes.withUnsafeBytes { Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self))) }
    }

    private mutating func set(_ number: UInt32, at offset: Int) {
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: number.littleEndian, toByteOffset: offset, as: UInt32.self) }
    }

    /// Where the blocks' checksums begin.
    var table: Int { number(BlockFormat.Header.checksums) }

    /// Makes all checksums fit what is there now.
    mutating func reseal() {
        let (table, size) = (min(table, bytes.count), BlockFormat.blockSize)
        for block in 1..<max(1, table / size) where table + block * 4 + 4 <= bytes.count {
            set(Self.checksum(bytes[block * size..<(block + 1) * size]), at: table + block * 4)
        }
        if table + blocks * 4 <= bytes.count {
            set(Self.checksum(bytes[table..<table + blocks * 4]), at: BlockFormat.Header.checksumOfChecksums)
        }
        set(0, at: BlockFormat.Header.checksum)
        set(Self.checksum(bytes[..<size]), at: BlockFormat.Header.checksum)
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.withUnsafeBytes(BlockFormat.checksum) }
}
