import CZlib
import Foundation

/// What a locator file is made of; see Docs/LocatorFormat.md.
enum LocatorFormat {
    static let version = 2
    static let magic: UInt32 = 0x4C4E_5243
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

    /// CRC-32, as zlib and gzip have it.
    static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32_z(0, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count))
    }
}

/// What a section holds, by its number in the file.
enum LocatorSection: UInt32, CaseIterable {
    case info = 1
    case texts
    case wordOffsets
    case words
    case wordTable
    case wordIDs
    case wordLists
    case postings
    case deletionOffsets
    case deletions
    case soundOffsets
    case sounds
    case features
    case featureWords
    case contexts
    case contextWords
    case keyTable
    case keys
    case postalCodes
    case runs
    case houses
    case ranges
    case lines
    case addressTree
    case featureTree
    case contextTree
    case names
    case beginningTable
    case beginnings
    case derivedTree
}

/// A block that is not what was written, or a number in it that leads nowhere.
struct LocatorDamage: Error {}
