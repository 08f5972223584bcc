public import CairnCore

/// What a file of tiles says of itself.
public struct TileCacheInfo: Sendable, Hashable {
    /// Its name, for people.
    public var name: String
    /// What it shows, and whose it is; empty if it does not say.
    public var description: String
    /// Whose work it is, to be shown with the tiles; empty if it does not say.
    public var attribution: String
    /// How the place is divided into tiles, with all levels of the scheme.
    public var tileInfo: TileInfo
    /// The numbers of the levels of which there are tiles; nil if there are none.
    public var levels: ClosedRange<Int>?
    /// What is shown.
    public var fullExtent: Envelope?
    /// What is shown first.
    public var initialExtent: Envelope?
    /// The quality with which images were compressed, 0…100; 0 if they were not.
    public var compressionQuality: Double

    /// What a file of tiles is to say of itself.
    public init(
        name: String, tileInfo: TileInfo, levels: ClosedRange<Int>? = nil, fullExtent: Envelope? = nil,
        initialExtent: Envelope? = nil, description: String = "", attribution: String = "", compressionQuality: Double = 0
    ) {
        (self.name, self.description, self.attribution) = (name, description, attribution)
        (self.tileInfo, self.levels) = (tileInfo, levels)
        (self.fullExtent, self.initialExtent) = (fullExtent, initialExtent)
        self.compressionQuality = compressionQuality
    }
}

extension TileCacheInfo {
    /// Reads the `root.json` of a package, or what a tiled service says of itself.
    ///
    /// - Throws: ``TileCacheError/malformed(_:)``.
    public init(esriJSON json: JSONValue) throws {
        let reference = try TileInfo.reference(json)
        guard let scheme = json["tileInfo"] else { throw TileCacheError.malformed("it has no tileInfo") }
        var tileInfo = try TileInfo(esriJSON: scheme, spatialReference: reference)
        let image = json["tileImageInfo"]
        if let format = image?["format"]?.string ?? scheme["format"]?.string {
            tileInfo.format = TileImageFormat(rawValue: format)
        }
        self.init(
            name: json["name"]?.string ?? json["mapName"]?.string ?? "", tileInfo: tileInfo,
            levels: Self.levels(json, tileInfo), fullExtent: Self.extent(json["fullExtent"], reference),
            initialExtent: Self.extent(json["initialExtent"], reference),
            description: json["serviceDescription"]?.string ?? json["description"]?.string ?? "",
            attribution: json["copyrightText"]?.string ?? "",
            compressionQuality: (image?["compressionQuality"] ?? image?["compression"] ?? scheme["compressionQuality"])?
                .lenientDouble ?? 0)
    }

    private static func levels(_ json: JSONValue, _ tileInfo: TileInfo) -> ClosedRange<Int>? {
        let all = tileInfo.levelsOfDetail.map(\.level)
        let (least, most) = (
            json["minLOD"]?.lenientDouble.flatMap(Int.init(exactly:)), json["maxLOD"]?.lenientDouble.flatMap(Int.init(exactly:))
        )
        guard let low = least ?? all.min(), let high = most ?? all.max(), low <= high else { return nil }
        return low...high
    }

    private static func extent(_ json: JSONValue?, _ reference: SpatialReference?) -> Envelope? {
        guard let json, case .envelope(let extent)? = try? Geometry(esriJSON: json, spatialReference: reference), !extent.isEmpty,
            extent.xMin <= extent.xMax, extent.yMin <= extent.yMax
        else { return nil }
        return extent
    }

    /// The `root.json` of a package of Compact Cache V2.
    public var esriJSON: JSONValue {
        var members: [String: JSONValue] = [
            "name": .string(name), "version": 1.0, "serviceDescription": .string(description), "tileBundlesPath": "./tile",
            "spatialReference": tileInfo.spatialReference.esriJSON,
            "units": .string(tileInfo.spatialReference.isInDegrees ? "esriDecimalDegrees" : "esriMeters"),
            "resampling": false, "exportTilesAllowed": false, "layers": [],
            "storageInfo": ["storageFormat": "esriMapCacheStorageModeCompactV2", "packetSize": .integer(TileBundleFormat.side)],
            "tileImageInfo": [
                "format": .string(tileInfo.format.rawValue), "compressionQuality": .number(compressionQuality), "bandCount": 1,
                "lercError": 0,
            ],
            "tileInfo": tileInfo.esriJSON,
        ]
        if !attribution.isEmpty { members["copyrightText"] = .string(attribution) }
        if let levels {
            members["minLOD"] = .integer(levels.lowerBound)
            members["maxLOD"] = .integer(levels.upperBound)
            members["minScale"] = tileInfo.levelOfDetail(levels.lowerBound).map { .number($0.scale) }
            members["maxScale"] = tileInfo.levelOfDetail(levels.upperBound).map { .number($0.scale) }
        }
        members["fullExtent"] = fullExtent.map { Geometry.envelope($0).esriJSON }
        members["initialExtent"] = (initialExtent ?? fullExtent).map { Geometry.envelope($0).esriJSON }
        return .object(members)
    }
}
