import CairnCore
import Foundation

/// Puts the sections of a locator into one file, with its header and its blocks' checksums.
struct LocatorAssembly {
    private let file: FileDescriptor
    private var position = LocatorFormat.blockSize
    private var pending: [UInt8] = []
    private var checksums: [UInt32] = [0]
    private var sections = ByteWriter()
    private var sectionCount: UInt32 = 0

    init(_ url: URL) throws {
        file = try FileDescriptor(url.path, O_RDWR | O_CREAT | O_TRUNC)
    }

    mutating func append(_ section: LocatorSection, _ contents: ScratchFile) throws {
        try contents.flush()
        sections.fixed(section.rawValue)
        sections.fixed(UInt32(0))
        sections.fixed(UInt64(position + pending.count))
        sections.fixed(UInt64(contents.count))
        sectionCount += 1
        var read = 0
        while case let part = try contents.read(upTo: 1 << 18, at: read), !part.isEmpty {
            pending += part
            read += part.count
            try writeBlocks()
        }
        // Sections begin where numbers of eight bytes may stand.
        pending += Array(repeating: 0, count: (8 - pending.count % 8) % 8)
    }

    /// Writes what is left, and the header.
    mutating func finish() throws {
        try pad()
        let table = position
        // The table holds a checksum for its own blocks too, which nobody reads.
        let tableBlocks = (checksums.count * 4 + LocatorFormat.blockSize - 5) / (LocatorFormat.blockSize - 4)
        let total = checksums.count + tableBlocks
        var bytes = ByteWriter()
        for index in 0..<total { bytes.fixed(index < checksums.count ? checksums[index] : UInt32(0)) }
        let checksum = bytes.bytes.withUnsafeBytes(LocatorFormat.checksum)
        pending = bytes.bytes
        try pad()
        try writeHeader(table: table, checksum)
        try file.synchronize()
    }

    private mutating func pad() throws {
        let rest = pending.count % LocatorFormat.blockSize
        if rest > 0 { pending += Array(repeating: 0, count: LocatorFormat.blockSize - rest) }
        try writeBlocks()
    }

    private mutating func writeBlocks() throws {
        let whole = pending.count / LocatorFormat.blockSize * LocatorFormat.blockSize
        guard whole > 0 else { return }
        pending.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: whole, by: LocatorFormat.blockSize) {
                checksums.append(
                    LocatorFormat.checksum(UnsafeRawBufferPointer(rebasing: bytes[start..<start + LocatorFormat.blockSize])))
            }
        }
        try file.write(Array(pending[..<whole]), at: position)
        position += whole
        pending.removeSubrange(..<whole)
    }

    private func writeHeader(table: Int, _ checksum: UInt32) throws {
        var header = ByteWriter()
        header.fixed(LocatorFormat.magic)
        header.fixed(UInt32(LocatorFormat.version))
        header.fixed(UInt64(position))
        header.fixed(sectionCount)
        header.fixed(UInt32(LocatorFormat.blockSize))
        header.fixed(UInt64(table))
        header.fixed(checksum)
        header.append(Array(repeating: 0, count: LocatorFormat.Header.sections - header.count))
        header.append(sections.bytes)
        header.append(Array(repeating: 0, count: LocatorFormat.blockSize - header.count))
        var bytes = header.bytes
        let own = bytes.withUnsafeBytes(LocatorFormat.checksum)
        let place = LocatorFormat.Header.checksum
        withUnsafeBytes(of: own.littleEndian) { bytes.replaceSubrange(place..<place + 4, with: $0) }
        try file.write(bytes, at: 0)
    }
}
