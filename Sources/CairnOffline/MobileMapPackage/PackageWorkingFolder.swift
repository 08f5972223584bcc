import CairnCore
import CairnGeo
import Foundation

/// Where files of a package are that need to be files: the package itself, if that is a folder; else what they are unpacked into.
struct PackageWorkingFolder {
    let url: URL
    private let files: PackageFiles

    init(url: URL, files: PackageFiles) { (self.url, self.files) = (url, files) }

    static func url(_ chosen: URL?, for package: URL) -> URL {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: package.path, isDirectory: &isFolder), isFolder.boolValue { return package }
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
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try archive.unpack(entry, to: file) { _ in try Task.checkCancellation() }
        try DurableFile.replace(note(of: file), with: Data(Self.mark(entry).utf8))
        return file
    }

    /// Beside what is unpacked: of which entry it is.
    private func note(of file: URL) -> URL { URL(filePath: file.path + ".source") }

    private static func mark(_ entry: ZipEntry) -> String { "\(entry.size) \(entry.checksum)\n" }

    /// Whether the file is there. That of another package of the same name, as a newer one, is not touched.
    ///
    /// - Throws: ``MobileMapPackageError/otherFiles(path:folder:)``.
    private func isUnpacked(_ entry: ZipEntry, to file: URL) throws -> Bool {
        guard FileManager.default.fileExists(atPath: file.path) else { return false }
        // Without a note it has been unpacked, and the process has died before it could say so; nobody has edited it.
        guard let note = try DurableFile.contents(of: note(of: file)) else { return false }
        guard note == Data(Self.mark(entry).utf8) else {
            throw MobileMapPackageError.otherFiles(path: files.path, folder: url.path)
        }
        return true
    }
}
