import CairnCore
package import Foundation

/// A zip archive that is read in place.
///
/// What it says is not believed: names that lead out of a folder, entries that lie over each other or beyond the end, and two of one name are refused when
/// it is opened; sizes and checksums that are not those of the bytes when these are read. ZIP64 is read; encrypted entries, and methods other than
/// stored and deflated, are not. Reading is for any thread.
package final class ZipArchive: Sendable {
    package let file: FileSlice
    /// What is in it, by its name.
    package let entries: [String: ZipEntry]
    /// Where the entries end.
    private let end: Int

    package convenience init(fileURL: URL) throws {
        try self.init(FileSlice(path: fileURL.path))
    }

    /// An archive in a part of a file.
    ///
    /// - Throws: ``ZipError``, `SystemError`.
    package init(_ file: FileSlice) throws {
        self.file = file
        let directory = try ZipDirectory(file)
        end = directory.offset
        let list = try directory.entries()
        try Self.expectApart(list, in: file.path)
        entries = try Dictionary(list.map { ($0.name, $0) }) { first, _ in
            throw ZipError.damaged(path: file.path, reason: "it has two entries \(first.name.printable(upTo: 200))")
        }
    }

    package var path: String { file.path }

    /// Entries that share bytes are how a small archive becomes an endless one.
    private static func expectApart(_ entries: [ZipEntry], in path: String) throws {
        var end = 0
        for entry in entries.sorted(by: { $0.place < $1.place }) {
            guard entry.place >= end else {
                throw ZipError.damaged(path: path, reason: "\(entry.name.printable(upTo: 200)) lies over another entry")
            }
            end = entry.place + ZipFormat.Size.entry + entry.compressedSize
        }
    }

    /// The entry of a file.
    ///
    /// - Throws: ``ZipError/noEntry(name:path:)``.
    package func entry(named name: String) throws -> ZipEntry {
        guard let entry = entries[name], !entry.isFolder else { throw ZipError.noEntry(name: name, path: path) }
        return entry
    }

    /// The bytes of an entry as they lie in the archive.
    package func bytes(of entry: ZipEntry) throws -> FileSlice {
        try expectReadable(entry)
        let header = try file.read(upTo: ZipFormat.Size.entry, at: entry.place)
        let start: Int? = header.withUnsafeBytes { bytes in
            guard bytes.count == ZipFormat.Size.entry else { return nil }
            var cursor = BinaryCursor(bytes)
            guard cursor.readWord() == ZipFormat.Signature.entry else { return nil }
            _ = cursor.readBytes(22)
            return entry.place + ZipFormat.Size.entry + Int(cursor.readShort()) + Int(cursor.readShort())
        }
        guard let start, let bytes = file.slice(at: start, count: entry.compressedSize), start <= end - entry.compressedSize
        else {
            throw damage(entry, "is not where the list says")
        }
        return bytes
    }

    /// A file that is stored as it is, to be read in place; nil if it is compressed.
    package func stored(_ entry: ZipEntry) throws -> FileSlice? {
        guard entry.method == .stored else { return nil }
        guard entry.compressedSize == entry.size else { throw damage(entry, "has two sizes") }
        return try bytes(of: entry)
    }

    /// Everything in a file, if that is not more than `limit` bytes.
    package func contents(of entry: ZipEntry, limit: Int = 1 << 26) throws -> Data {
        guard entry.size <= limit else {
            throw ZipError.tooLarge(path: path, name: entry.name.printable(upTo: 200), size: entry.size, limit: limit)
        }
        var data = Data()
        try read(entry) { data.append(contentsOf: $0) }
        return data
    }

    /// Gives all bytes of a file, some at a time, and finds out whether they are right. What has been given may be wrong until this has returned.
    package func read(_ entry: ZipEntry, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let source = try bytes(of: entry)
        var (checksum, count) = (UInt32(0), 0)
        let take = { (bytes: UnsafeRawBufferPointer) in
            count += bytes.count
            guard count <= entry.size else { throw self.damage(entry, "is longer than the list says") }
            checksum = ZipFormat.checksum(bytes, after: checksum)
            try body(bytes)
        }
        if entry.method == .stored { try copy(source, take) } else { try inflate(source, entry, take) }
        guard count == entry.size else { throw damage(entry, "is shorter than the list says") }
        guard checksum == entry.checksum else { throw damage(entry, "has another checksum") }
    }

    /// Finds out whether the bytes of all files are those that were packed.
    ///
    /// - Throws: ``ZipError``, `SystemError`; `CancellationError` if the calling task is cancelled.
    @concurrent
    package func verify() async throws {
        for entry in entries.values where !entry.isFolder { try read(entry) { _ in try Task.checkCancellation() } }
    }

    private static let partSize = 1 << 18

    private func copy(_ source: FileSlice, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var place = 0
        while place < source.count {
            let part = try source.read(upTo: Self.partSize, at: place)
            if part.isEmpty { break }
            try part.withUnsafeBytes(body)
            place += part.count
        }
    }

    private func inflate(_ source: FileSlice, _ entry: ZipEntry, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let inflater = try Inflater()
        var place = 0
        while !inflater.isFinished {
            let part = try source.read(upTo: Self.partSize, at: place)
            if part.isEmpty { break }
            guard try inflater.inflate(part, body) else { throw damage(entry, "cannot be unpacked") }
            place += part.count
        }
        guard inflater.isFinished else { throw damage(entry, "is cut off") }
    }

    private func expectReadable(_ entry: ZipEntry) throws {
        let name = entry.name.printable(upTo: 200)
        if entry.isEncrypted { throw ZipError.unsupported(path: path, reason: "\(name) is encrypted") }
        if case .other(let number) = entry.method {
            throw ZipError.unsupported(path: path, reason: "\(name) is compressed by method \(number)")
        }
        if entry.isLink { throw ZipError.unsupported(path: path, reason: "\(name) is a link to elsewhere") }
    }

    private func damage(_ entry: ZipEntry, _ reason: String) -> ZipError {
        .damaged(path: path, reason: "\(entry.name.printable(upTo: 200)) \(reason)")
    }
}
