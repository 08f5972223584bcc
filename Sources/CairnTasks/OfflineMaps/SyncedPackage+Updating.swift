import CairnCore
import CairnGeo
import Foundation

extension SyncedPackage {
    private static let ending = ".update"

    /// Where an update waits until it is known to be one.
    func waitingPlace(of update: Update) -> URL { folder.appending(path: update.path + Self.ending) }

    /// Puts an update in the place of what was there.
    ///
    /// - Throws: ``OfflineMapError/unusableUpdate(item:reason:)``: what was there stays.
    func put(_ update: Update) async throws {
        let (new, file) = (waitingPlace(of: update), folder.appending(path: update.path))
        do { try await Self.expectPackage(new) } catch let error where !(error is CancellationError) {
            _ = try? DurableFile.removeUnused(atPath: new.path)
            throw OfflineMapError.unusableUpdate(item: update.itemID, reason: error.words)
        }
        try await expectReplaceable(file, by: update)
        try DurableFile.rename(new.path, to: file)
    }

    /// Edits that were not sent are nowhere else.
    private func expectReplaceable(_ file: URL, by update: Update) async throws {
        guard file.pathExtension.lowercased() == "gpkg", FileManager.default.fileExists(atPath: file.path) else { return }
        let geodatabase = Geodatabase(fileURL: file)
        try await geodatabase.load()
        let hasEdits = try await geodatabase.hasLocalEdits
        try await geodatabase.close()
        // SQLite removes its log when the last one closes the file.
        let isOpen = FileManager.default.fileExists(atPath: file.path + "-wal")
        guard hasEdits || isOpen else { return }
        throw OfflineMapError.unusableUpdate(
            item: update.itemID,
            reason: hasEdits
                ? "\(update.path) has edits that were not sent." : "\(update.path) is open, and may be edited: close the package."
        )
    }

    private static func expectPackage(_ file: URL) async throws {
        switch file.deletingPathExtension().pathExtension.lowercased() {
        case "gpkg":
            let geodatabase = Geodatabase(fileURL: file, isReadOnly: true)
            try await geodatabase.load()
            try await geodatabase.close()
        case "vtpk":
            try await ZipArchive(fileURL: file).verify()
            try await VectorTileCache(fileURL: file).load()
        default:
            try await ZipArchive(fileURL: file).verify()
            try await TileCache(fileURL: file).load()
        }
    }

    /// Removes updates that are in the place of nothing, and come to no other job.
    func removeWaiting() {
        let packages = (try? manifest().preplanned?.packages.values.map(\.path)) ?? []
        for path in packages where ZipEntry.problem(ofName: path) == nil {
            _ = try? DurableFile.removeUnused(atPath: folder.appending(path: path + Self.ending).path)
        }
    }
}
