import CairnCore
import CairnGeo
import Foundation
import Synchronization

/// The features of a GeoJSON file, brought into a geodatabase once.
final class ImportedGeoJSON: Loadable {
    let loader = Loader()
    private let file: URL
    private let imported = Mutex<Geodatabase?>(nil)

    init(_ file: URL) {
        self.file = file
    }

    /// None before it is loaded.
    var tables: [GeodatabaseFeatureTable] { imported.withLock(\.self)?.tables ?? [] }

    @concurrent
    func performLoad() async throws {
        let geodatabase = try await Geodatabase.imported(fromGeoJSON: file)
        imported.withLock { $0 = geodatabase }
    }

    /// Lets go of the geodatabase, which goes with the last request that is under way: there are no tables then.
    func discard() async {
        let geodatabase = imported.withLock { $0.take() }
        // It is for reading, and leaves nothing to be brought home.
        try? await geodatabase?.close()
    }
}
