import CairnCore
import CairnGeo
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// Where files of a package are that need to be files: the package itself, if that is a folder; else what they are unpacked into.
struct PackageWorkingFolder {
    let url: URL
    private let files: PackageFiles

    init(url: URL, files: PackageFiles) { (self.url, self.files) = (url, files) }

    static func url(_ chosen: URL?, for package: URL) -> URL {
        if DurableFile.isFolder(atPath: package.path) { return package }
        return chosen ?? URL(filePath: package.path + ".files")
    }

    /// Whether what is unpacked of an archive is something somebody would pack so small: nothing is written before.
    ///
    /// - Throws: `ZipError`.
    func expectPlausible(_ paths: Set<String>) throws {
        guard case .archive(let archive) = files else { return }
        try archive.expectPlausible(paths.compactMap { archive.entries[$0] })
    }

    /// The file of a path in the package. Of an archive it is unpacked, unless it has been: then it may have been edited since.
    ///
    /// - Throws: ``MobileMapPackageError/damaged(path:reason:)`` if it is not there; `ZipError`, `SystemError`.
    func file(at path: String) throws -> URL {
        guard files.has(path) else {
            throw MobileMapPackageError.damaged(path: files.path, reason: "\(path.printable(upTo: 100)) is missing")
        }
        let file = url.appending(path: path)
        guard case .archive(let archive) = files else { return file }
        let entry = try archive.entry(named: path)
        if try isUnpacked(entry, to: file) { return file }
        try DurableFile.makeFolder(atPath: file.deletingLastPathComponent().path)
        try DurableFile.replace(note(of: file), with: Data(Self.mark(entry).utf8))
        try unpack(entry, of: archive, to: file)
        return file
    }

    /// Puts the file in its place, unless another has done so meanwhile: that one may have been edited by now.
    func unpack(_ entry: ZipEntry, of archive: ZipArchive, to file: URL) throws {
        let new = URL(filePath: file.path + ".new")
        defer { unlink(new.path) }
        try archive.unpack(entry, to: new) { _ in try Task.checkCancellation() }
        if link(new.path, file.path) == 0 {
            try FileDescriptor(file.deletingLastPathComponent().path, O_RDONLY).synchronize()
        } else if !FileManager.default.fileExists(atPath: file.path) {
            // Some disks give a file one name only.
            try DurableFile.rename(new.path, to: file)
        }
    }

    /// Beside what is unpacked, and there before it: of which entry it is.
    private func note(of file: URL) -> URL { URL(filePath: file.path + ".source") }

    private static func mark(_ entry: ZipEntry) -> String { "\(entry.size) \(entry.checksum)\n" }

    /// Whether the file is there. That of another package of the same name, as a newer one, is not touched.
    ///
    /// - Throws: ``MobileMapPackageError/otherFiles(path:folder:)``.
    private func isUnpacked(_ entry: ZipEntry, to file: URL) throws -> Bool {
        guard FileManager.default.fileExists(atPath: file.path) else { return false }
        guard try DurableFile.contents(of: note(of: file)) == Data(Self.mark(entry).utf8) else {
            throw MobileMapPackageError.otherFiles(path: files.path, folder: url.path)
        }
        return true
    }
}
