import CairnCore
import Foundation

/// An open file of blocks: its sections.
struct BlockImage: Sendable {
    let file: MappedFile
    /// Tells the file from what was built before it and after.
    let stamp: UInt32
    private let sections: [UInt32: MappedSection]

    /// Why a file is none of its kind.
    enum Problem: Error {
        case foreign
        case damaged
        case newer(found: Int)
    }

    /// Opens a file. What is read are its header and its blocks' checksums; its blocks are checked when they are first read.
    ///
    /// - Throws: ``Problem``.
    init(_ file: MappedFile, _ kind: BlockFormat.Kind) throws(Problem) {
        self.file = file
        let header = try Self.header(of: file, kind)
        stamp = header.number(BlockFormat.Header.checksum)
        let checksums = try Self.checksums(of: file, header)
        var sections: [UInt32: MappedSection] = [:]
        for index in 0..<Int(header.number(BlockFormat.Header.sectionCount)) {
            let entry = BlockFormat.Header.sections + index * BlockFormat.Header.sectionSize
            let (offset, count) = (header.long(entry + 8), header.long(entry + 16))
            guard offset >= BlockFormat.blockSize, count >= 0, offset <= file.count, count <= file.count - offset else {
                throw .damaged
            }
            sections[header.number(entry)] = MappedSection(
                file: file.address, marks: file.marks, checksums: checksums, offset: offset, count: count)
        }
        self.sections = sections
    }

    /// What a later version has added is never asked for.
    subscript(section: UInt32) -> MappedSection { sections[section] ?? .empty }

    /// The first block, if it is that of a file of this kind and version.
    private static func header(of file: MappedFile, _ kind: BlockFormat.Kind) throws(Problem) -> Header {
        guard file.count >= BlockFormat.Header.sections, let start = UnsafeRawPointer(bitPattern: file.address) else {
            throw .foreign
        }
        let header = Header(start: start)
        guard header.number(0) == kind.magic else { throw .foreign }
        guard file.count >= BlockFormat.blockSize, header.isSound else { throw .damaged }
        let version = Int(header.number(BlockFormat.Header.version))
        guard version <= kind.version else { throw .newer(found: version) }
        let sections = Int(header.number(BlockFormat.Header.sectionCount))
        let size = BlockFormat.Header.sections + sections * BlockFormat.Header.sectionSize
        guard version == kind.version, header.long(BlockFormat.Header.length) == file.count,
            file.count % BlockFormat.blockSize == 0, size <= BlockFormat.blockSize
        else { throw .damaged }
        return header
    }

    /// The address of the blocks' checksums.
    private static func checksums(of file: MappedFile, _ header: Header) throws(Problem) -> UInt {
        let (offset, size) = (header.long(BlockFormat.Header.checksums), file.count / BlockFormat.blockSize * 4)
        guard offset >= BlockFormat.blockSize, offset <= file.count - size else { throw .damaged }
        let table = UnsafeRawBufferPointer(start: header.start + offset, count: size)
        guard BlockFormat.checksum(table) == header.number(BlockFormat.Header.checksumOfChecksums) else {
            throw .damaged
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
            var block = [UInt8](UnsafeRawBufferPointer(start: start, count: BlockFormat.blockSize))
            let place = BlockFormat.Header.checksum
            for index in place..<place + 4 { block[index] = 0 }
            return block.withUnsafeBytes(BlockFormat.checksum) == number(place)
        }
    }
}
