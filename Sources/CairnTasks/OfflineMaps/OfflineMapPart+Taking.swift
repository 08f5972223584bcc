import CairnCore
import CairnGeo
import Foundation

extension OfflineMapPart {
    /// Has the part come, as a child of a job.
    ///
    /// - Parameters:
    ///   - folder: Where the package grows.
    ///   - weight: Its share of the progress.
    ///   - portal: The portal that the map is of.
    func take<Parent: JobWork>(
        in context: JobContext<Parent>, to folder: URL, _ weight: Double, portal: URL?
    ) async throws where Parent.Services == ServiceAccess {
        let (file, services) = (folder.appending(path: path), context.services)
        switch work {
        case .geodatabase(let parameters):
            var work = GenerateGeodatabaseWork(service: service, parameters: parameters, output: file)
            work.replicaName = replicaName
            _ = try await context.child(work, named: name, weight: weight, services: services)
        case .tiles(let parameters):
            let work = ExportTileCacheWork(service: service, parameters: parameters, output: file)
            _ = try await context.child(work, named: name, weight: weight, services: services)
        case .vectorTiles(let parameters):
            let work = ExportVectorTilesWork(
                service: service, parameters: parameters, output: file, itemResourceCache: folder.appending(path: stylePath))
            _ = try await context.child(work, named: name, weight: weight, services: services)
        case .item(let id, _):
            guard let portal else { throw OfflineMapError.noService(layer: layers.first?.title ?? name) }
            let work = PackageItemWork(portal: try ServiceURL(portal), itemID: id, output: file)
            _ = try await context.child(work, named: name, weight: weight, services: services)
            try await expectPackage(file)
        }
    }

    /// Finds out whether what a portal keeps is what it says.
    private func expectPackage(_ file: URL) async throws {
        switch kind {
        case .features:
            let geodatabase = Geodatabase(fileURL: file, isReadOnly: true)
            try await geodatabase.load()
            try await geodatabase.close()
        case .images: try await TileCache(fileURL: file).load()
        case .vectors: try await VectorTileCache(fileURL: file).load()
        }
    }
}
