import CairnCore
import CairnGeo
import CairnTasks

/// What a service of tiles says of itself.
struct TileServiceMetadata {
    private let name: String
    private let tiles: PublishedTiles
    private let info: TileCacheInfo

    /// - Parameter name: The service's, with its folder.
    init(_ name: String, _ tiles: PublishedTiles, _ info: TileCacheInfo) {
        self.name = name.split(separator: "/").last.map(String.init) ?? name
        (self.tiles, self.info) = (tiles, info)
    }

    var json: JSONValue {
        switch tiles.form {
        case .map: .object(common.merging(map) { $1 })
        case .imagery: .object(common.merging(imagery) { $1 })
        case .vectors: .object(common.merging(vectors) { $1 })
        }
    }

    private var description: String { tiles.description.isEmpty ? info.description : tiles.description }
    private var title: String { info.name.isEmpty ? name : info.name }
    private var isInDegrees: Bool { info.tileInfo.spatialReference.isWGS84 }

    private var common: [String: JSONValue] {
        let reference = info.tileInfo.spatialReference
        let scales = info.levels.map { [$0.lowerBound, $0.upperBound].map { info.tileInfo.levelOfDetail($0)?.scale ?? 0 } }
        var members: [String: JSONValue] = [
            "currentVersion": .number(ServicesDirectory.version), "serviceDescription": .string(description),
            "description": .string(description), "copyrightText": .string(info.attribution),
            "spatialReference": reference.esriJSON, "tileInfo": info.tileInfo.esriJSON,
            "minScale": .number(scales?[0] ?? 0), "maxScale": .number(scales?[1] ?? 0),
            "exportTilesAllowed": .bool(tiles.allowsExport), "maxExportTilesCount": .integer(tiles.maxExportTilesCount),
            "fullExtent": Envelope.json(TileExportPlan.everything(info), in: reference),
            "initialExtent": Envelope.json(info.initialExtent ?? TileExportPlan.everything(info), in: reference),
        ]
        if let levels = info.levels {
            (members["minLOD"], members["maxLOD"]) = (.integer(levels.lowerBound), .integer(levels.upperBound))
        }
        return members
    }

    private var images: [String: JSONValue] {
        [
            "singleFusedMapCache": true, "exportTileCacheCompactV2Allowed": .bool(tiles.allowsExport), "resampling": false,
            "units": .string(isInDegrees ? "esriDecimalDegrees" : "esriMeters"), "tileServers": [],
            "storageInfo": ["storageFormat": "esriMapCacheStorageModeCompactV2", "packetSize": 128],
            "maxImageHeight": 4096, "maxImageWidth": 4096,
        ]
    }

    private var map: [String: JSONValue] {
        images.merging([
            "mapName": .string(title), "supportsDynamicLayers": false, "tables": [], "documentInfo": ["Title": .string(title)],
            "supportedImageFormatTypes": "PNG32,PNG24,PNG,JPG", "capabilities": .string(capabilities("Map")),
            "layers": [
                [
                    "id": 0, "name": .string(title), "parentLayerId": -1, "defaultVisibility": true, "subLayerIds": .null,
                    "minScale": 0, "maxScale": 0,
                ]
            ],
        ]) { $1 }
    }

    private var imagery: [String: JSONValue] {
        let finest = info.levels.flatMap { info.tileInfo.levelOfDetail($0.upperBound)?.resolution } ?? 0
        return images.merging([
            "name": .string(title), "extent": Envelope.json(info.fullExtent, in: info.tileInfo.spatialReference),
            "pixelSizeX": .number(finest), "pixelSizeY": .number(finest), "bandCount": 3, "pixelType": "U8",
            "serviceDataType": "esriImageServiceDataTypeRGB", "cacheType": "Map",
            "capabilities": .string(capabilities("Image")),
        ]) { $1 }
    }

    private func capabilities(_ first: String) -> String {
        "\(first),Tilemap,TilesOnly" + (tiles.allowsExport ? ",ExportTiles" : "")
    }

    private var vectors: [String: JSONValue] {
        [
            "name": .string(title), "capabilities": .string("TilesOnly" + (tiles.allowsExport ? ",ExportTiles" : "")),
            "type": "indexedVector", "defaultStyles": "resources/styles", "tiles": ["tile/{z}/{y}/{x}.pbf"],
            "resourceInfo": [
                "styleVersion": 8, "tileCompression": "gzip",
                "cacheInfo": ["storageInfo": ["packetSize": 128, "storageFormat": "compactV2"]],
            ],
        ]
    }
}
