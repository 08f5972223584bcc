import CairnCore

/// An entry as it is written: before its bytes, and in the list at the end.
struct WrittenEntry {
    let name: String
    let method: ZipEntry.Method
    /// Where its header begins.
    let place: Int
    /// Where its bytes begin.
    var start = 0
    var size = 0
    var compressedSize = 0
    var checksum: UInt32 = 0

    /// Names are in UTF-8.
    private static let flags: UInt16 = 1 << 11
    /// 1980-01-01, so that equal contents are equal bytes.
    private static let date: UInt16 = 0x21
    private static let largeVersion: UInt16 = 45
    private static let plainVersion: UInt16 = 20
    /// A regular file that its owner writes and all read, as Unix has it.
    private static let attributes: UInt32 = 0o100644 << 16

    private var isLarge: Bool { max(size, compressedSize) >= Int(ZipFormat.elsewhere) }
    private var methodNumber: UInt16 { method == .deflated ? 8 : 0 }

    init(name: String, method: ZipEntry.Method, place: Int) {
        (self.name, self.method, self.place) = (name, method, place)
    }

    /// Counts bytes of the file itself.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        checksum = ZipFormat.checksum(bytes, after: checksum)
        size += bytes.count
    }

    /// The header before its bytes: of one length, whatever the sizes.
    var header: [UInt8] {
        var bytes = LittleEndianBytes()
        bytes.append(ZipFormat.Signature.entry)
        bytes.append(isLarge ? Self.largeVersion : Self.plainVersion)
        appendCommon(&bytes)
        bytes.append(isLarge ? ZipFormat.elsewhere : UInt32(clamping: compressedSize))
        bytes.append(isLarge ? ZipFormat.elsewhere : UInt32(clamping: size))
        bytes.append(UInt16(clamping: name.utf8.count))
        bytes.append(UInt16(20))
        bytes.append(contentsOf: name.utf8)
        bytes.append(isLarge ? ZipFormat.zip64Extra : ZipFormat.emptyExtra)
        bytes.append(UInt16(16))
        bytes.append(isLarge ? UInt64(size) : 0)
        bytes.append(isLarge ? UInt64(compressedSize) : 0)
        return bytes.bytes
    }

    private func appendCommon(_ bytes: inout LittleEndianBytes) {
        bytes.append(Self.flags)
        bytes.append(methodNumber)
        bytes.append(UInt16(0))
        bytes.append(Self.date)
        bytes.append(checksum)
    }

    /// The entry in the list.
    var directoryEntry: [UInt8] {
        let isFar = place >= Int(ZipFormat.elsewhere)
        var extra = LittleEndianBytes()
        if isLarge { extra.append(UInt64(size)) }
        if isLarge { extra.append(UInt64(compressedSize)) }
        if isFar { extra.append(UInt64(place)) }
        let isPlain = extra.bytes.isEmpty
        var bytes = LittleEndianBytes()
        bytes.append(ZipFormat.Signature.directory)
        // The high byte says that the attributes are those of Unix.
        bytes.append(3 << 8 | Self.largeVersion)
        bytes.append(isPlain ? Self.plainVersion : Self.largeVersion)
        appendCommon(&bytes)
        bytes.append(isLarge ? ZipFormat.elsewhere : UInt32(clamping: compressedSize))
        bytes.append(isLarge ? ZipFormat.elsewhere : UInt32(clamping: size))
        bytes.append(UInt16(clamping: name.utf8.count))
        bytes.append(UInt16(isPlain ? 0 : extra.bytes.count + 4))
        for _ in 0..<3 { bytes.append(UInt16(0)) }
        bytes.append(Self.attributes)
        bytes.append(isFar ? ZipFormat.elsewhere : UInt32(clamping: place))
        bytes.append(contentsOf: name.utf8)
        if !isPlain {
            bytes.append(ZipFormat.zip64Extra)
            bytes.append(UInt16(extra.bytes.count))
            bytes.append(contentsOf: extra.bytes)
        }
        return bytes.bytes
    }
}

/// The end of an archive.
struct ZipEnd {
    let count: Int
    let offset: Int
    let size: Int

    var bytes: [UInt8] {
        var bytes = LittleEndianBytes()
        let isLarge = count >= Int(ZipFormat.elsewhereShort) || max(offset, size) >= Int(ZipFormat.elsewhere)
        if isLarge { appendEnd64(&bytes) }
        bytes.append(ZipFormat.Signature.end)
        bytes.append(UInt32(0))
        for _ in 0..<2 { bytes.append(isLarge ? ZipFormat.elsewhereShort : UInt16(clamping: count)) }
        bytes.append(isLarge ? ZipFormat.elsewhere : UInt32(clamping: size))
        bytes.append(isLarge ? ZipFormat.elsewhere : UInt32(clamping: offset))
        bytes.append(UInt16(0))
        return bytes.bytes
    }

    private func appendEnd64(_ bytes: inout LittleEndianBytes) {
        bytes.append(ZipFormat.Signature.end64)
        bytes.append(UInt64(ZipFormat.Size.end64 - 12))
        bytes.append(UInt16(3 << 8 | 45))
        bytes.append(UInt16(45))
        bytes.append(UInt64(0))
        for number in [count, count, size, offset] { bytes.append(UInt64(number)) }
        bytes.append(ZipFormat.Signature.end64Locator)
        bytes.append(UInt32(0))
        bytes.append(UInt64(offset + size))
        bytes.append(UInt32(1))
    }
}
