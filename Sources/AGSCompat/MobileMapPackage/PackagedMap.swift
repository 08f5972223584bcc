import CairnCallbacks
import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import Foundation
import Synchronization

/// A map of a package: loaded when the geodatabases of its layers are.
final class PackagedMap: Loadable {
    let loader = Loader()
    let package: MobileMapPackage
    let map: Map
    private let geodatabases: PackageGeodatabases
    private let opened = Mutex<[MapLayer: GeodatabaseFeatureTable]?>(nil)

    init(_ map: Map, of package: MobileMapPackage, _ geodatabases: PackageGeodatabases) {
        (self.map, self.package, self.geodatabases) = (map, package, geodatabases)
    }

    /// Whether the layers can be made.
    var isOpen: Bool { opened.withLock { $0 != nil } }

    @concurrent func performLoad() async throws {
        try await package.load()
        var tables: [MapLayer: GeodatabaseFeatureTable] = [:]
        let webMap = map.webMap ?? WebMap()
        for layer in webMap.allOperationalLayers + webMap.tables + (webMap.basemap?.layers ?? []) {
            tables[layer] = try await package.featureTable(of: layer)
        }
        let found = tables
        opened.withLock { $0 = found }
    }

    func table(of layer: MapLayer) -> AGSGeodatabaseFeatureTable? {
        guard let table = opened.withLock({ $0?[layer] }) else { return nil }
        return geodatabases.geodatabase(table.geodatabase).geodatabaseFeatureTable(withName: table.info.name)
    }

    func tileCache(of layer: MapLayer) -> AGSTileCache? {
        do { return try package.tileCache(of: layer).map(AGSTileCache.init) } catch {
            return file(of: layer).map { AGSTileCache(closed(TileCache(fileURL: $0))) }
        }
    }

    func vectorTileCache(of layer: MapLayer) -> AGSVectorTileCache? {
        do { return try package.vectorTileCache(of: layer).map(AGSVectorTileCache.init) } catch {
            return file(of: layer).map { AGSVectorTileCache(closed(VectorTileCache(fileURL: $0))) }
        }
    }

    /// Where a layer's tiles are, if that is in the package.
    private func file(of layer: MapLayer) -> URL? {
        layer.url.flatMap { $0.scheme == nil ? package.fileURL.appending(path: $0.relativeString) : nil }
    }

    /// Tiles that refuse to be read, and say why: the package was closed.
    private func closed<Tiles: PackagedTiles>(_ tiles: Tiles) -> Tiles {
        tiles.close()
        return tiles
    }

    /// What styles a layer of vector tiles, if it is in the folder of the package.
    func styles(of layer: MapLayer) -> AGSItemResourceCache? {
        guard let style = map.styleURL(of: layer), style.isFileURL, style.path.hasSuffix(Self.style) else { return nil }
        return AGSItemResourceCache(fileURL: URL(filePath: String(style.path.dropLast(Self.style.count))))
    }

    private static let style = "/styles/root.json"
}
