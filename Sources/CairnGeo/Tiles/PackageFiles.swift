import CairnCore
package import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// The files of a package, wherever they are: in a folder, or in a zip archive that is read in place.
package enum PackageFiles: Sendable {
    case folder(URL)
    case archive(ZipArchive)

    /// A folder, or an archive.
    ///
    /// - Throws: ``ZipError``, `SystemError`.
    package init(url: URL) throws {
        if DurableFile.isFolder(atPath: url.path) {
            self = .folder(url)
        } else {
            self = .archive(try ZipArchive(fileURL: url))
        }
    }

    /// Whether the whole is still there: of what is gone nobody knows what was in it.
    package func expectInPlace() throws(TileCacheError) {
        guard case .folder(let url) = self, !FileManager.default.fileExists(atPath: url.path) else { return }
        throw .notFound(path: url.path)
    }

    package var path: String {
        switch self {
        case .folder(let url): url.path
        case .archive(let archive): archive.path
        }
    }

    /// Whether there is such a file.
    package func has(_ name: String) -> Bool {
        guard ZipEntry.problem(ofName: name) == nil else { return false }
        switch self {
        case .folder(let url):
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: url.appending(path: name).path, isDirectory: &isFolder)
                && !isFolder.boolValue
        case .archive(let archive): return archive.entries[name].map { !$0.isFolder } ?? false
        }
    }

    /// Everything in a file; nil if there is none.
    ///
    /// - Throws: ``ZipError``, as ``ZipError/link(path:name:)``; `SystemError`.
    package func contents(of name: String, limit: Int = 1 << 26) throws -> Data? {
        guard has(name) else { return nil }
        switch self {
        case .folder(let url):
            let file = try Self.file(of: name, in: url)
            guard file.count <= limit else {
                throw ZipError.tooLarge(path: path, name: name, size: file.count, limit: limit)
            }
            return try file.data(count: file.count, at: 0)
        case .archive(let archive): return try archive.contents(of: archive.entry(named: name), limit: limit)
        }
    }

    /// A file to be read in place; nil if there is none.
    ///
    /// - Throws: ``ZipError/unsupported(path:reason:)`` if it is compressed, ``ZipError/link(path:name:)``; `SystemError`.
    package func slice(of name: String) throws -> FileSlice? {
        guard has(name) else { return nil }
        switch self {
        case .folder(let url): return try Self.file(of: name, in: url)
        case .archive(let archive):
            guard let slice = try archive.stored(archive.entry(named: name)) else {
                throw ZipError.unsupported(
                    path: path,
                    reason: "\(name.printable(upTo: 200)) is compressed, and can only be read in place where it is stored")
            }
            return slice
        }
    }

    private static func file(of name: String, in folder: URL) throws -> FileSlice {
        try expectNoLink(name, in: folder)
        return try FileSlice(path: folder.appending(path: name).path, followsLink: false)
    }

    /// A link in a folder that somebody has sent may lead to any file of this machine. The folder itself may be one.
    private static func expectNoLink(_ name: String, in folder: URL) throws(ZipError) {
        var place = folder
        for step in name.steps where !step.isEmpty {
            place.append(path: step)
            var status = stat()
            guard lstat(place.path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { continue }
            throw .link(path: folder.path, name: name.printable(upTo: 200))
        }
    }

    /// The names of all files below a folder of it, in order.
    ///
    /// - Throws: ``ZipError/link(path:name:)`` if one is a link.
    package func names(below folder: String = "") throws -> [String] {
        let prefix = folder.isEmpty ? "" : folder + "/"
        switch self {
        case .folder(let url):
            try Self.expectNoLink(folder, in: url)
            // Of a link nothing would be listed.
            let place = url.resolvingSymlinksInPath().appending(path: folder)
            let names = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String } ?? []
            let paths = names.map { prefix + $0 }
            for path in paths { try Self.expectNoLink(path, in: url) }
            return paths.filter(has).sorted()
        case .archive(let archive):
            return archive.entries.values.filter { !$0.isFolder && $0.name.hasPrefix(prefix) }.map(\.name).sorted()
        }
    }
}
