import CairnCore
import Foundation

/// Reads what an archive says of its entries, at its end.
struct ZipDirectory {
    private let file: FileSlice
    /// Where the list is, and how many it lists.
    private(set) var offset = 0
    private var size = 0
    private var count = 0

    /// More is no archive of maps: what it lists is in memory.
    private static let largestSize = 1 << 26
    private static let mostEntries = 500_000

    init(_ file: FileSlice) throws {
        self.file = file
        try findEnd()
        guard size <= Self.largestSize, count <= Self.mostEntries else {
            throw ZipError.unsupported(path: file.path, reason: "it has too many entries")
        }
    }

    // MARK: - The end

    /// The end is sought from behind: a comment of up to 64 KiB may follow it.
    private mutating func findEnd() throws {
        let tail = min(file.count, ZipFormat.Size.end + ZipFormat.Size.longestComment)
        let start = file.count - tail
        let bytes = try file.read(upTo: tail, at: start)
        guard bytes.count >= ZipFormat.Size.end, let place = Self.end(in: bytes) else { throw try endless() }
        try bytes.withUnsafeBytes { bytes in
            var cursor = BinaryCursor(UnsafeRawBufferPointer(rebasing: bytes[(place + 4)...]))
            let disks = (cursor.readShort(), cursor.readShort())
            let counts = (cursor.readShort(), cursor.readShort())
            (count, size, offset) = (Int(counts.1), Int(cursor.readWord()), Int(cursor.readWord()))
            let isElsewhere =
                counts.1 == ZipFormat.elsewhereShort || size == Int(ZipFormat.elsewhere) || offset == Int(ZipFormat.elsewhere)
            if isElsewhere, try readEnd64(before: start + place) { return }
            guard disks == (0, 0), counts.0 == counts.1 else { throw severalParts }
            try expectDirectory(before: start + place)
        }
    }

    /// What is wrong with a file that has no end: it begins as an archive does, or is something else.
    private func endless() throws -> ZipError {
        if file.count == 0 { return .damaged(path: file.path, reason: "it is empty") }
        var start = ZipFormat.Signature.entry.littleEndian
        let isBegun = try withUnsafeBytes(of: &start) { try file.read(upTo: $0.count, at: 0).elementsEqual($0) }
        return isBegun ? .damaged(path: file.path, reason: "it is cut off") : .notAnArchive(path: file.path)
    }

    private static func end(in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBytes { bytes in
            var place = bytes.count - ZipFormat.Size.end
            while place >= 0 {
                let signature = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                let comment = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place + 20, as: UInt16.self))
                if signature == ZipFormat.Signature.end, place + ZipFormat.Size.end + Int(comment) == bytes.count { return place }
                place -= 1
            }
            return nil
        }
    }

    /// The end as large archives have it; whether there is one.
    private mutating func readEnd64(before end: Int) throws -> Bool {
        let locator = try file.read(upTo: ZipFormat.Size.end64Locator, at: end - ZipFormat.Size.end64Locator)
        guard locator.count == ZipFormat.Size.end64Locator else { return false }
        let place: UInt64? = locator.withUnsafeBytes { bytes in
            var cursor = BinaryCursor(bytes)
            guard cursor.readWord() == ZipFormat.Signature.end64Locator else { return nil }
            _ = cursor.readWord()
            return cursor.readLong()
        }
        guard let place else { return false }
        guard let place = Int(exactly: place) else { throw wrongEnd }
        let bytes = try file.read(upTo: ZipFormat.Size.end64, at: place)
        guard bytes.count == ZipFormat.Size.end64 else { throw wrongEnd }
        try bytes.withUnsafeBytes { bytes in
            var cursor = BinaryCursor(bytes)
            guard cursor.readWord() == ZipFormat.Signature.end64 else { throw wrongEnd }
            _ = (cursor.readLong(), cursor.readShort(), cursor.readShort())
            guard cursor.readWord() == 0, cursor.readWord() == 0 else { throw severalParts }
            let counts = (cursor.readLong(), cursor.readLong())
            guard let count = Int(exactly: counts.1), let size = Int(exactly: cursor.readLong()),
                let offset = Int(exactly: cursor.readLong()), counts.0 == counts.1
            else { throw wrongEnd }
            (self.count, self.size, self.offset) = (count, size, offset)
        }
        try expectDirectory(before: place)
        return true
    }

    private func expectDirectory(before end: Int) throws {
        guard offset >= 0, size >= 0, offset <= end, size <= end - offset, count <= size / ZipFormat.Size.directory else {
            throw wrongEnd
        }
    }

    private var wrongEnd: ZipError { .damaged(path: file.path, reason: "its end does not say where its entries are") }
    private var severalParts: ZipError { .unsupported(path: file.path, reason: "it is one of several parts") }

    // MARK: - The entries

    /// All entries, in the order of the list.
    func entries() throws -> [ZipEntry] {
        let bytes = try file.read(upTo: size, at: offset)
        guard bytes.count == size else {
            throw ZipError.damaged(path: file.path, reason: "it ends within the list of its entries")
        }
        return try bytes.withUnsafeBytes { bytes in
            var cursor = BinaryCursor(bytes)
            var entries: [ZipEntry] = []
            entries.reserveCapacity(count)
            for _ in 0..<count { entries.append(try entry(&cursor)) }
            return entries
        }
    }

    private func entry(_ cursor: inout BinaryCursor) throws -> ZipEntry {
        guard cursor.left >= ZipFormat.Size.directory, cursor.readWord() == ZipFormat.Signature.directory else { throw wrongList }
        let system = cursor.readShort() >> 8
        _ = cursor.readShort()
        let (flags, method) = (cursor.readShort(), cursor.readShort())
        _ = cursor.readWord()
        let checksum = cursor.readWord()
        let (compressed, size) = (cursor.readWord(), cursor.readWord())
        let lengths = (name: Int(cursor.readShort()), extra: Int(cursor.readShort()), comment: Int(cursor.readShort()))
        let disk = cursor.readShort()
        _ = cursor.readShort()
        let (attributes, place) = (cursor.readWord(), cursor.readWord())
        guard cursor.left >= lengths.name + lengths.extra + lengths.comment else { throw wrongList }
        let path = Self.path(cursor.readBytes(lengths.name))
        var large = Zip64Extra(size: size, compressedSize: compressed, place: place, disk: disk)
        guard large.read(cursor.readBytes(lengths.extra)) else { throw wrongList }
        _ = cursor.readBytes(lengths.comment)
        let isFolder = path.unicodeScalars.last == "/"
        let name = isFolder ? String(path.unicodeScalars.dropLast()) : path
        if let problem = ZipEntry.problem(ofName: name) {
            throw ZipError.unsafeName(path: file.path, name: name.printable(upTo: 200), reason: problem)
        }
        guard large.disk == 0 else { throw severalParts }
        guard let size = Int(exactly: large.size), let compressed = Int(exactly: large.compressedSize),
            let place = Int(exactly: large.place), place <= offset - ZipFormat.Size.entry,
            compressed <= offset - ZipFormat.Size.entry - place
        else { throw ZipError.damaged(path: file.path, reason: "\(name.printable(upTo: 200)) reaches beyond its end") }
        return ZipEntry(
            name: name, isFolder: isFolder, isLink: system == 3 && attributes >> 28 == 0xA, isEncrypted: flags & 1 != 0,
            method: Self.method(method), size: size, compressedSize: compressed, checksum: checksum, place: place)
    }

    private var wrongList: ZipError { .damaged(path: file.path, reason: "the list of its entries is cut off, or none") }

    private static func method(_ number: UInt16) -> ZipEntry.Method {
        switch number {
        case 0: .stored
        case 8: .deflated
        default: .other(Int(number))
        }
    }

    /// A name as it is written: with the slashes of other systems, and in UTF-8 or else one letter a byte.
    private static func path(_ bytes: UnsafeRawBufferPointer) -> String {
        let text = String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        guard text.unicodeScalars.contains("\\") else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\\" ? "/" : $0 }))
    }
}

/// The numbers of an entry that may be too large for their places.
private struct Zip64Extra {
    var size: UInt64
    var compressedSize: UInt64
    var place: UInt64
    var disk: UInt32

    init(size: UInt32, compressedSize: UInt32, place: UInt32, disk: UInt16) {
        (self.size, self.compressedSize, self.place) = (UInt64(size), UInt64(compressedSize), UInt64(place))
        self.disk = UInt32(disk)
    }

    /// Takes what is elsewhere from the extra fields; whether all was there.
    mutating func read(_ fields: UnsafeRawBufferPointer) -> Bool {
        var cursor = BinaryCursor(fields)
        while cursor.left >= 4 {
            let (id, length) = (cursor.readShort(), Int(cursor.readShort()))
            guard cursor.left >= length else { break }
            let field = cursor.readBytes(length)
            if id == ZipFormat.zip64Extra { return take(field) }
        }
        return true
    }

    private mutating func take(_ field: UnsafeRawBufferPointer) -> Bool {
        var cursor = BinaryCursor(field)
        for number in [\Zip64Extra.size, \.compressedSize, \.place] where self[keyPath: number] == UInt64(ZipFormat.elsewhere) {
            guard cursor.left >= 8 else { return false }
            self[keyPath: number] = cursor.readLong()
        }
        if disk == UInt32(ZipFormat.elsewhereShort) {
            guard cursor.left >= 4 else { return false }
            disk = cursor.readWord()
        }
        return true
    }
}
