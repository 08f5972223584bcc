import CairnCore
import CairnGeo
import CairnTasks
public import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

extension MobileMapPackage {
    /// Packs the folder of a package into one file. Tiles are stored as they are, so that they can be read in place; all else is deflated.
    ///
    /// - Parameters:
    ///   - folder: A package.
    ///   - file: Where the archive goes, mostly `NAME.mmpk`, and not into the folder; a file that is there is replaced at the end.
    ///   - progress: Called with the share that is done, 0…1.
    /// - Throws: ``MobileMapPackageError/packed(path:)``, ``MobileMapPackageError/within(path:folder:)``, and what loading the package throws;
    ///   `SystemError`; `CancellationError`.
    @concurrent
    public static func pack(_ folder: URL, to file: URL, progress: @Sendable (Double) -> Void = { _ in }) async throws {
        if isThere(folder), !DurableFile.isFolder(atPath: folder.path) { throw MobileMapPackageError.packed(path: folder.path) }
        if leads(file, into: folder) { throw MobileMapPackageError.within(path: file.path, folder: folder.path) }
        let package = MobileMapPackage(fileURL: folder)
        try await package.load()
        // What edits have left beside a geodatabase is brought home.
        for geodatabase in package.geodatabases {
            try await geodatabase.load()
            try await geodatabase.close()
        }
        try await PackageArchiver().pack(folder, to: file, progress)
    }

    /// Unpacks a package into a folder that is not there yet, or is empty. It stands there only when all of it does.
    ///
    /// One that may not be used any more is not unpacked.
    ///
    /// - Parameters:
    ///   - file: The archive.
    ///   - folder: Where it goes.
    ///   - progress: Called with the share that is done, 0…1.
    /// - Throws: ``MobileMapPackageError``, `ZipError`, `SystemError`; `CancellationError`. The folder is as it was then.
    @concurrent
    public static func unpack(_ file: URL, to folder: URL, progress: @Sendable (Double) -> Void = { _ in }) async throws {
        guard isThere(file) else { throw MobileMapPackageError.notFound(path: file.path) }
        if DurableFile.isFolder(atPath: file.path) { throw MobileMapPackageError.unpacked(path: file.path) }
        guard isFree(folder) else { throw MobileMapPackageError.exists(path: folder.path) }
        do { try await PackageArchiver().unpack(file, to: folder, progress) } catch let error as SystemError
            where [EEXIST, ENOTEMPTY, ENOTDIR].contains(error.code) && isThere(folder)
        {
            // Another has been faster.
            throw MobileMapPackageError.exists(path: folder.path)
        }
    }

    /// Whether nothing is there, or a folder with nothing in it.
    private static func isFree(_ folder: URL) -> Bool {
        guard isThere(folder) else { return true }
        return (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.isEmpty ?? false
    }

    private static func isThere(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    /// Whether a file would lie within a folder, or be it, whatever both are called.
    private static func leads(_ file: URL, into folder: URL) -> Bool {
        guard let own = FileID(folder.path) else { return false }
        var place = file.absoluteURL.standardizedFileURL
        while place.path != "/" {
            if FileID(place.path) == own { return true }
            place = place.deletingLastPathComponent().resolvingSymlinksInPath()
        }
        return false
    }
}

/// Packs and unpacks: disks block, so it has a queue of its own.
private actor PackageArchiver {
    private let executor = QueueExecutor("cairn.package")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// What lies beside files while they are in use, and is in no package.
    private static let temporary = [".source", "-wal", "-shm", "-journal", ".lock", ".partial", ".tmp", ".download"]

    func pack(_ folder: URL, to file: URL, _ progress: @Sendable (Double) -> Void) throws {
        let names = try PackageFiles.folder(folder).names().filter { name in !Self.temporary.contains { name.hasSuffix($0) } }
        let files = names.map { (name: $0, url: folder.appending(path: $0)) }
        let writer = try ZipWriter(url: file)
        let all = try files.reduce(0) { try $0 + FileDescriptor(regular: $1.url.path, O_RDONLY).size() }
        var written = 0
        for file in files {
            try Task.checkCancellation()
            let slice = try FileSlice(path: file.url.path)
            let isTiles = [".tpkx", ".vtpk", ".mbtiles"].contains { file.name.lowercased().hasSuffix($0) }
            try writer.add(contentsOf: slice, named: file.name, deflated: !isTiles)
            written += slice.count
            progress(Double(written) / Double(max(1, all)))
        }
        try writer.finish()
    }

    func unpack(_ file: URL, to folder: URL, _ progress: @Sendable (Double) -> Void) throws {
        let archive: ZipArchive
        do { archive = try ZipArchive(fileURL: file) } catch ZipError.notAnArchive {
            throw MobileMapPackageError.notAPackage(path: file.path)
        }
        let manifest = try PackageContents.manifest(.archive(archive))
        try manifest.expiration.map(PackageExpiration.init)?.expectUsable(file, at: Date())
        try archive.unpack(to: folder) { written, all in
            try Task.checkCancellation()
            progress(Double(written) / Double(max(1, all)))
        }
    }
}
