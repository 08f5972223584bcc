import CairnCore
import Foundation

/// An open locator file: its sections.
struct LocatorImage: Sendable {
    let file: MappedFile
    /// Tells the file from what was built before it and after.
    let stamp: UInt32
    private let sections: [MappedSection]

    /// Opens a file. What is read are its header and its blocks' checksums; its blocks are checked when they are first read.
    ///
    /// - Throws: ``LocatorError``, `SystemError`.
    init(_ path: String) throws {
        file = try MappedFile(path)
        let header = try Self.header(of: file)
        stamp = header.number(LocatorFormat.Header.checksum)
        let checksums = try Self.checksums(of: file, header)
        var sections = [MappedSection](repeating: .empty, count: LocatorSection.allCases.count + 1)
        for index in 0..<Int(header.number(LocatorFormat.Header.sectionCount)) {
            let entry = LocatorFormat.Header.sections + index * LocatorFormat.Header.sectionSize
            // What a later version has added is passed over.
            guard let section = LocatorSection(rawValue: header.number(entry)) else { continue }
            let (offset, count) = (header.long(entry + 8), header.long(entry + 16))
            guard offset >= LocatorFormat.blockSize, count >= 0, offset <= file.count, count <= file.count - offset else {
                throw LocatorError.damaged(path: path)
            }
            sections[Int(section.rawValue)] = MappedSection(
                file: file.address, marks: file.marks, checksums: checksums, offset: offset, count: count)
        }
        self.sections = sections
    }

    subscript(section: LocatorSection) -> MappedSection { sections[Int(section.rawValue)] }

    /// The first block, if it is that of a locator of this version.
    private static func header(of file: MappedFile) throws -> Header {
        guard file.count >= 72, let start = UnsafeRawPointer(bitPattern: file.address) else {
            throw LocatorError.notALocator(path: file.path)
        }
        let header = Header(start: start)
        guard header.number(0) == LocatorFormat.magic else {
            let isOld = UInt32(bigEndian: start.loadUnaligned(fromByteOffset: 68, as: UInt32.self)) == 0x4352_4E4C
            throw isOld ? LocatorError.olderFormat(path: file.path) : .notALocator(path: file.path)
        }
        guard file.count >= LocatorFormat.blockSize, header.isSound else { throw LocatorError.damaged(path: file.path) }
        let version = Int(header.number(LocatorFormat.Header.version))
        guard version <= LocatorFormat.version else {
            throw LocatorError.newerFormat(path: file.path, found: version, supported: LocatorFormat.version)
        }
        let sections = Int(header.number(LocatorFormat.Header.sectionCount))
        let size = LocatorFormat.Header.sections + sections * LocatorFormat.Header.sectionSize
        guard version == LocatorFormat.version, header.long(LocatorFormat.Header.length) == file.count,
            file.count % LocatorFormat.blockSize == 0, size <= LocatorFormat.blockSize
        else { throw LocatorError.damaged(path: file.path) }
        return header
    }

    /// The address of the blocks' checksums.
    private static func checksums(of file: MappedFile, _ header: Header) throws -> UInt {
        let (offset, size) = (header.long(LocatorFormat.Header.checksums), file.count / LocatorFormat.blockSize * 4)
        guard offset >= LocatorFormat.blockSize, offset <= file.count - size else { throw LocatorError.damaged(path: file.path) }
        let table = UnsafeRawBufferPointer(start: header.start + offset, count: size)
        guard LocatorFormat.checksum(table) == header.number(LocatorFormat.Header.checksumOfChecksums) else {
            throw LocatorError.damaged(path: file.path)
        }
        return UInt(bitPattern: header.start + offset)
    }

    private struct Header {
        let start: UnsafeRawPointer

        func number(_ offset: Int) -> UInt32 {
            UInt32(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }

        /// Negative for what is no length.
        func long(_ offset: Int) -> Int {
            Int(truncatingIfNeeded: UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        }

        /// Whether the block's checksum fits it, taken with itself as zero.
        var isSound: Bool {
            var block = [UInt8](UnsafeRawBufferPointer(start: start, count: LocatorFormat.blockSize))
            let place = LocatorFormat.Header.checksum
            for index in place..<place + 4 { block[index] = 0 }
            return block.withUnsafeBytes(LocatorFormat.checksum) == number(place)
        }
    }
}
