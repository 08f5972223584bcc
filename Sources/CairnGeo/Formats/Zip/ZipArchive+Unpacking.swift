import CairnCore
package import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

extension ZipArchive {
    /// Unpacks everything into a folder that is not there yet. It stands there only when all of it does.
    ///
    /// - Parameters:
    ///   - folder: Where it goes.
    ///   - progress: Told after each part how many of all bytes are written.
    /// - Throws: ``ZipError``, `SystemError`; what `progress` throws, such as `CancellationError`. What was written is removed then.
    package func unpack(to folder: URL, progress: (_ written: Int, _ all: Int) throws -> Void = { _, _ in }) throws {
        let files = entries.values.sorted { $0.place < $1.place }
        try expectPlausible(files)
        let partial = URL(filePath: folder.path + ".partial-\(UUID().uuidString)")
        do {
            guard mkdir(partial.path, 0o755) == 0 else { throw SystemError("make", partial.path) }
            let all = files.reduce(0) { $0 + $1.size }
            var written = 0
            for entry in files {
                try write(entry, in: partial) { count in
                    written += count
                    try progress(written, all)
                }
            }
            guard rename(partial.path, folder.path) == 0 else { throw SystemError("rename to", folder.path) }
        } catch {
            try? FileManager.default.removeItem(at: partial)
            throw error
        }
    }

    /// Unpacks one file, durably, to a place where there is none, or is one to be replaced.
    package func unpack(_ entry: ZipEntry, to url: URL, progress: (_ written: Int) throws -> Void = { _ in }) throws {
        try expectPlausible(entry)
        DurableFile.removeLeftovers(of: url)
        let sibling = try TemporarySibling(of: url.path)
        do {
            try read(entry) { bytes in
                try sibling.file.write(bytes)
                try progress(bytes.count)
            }
            try sibling.file.synchronize()
            try DurableFile.rename(sibling.file.path, to: url)
        } catch {
            sibling.discard()
            throw error
        }
    }

    /// Whether that is something somebody would pack so small: each, and all of them together, which are one bomb in parts.
    ///
    /// - Throws: ``ZipError``.
    package func expectPlausible(_ entries: [ZipEntry]) throws {
        for entry in entries { try expectPlausible(entry) }
        let size = entries.reduce(0) { sum, entry in sum > .max - entry.size ? .max : sum + entry.size }
        guard !ZipEntry.isBomb(size: size, packed: file.count) else {
            throw ZipError.bombInParts(path: path, size: size, archiveSize: file.count)
        }
    }

    private func expectPlausible(_ entry: ZipEntry) throws {
        guard entry.isBomb else { return }
        throw ZipError.bomb(
            path: path, name: entry.name.printable(upTo: 200), size: entry.size, compressedSize: entry.compressedSize)
    }

    private func write(_ entry: ZipEntry, in folder: URL, _ progress: (Int) throws -> Void) throws {
        let url = folder.appending(path: entry.name)
        let parent = entry.isFolder ? url : url.deletingLastPathComponent()
        try DurableFile.makeFolder(atPath: parent.path)
        if entry.isFolder { return }
        // Two names may be one on a disk that takes small letters for capitals.
        let file = try FileDescriptor(url.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        try read(entry) { bytes in
            try file.write(bytes)
            try progress(bytes.count)
        }
        try file.synchronize()
    }
}
