import CairnCore
import CairnGeo
@testable import CairnOffline
import CairnTasks
import CairnTesting
import Foundation

/// A package with a map of one geodatabase and one file of tiles, in a folder.
final class PackagedTown {
    let place = FileManager.default.temporaryDirectory.appending(path: "cairn-package-\(UUID())")
    var folder: URL { place.appending(path: "town") }
    var archive: URL { place.appending(path: "town.mmpk") }
    static let key = TileKey(level: 3, row: 2, column: 1)

    init(expiration: MobileMapPackageManifest.Expiration? = nil) async throws {
        for name in ["data", "tiles"] {
            try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
        }
        try await writeTrees()
        let writer = try TileCacheWriter(
            to: folder.appending(path: "tiles/ground.tpkx"),
            info: TileCacheInfo(name: "Ground", tileInfo: .webMercator(levels: 0...5)))
        try writer.add(Data("a tile".utf8), at: Self.key)
        try writer.finish()
        try map.json.data().write(to: folder.appending(path: "map.json"))
        var manifest = MobileMapPackageManifest(
            OfflineMapItemInfo(title: "Town", snippet: "A small one", tags: ["trees"]), maps: ["map.json"], created: 1)
        manifest.expiration = expiration
        try manifest.write(to: folder)
    }

    deinit { try? FileManager.default.removeItem(at: place) }

    private func writeTrees() async throws {
        let geodatabase = try await Geodatabase.create(at: folder.appending(path: "data/trees.gpkg"))
        let definition = FeatureTableDefinition("Trees", fields: [Field("NAME")], geometryType: .point, spatialReference: .wgs84)
        try await geodatabase.transaction { editor in
            try editor.createTable(definition)
            try editor.add([Self.tree("oak"), Self.tree("ash")], to: "Trees")
        }
        try await geodatabase.close()
    }

    static func tree(_ name: String) -> Feature {
        Feature(attributes: ["NAME": .string(name)], geometry: .point(MapPoint(x: 1, y: 2, spatialReference: .wgs84)))
    }

    private var map: WebMap {
        var map = WebMap()
        map.basemap = Basemap(
            title: "Base", layers: [MapLayer(.tiled, id: "g", title: "Ground", url: URL(string: "tiles/ground.tpkx"))])
        let trees: JSONValue = [
            "id": "t", "layerType": "ArcGISFeatureLayer", "title": "Trees", "url": "data/trees.gpkg",
            "offline": ["serviceURL": "https://example.com/rest/services/Trees/FeatureServer", "layerID": 0, "table": "Trees"],
        ]
        map.operationalLayers = [MapLayer(json: trees)]
        return map
    }

    /// The names of the trees.
    static func trees(_ package: MobileMapPackage) async throws -> Set<String> {
        guard let layer = package.maps.first?.operationalLayers.first, let table = try await package.featureTable(of: layer)
        else { return [] }
        var names: Set<String> = []
        for try await feature in try await table.queryFeatures(using: QueryParameters()) {
            names.insert(feature.attributes["NAME"]?.string ?? "")
        }
        return names
    }

    static func add(_ name: String, to package: MobileMapPackage) async throws {
        guard let layer = package.maps.first?.operationalLayers.first else { return }
        _ = try await package.featureTable(of: layer)?.applyEdits(FeatureEdits(adds: [tree(name)]))
    }

    static func tile(_ package: MobileMapPackage) async throws -> Data? {
        guard let layer = package.maps.first?.basemap?.layers.first, let cache = try package.tileCache(of: layer) else {
            return nil
        }
        try await cache.load()
        return try await cache.tile(at: key)
    }

    func names(of folder: URL) -> Set<String> {
        Set(FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
    }
}
