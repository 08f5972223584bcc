import CZlib
import Foundation

/// What locators and road networks are files of: a header, sections of bytes, and a checksum for each block of 4096 bytes; see Docs/LocatorFormat.md.
enum BlockFormat {
    static let blockSize = 4096

    /// Where the numbers of the header stand.
    enum Header {
        static let version = 4
        static let length = 8
        static let sectionCount = 16
        static let checksums = 24
        static let checksumOfChecksums = 32
        static let checksum = 36
        static let sections = 64
        static let sectionSize = 24
    }

    /// What tells files of one kind from others.
    struct Kind: Sendable {
        /// The file's first four bytes, as a number.
        let magic: UInt32
        let version: Int
    }

    /// CRC-32, as zlib and gzip have it.
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32_z(0, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count))
    }
}

/// A block that is not what was written, or a number in it that leads nowhere.
struct BlockDamage: Error {}
