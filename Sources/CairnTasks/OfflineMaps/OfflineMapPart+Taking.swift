import CairnCore
import CairnGeo
import Foundation

extension OfflineMapPart {
    /// Has the part come, as a child of a job.
    ///
    /// - Parameters:
    ///   - folder: Where the package goes.
    ///   - weight: Its share of the progress.
    ///   - portal: The portal that the map is of.
    func take<Parent: JobWork>(
        in context: JobContext<Parent>, to folder: OfflineFolder, _ weight: Double, portal: URL?
    ) async throws where Parent.Services == ServiceAccess {
        let (file, services) = (folder.partial.appending(path: path), context.services)
        switch work {
        case .geodatabase(let parameters):
            let work = geodatabase(parameters, folder)
            _ = try await context.child(work, named: name, weight: weight, services: services)
        case .tiles(let parameters):
            let work = ExportTileCacheWork(service: service, parameters: parameters, output: file)
            _ = try await context.child(work, named: name, weight: weight, services: services)
        case .vectorTiles(let parameters):
            let work = ExportVectorTilesWork(
                service: service, parameters: parameters, output: file,
                itemResourceCache: folder.partial.appending(path: stylePath))
            _ = try await context.child(work, named: name, weight: weight, services: services)
        case .item(let id, _):
            guard let portal else { throw OfflineMapError.noService(layer: layers.first?.title ?? name) }
            let work = PackageItemWork(portal: try ServiceURL(portal), itemID: id, output: file)
            _ = try await context.child(work, named: name, weight: weight, services: services)
        }
        do { try await expectContents(of: file) } catch {
            // What a portal keeps and is of no use here is fetched anew, when this is tried again.
            if case .item = work { _ = try? DurableFile.removeUnused(atPath: file.path) }
            throw error
        }
    }

    /// Whether what it consists of is where it comes to.
    func isThere(in folder: OfflineFolder) -> Bool {
        let paths = hasStyle ? [path, "\(stylePath)/\(ItemResourceCache.stylePath)"] : [path]
        return paths.allSatisfy { DurableFile.isThere(atPath: folder.partial.appending(path: $0).path) }
    }

    private func geodatabase(_ parameters: GenerateGeodatabaseParameters, _ folder: OfflineFolder) -> GenerateGeodatabaseWork {
        var work = GenerateGeodatabaseWork(service: service, parameters: parameters, output: folder.partial.appending(path: path))
        (work.replicaName, work.lastPlace) = (replicaName, folder.url.appending(path: path))
        return work
    }

    /// Leaves nothing of a part that is not there: neither files nor a copy that its service knows.
    func discard(from folder: OfflineFolder, _ services: ServiceAccess) async {
        if case .geodatabase(let parameters) = work {
            await geodatabase(parameters, folder).discardPartialResults(of: folder.job, services: services)
            // One that has come, and lacks a layer.
            await folder.forget(folder.partial.appending(path: path), services)
        }
        folder.remove(path, stylePath)
    }

    /// Has its service forget copies of it.
    func forgetCopies(_ services: ServiceAccess) async {
        guard case .geodatabase = work else { return }
        try? await ReplicaService(services.client(service)).unregister(named: replicaName)
    }

    /// Finds out whether a file is what it should be, and has a table for each layer.
    private func expectContents(of file: URL) async throws {
        // What a service has made has been looked through when it came.
        if case .item = work, kind != .features { try await ZipArchive(fileURL: file).verify() }
        switch kind {
        case .features:
            let tables = try await tables(in: file)
            for layer in layers where layer.number.map({ tables[$0] == nil }) ?? true {
                let reason = "What has come has no table of it."
                throw OfflineMapError.service(layer: layer.title, reason: reason)
            }
        case .images: try await TileCache(fileURL: file).load()
        case .vectors: try await VectorTileCache(fileURL: file).load()
        }
    }

    /// The tables of features in a file, by the numbers of the layers that they are of.
    func tables(in file: URL) async throws -> [Int: String] {
        let geodatabase = Geodatabase(fileURL: file, isReadOnly: true)
        try await geodatabase.load()
        let tables = geodatabase.tables.map(\.info)
        try await geodatabase.close()
        let known = tables.compactMap { table in table.layerJSON?["id"]?.int.map { ($0, table.name) } }
        // Other software writes no numbers: one table is of the one layer.
        let numbers = Set(layers.compactMap(\.number))
        if known.isEmpty, let table = tables.first, tables.count == 1, let number = numbers.first, numbers.count == 1 {
            return [number: table.name]
        }
        return Dictionary(known) { first, _ in first }
    }
}
