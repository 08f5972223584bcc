import CZlib
import Foundation

/// What a zip archive is made of (APPNOTE.TXT of PKWARE, 4.3 to 4.5). Numbers have their lowest byte first.
package enum ZipFormat {
    /// What each part begins with.
    enum Signature {
        static let entry: UInt32 = 0x0403_4B50
        static let directory: UInt32 = 0x0201_4B50
        static let end: UInt32 = 0x0605_4B50
        static let end64: UInt32 = 0x0606_4B50
        static let end64Locator: UInt32 = 0x0706_4B50
    }

    /// The sizes of the parts, without what varies.
    enum Size {
        static let entry = 30
        static let directory = 46
        static let end = 22
        static let end64 = 56
        static let end64Locator = 20
        static let longestComment = 0xFFFF
    }

    /// The extra field with the sizes and places that 32 bits do not hold.
    static let zip64Extra: UInt16 = 1
    /// One that says nothing, of those that readers pass over: room for the other, which may be needed or not.
    static let emptyExtra: UInt16 = 0xD935
    /// In the place of a number that is in the extra field.
    static let elsewhere: UInt32 = 0xFFFF_FFFF
    static let elsewhereShort: UInt16 = 0xFFFF

    /// Deflate makes no more of a byte than this.
    static let greatestRatio = 1032

    /// CRC-32 of what came before and of these bytes.
    package static func checksum(_ bytes: UnsafeRawBufferPointer, after previous: UInt32 = 0) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32_z(uLong(previous), bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count))
    }

    /// CRC-32 of two parts that follow each other.
    static func checksum(_ first: UInt32, followedBy second: UInt32, count: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32_combine(uLong(first), uLong(second), off_t(count)))
    }
}
