import CZlib
import CairnCore
import CairnGeo
import Foundation

/// A checksum over a whole locator file, kept in SQLite's header.
///
/// SQLite does not notice a flipped byte in a name or a coordinate. The CRC-32 of the file, taken with these four bytes as
/// zero, stands where SQLite keeps its `user_version`.
enum LocatorChecksum {
    private static let offset = 60

    static func seal(_ url: URL) throws {
        let file = try FileDescriptor(url.path, O_RDWR)
        try file.write(withUnsafeBytes(of: UInt32(0).bigEndian) { Data($0) }, at: offset)
        let sum = try checksum(of: file)
        try file.write(withUnsafeBytes(of: sum.bigEndian) { Data($0) }, at: offset)
        try file.synchronize()
    }

    static func verify(_ url: URL) throws -> Bool {
        let file = try FileDescriptor(url.path, O_RDONLY)
        let stored = try file.read(upTo: 4, at: offset).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return try checksum(of: file) == stored
    }

    private static func checksum(of file: FileDescriptor) throws -> UInt32 {
        var sum: UInt = 0
        var position = 0
        while true {
            var chunk = try file.read(upTo: 1 << 20, at: position)
            if chunk.isEmpty { return UInt32(truncatingIfNeeded: sum) }
            if position == 0 { for index in offset..<min(offset + 4, chunk.count) { chunk[index] = 0 } }
            sum = crc32(sum, chunk, UInt32(chunk.count))
            position += chunk.count
        }
    }
}

extension LocatorChecksum {
    /// Whether a file says that it is a locator, whatever has become of the rest of it.
    static func claimsToBeLocator(_ url: URL) throws -> Bool {
        let file = try FileDescriptor(url.path, O_RDONLY)
        let mark = try file.read(upTo: 4, at: 68).reduce(0) { $0 << 8 | Int($1) }
        return mark == LocatorSchema.applicationID
    }
}
