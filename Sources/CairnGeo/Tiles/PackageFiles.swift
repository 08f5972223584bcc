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
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue {
            self = .folder(url)
        } else {
            self = .archive(try ZipArchive(fileURL: url))
        }
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
    /// - Throws: ``ZipError``, `SystemError`.
    package func contents(of name: String, limit: Int = 1 << 26) throws -> Data? {
        guard has(name) else { return nil }
        switch self {
        case .folder(let url):
            let file = try FileSlice(path: url.appending(path: name).path)
            guard file.count <= limit else {
                throw ZipError.tooLarge(path: path, name: name, size: file.count, limit: limit)
            }
            return try file.data(count: file.count, at: 0)
        case .archive(let archive): return try archive.contents(of: archive.entry(named: name), limit: limit)
        }
    }

    /// A file to be read in place; nil if there is none.
    ///
    /// - Throws: ``ZipError/unsupported(path:reason:)`` if it is compressed; `SystemError`.
    package func slice(of name: String) throws -> FileSlice? {
        guard has(name) else { return nil }
        switch self {
        case .folder(let url): return try FileSlice(path: url.appending(path: name).path)
        case .archive(let archive):
            guard let slice = try archive.stored(archive.entry(named: name)) else {
                throw ZipError.unsupported(
                    path: path,
                    reason: "\(name.printable(upTo: 200)) is compressed, and can only be read in place where it is stored")
            }
            return slice
        }
    }

    /// The names of all files below a folder of it, in order.
    package func names(below folder: String = "") throws -> [String] {
        let prefix = folder.isEmpty ? "" : folder + "/"
        switch self {
        case .folder(let url):
            let place = folder.isEmpty ? url : url.appending(path: folder)
            let names = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String } ?? []
            return names.map { prefix + $0 }.filter(has).sorted()
        case .archive(let archive):
            return archive.entries.values.filter { !$0.isFolder && $0.name.hasPrefix(prefix) }.map(\.name).sorted()
        }
    }
}
