import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import Foundation
import Testing

extension OfflineTown {
    /// What a map has of features and tiles; and that nothing is left of the work.
    static func contents(_ folder: URL) async throws -> [String] {
        #expect(!FileManager.default.fileExists(atPath: folder.path + ".partial"))
        let package = MobileMapPackage(fileURL: folder)
        try await package.load()
        var contents: [String] = []
        for layer in package.maps[0].operationalLayers + (package.maps[0].basemap?.layers ?? []) {
            if let table = try await package.featureTable(of: layer) {
                var parameters = QueryParameters()
                parameters.orderByFields = [OrderBy.Key("NAME")]
                for try await feature in try await table.queryFeatures(using: parameters) {
                    contents.append("\(layer.title) \(feature.attributes["NAME"]?.text ?? "")")
                }
            } else if let cache = try package.tileCache(of: layer) {
                try await cache.load()
                for key in try await cache.allKeys().sorted() {
                    contents.append("\(layer.title) \(key) \(try await cache.tile(at: key)?.count ?? 0)")
                }
            } else if let cache = try package.vectorTileCache(of: layer) {
                try await cache.load()
                contents.append("\(layer.title) \(try await cache.tile(at: TileKey(level: 0, row: 0, column: 0))?.count ?? 0)")
            }
        }
        try await package.close()
        return contents
    }
}
