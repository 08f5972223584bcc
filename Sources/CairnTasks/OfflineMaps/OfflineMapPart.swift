import CairnCore
import CairnGeo
import Foundation

/// A part of an offline map: what comes from one service, in one file.
struct OfflineMapPart: Sendable, Hashable, Codable {
    /// How it comes.
    enum Work: Sendable, Hashable, Codable {
        case geodatabase(GenerateGeodatabaseParameters)
        case tiles(ExportTileCacheParameters)
        case vectorTiles(ExportVectorTilesParameters)
        /// As a package of the portal that the map is of.
        case item(id: String, kind: OfflineLayerSource.Kind)
    }

    /// The name of the child that does it, and of its file without what it ends in.
    let name: String
    let service: ServiceURL
    let work: Work
    /// What the service knows its copy of features by; chosen once, so that the copy is found again.
    let replicaName: String
    /// The layers and tables that it is for, by their ids in the map, with what people are told that they are called.
    var layers: [Layer]

    struct Layer: Sendable, Hashable, Codable {
        let id: String
        let title: String
        let isTable: Bool
        /// What tells it from others of the map.
        let key: String
        /// The number of the layer in its service.
        let number: Int?
    }

    var kind: OfflineLayerSource.Kind {
        switch work {
        case .geodatabase: .features
        case .tiles: .images
        case .vectorTiles: .vectors
        case .item(_, let kind): kind
        }
    }

    /// Where its file is in the package.
    var path: String {
        switch kind {
        case .features: "data/\(name).gpkg"
        case .images: "tiles/\(name).tpkx"
        case .vectors: "tiles/\(name).vtpk"
        }
    }

    /// Whether the style of vector tiles is beside them; else it is with them.
    var hasStyle: Bool {
        if case .vectorTiles = work { true } else { false }
    }

    /// Where the style of vector tiles is in the package.
    var stylePath: String { "tiles/\(name)" }
}

extension OfflineMapPart {
    /// How a part has ended.
    struct Ending: Sendable, Hashable, Codable {
        /// Why it is not there; nil if it is.
        var reason: String?
    }
}
