import CairnCore
import Foundation

/// Puts sections into one file, with its header and its blocks' checksums.
struct BlockAssembly {
    private let file: FileDescriptor
    private let kind: BlockFormat.Kind
    private var position = BlockFormat.blockSize
    private var pending: [UInt8] = []
    private var checksums: [UInt32] = [0]
    private var sections = ByteWriter()
    private var sectionCount: UInt32 = 0

    /// - Parameter file: An empty one, open for writing, which nobody else writes into.
    init(_ file: FileDescriptor, _ kind: BlockFormat.Kind) { (self.file, self.kind) = (file, kind) }

    mutating func append(_ section: UInt32, _ contents: ScratchFile) throws {
        try contents.flush()
        begin(section, contents.count)
        var read = 0
        while case let part = try contents.read(upTo: 1 << 18, at: read), !part.isEmpty {
            pending += part
            read += part.count
            try writeBlocks()
        }
        align()
    }

    mutating func append(_ section: UInt32, _ contents: UnsafeRawBufferPointer) throws {
        begin(section, contents.count)
        for start in stride(from: 0, to: contents.count, by: 1 << 18) {
            pending += contents[start..<min(contents.count, start + 1 << 18)]
            try writeBlocks()
        }
        align()
    }

    private mutating func begin(_ section: UInt32, _ count: Int) {
        sections.fixed(section)
        sections.fixed(UInt32(0))
        sections.fixed(UInt64(position + pending.count))
        sections.fixed(UInt64(count))
        sectionCount += 1
    }

    /// Sections begin where numbers of eight bytes may stand.
    private mutating func align() { pending += Array(repeating: 0, count: (8 - pending.count % 8) % 8) }

    /// Writes what is left, and the header.
    mutating func finish() throws {
        try pad()
        let table = position
        // The table holds a checksum for its own blocks too, which nobody reads.
        let tableBlocks = (checksums.count * 4 + BlockFormat.blockSize - 5) / (BlockFormat.blockSize - 4)
        let total = checksums.count + tableBlocks
        var bytes = ByteWriter()
        for index in 0..<total { bytes.fixed(index < checksums.count ? checksums[index] : UInt32(0)) }
        let checksum = bytes.bytes.withUnsafeBytes(BlockFormat.checksum)
        pending = bytes.bytes
        try pad()
        try writeHeader(table: table, checksum)
        try file.synchronize()
    }

    private mutating func pad() throws {
        let rest = pending.count % BlockFormat.blockSize
        if rest > 0 { pending += Array(repeating: 0, count: BlockFormat.blockSize - rest) }
        try writeBlocks()
    }

    private mutating func writeBlocks() throws {
        let whole = pending.count / BlockFormat.blockSize * BlockFormat.blockSize
        guard whole > 0 else { return }
        pending.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: whole, by: BlockFormat.blockSize) {
                checksums.append(
                    BlockFormat.checksum(UnsafeRawBufferPointer(rebasing: bytes[start..<start + BlockFormat.blockSize])))
            }
        }
        try file.write(Array(pending[..<whole]), at: position)
        position += whole
        pending.removeSubrange(..<whole)
    }

    private func writeHeader(table: Int, _ checksum: UInt32) throws {
        var header = ByteWriter()
        header.fixed(kind.magic)
        header.fixed(UInt32(truncatingIfNeeded: kind.version))
        header.fixed(UInt64(position))
        header.fixed(sectionCount)
        header.fixed(UInt32(BlockFormat.blockSize))
        header.fixed(UInt64(table))
        header.fixed(checksum)
        header.append(Array(repeating: 0, count: BlockFormat.Header.sections - header.count))
        header.append(sections.bytes)
        header.append(Array(repeating: 0, count: BlockFormat.blockSize - header.count))
        var bytes = header.bytes
        let own = bytes.withUnsafeBytes(BlockFormat.checksum)
        let place = BlockFormat.Header.checksum
        withUnsafeBytes(of: own.littleEndian) { bytes.replaceSubrange(place..<place + 4, with: $0) }
        try file.write(bytes, at: 0)
    }
}
