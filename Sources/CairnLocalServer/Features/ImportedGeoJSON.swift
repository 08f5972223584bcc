import CairnCore
import CairnGeo
import Foundation

/// The features of a GeoJSON file, in a geodatabase that goes when nobody needs it any more.
final class ImportedGeoJSON: Loadable {
    let loader = Loader()
    private let file: URL
    private let folder: URL
    /// For reading; of use once this is loaded.
    let geodatabase: Geodatabase

    init(_ file: URL) {
        self.file = file
        folder = FileManager.default.temporaryDirectory.appending(path: "cairn-geojson-\(UUID().uuidString)")
        geodatabase = Geodatabase(fileURL: folder.appending(path: "features.gpkg"), isReadOnly: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @concurrent
    func performLoad() async throws {
        // What an attempt before has left is of no use.
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let made = try await Geodatabase.create(at: geodatabase.url)
        try await made.importGeoJSON(file, as: file.deletingPathExtension().lastPathComponent)
        try await made.close()
        try await geodatabase.load()
    }

    /// Closes and removes the geodatabase.
    func discard() async {
        // It is for reading, and leaves nothing to be brought home.
        try? await geodatabase.close()
        try? FileManager.default.removeItem(at: folder)
    }
}
