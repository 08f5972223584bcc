public import CairnCore
public import CairnGeo

/// What a service of tiles says of itself: a map, image or vector tile service.
public struct TileServiceInfo: Sendable, Hashable {
    /// What it is called.
    public var name: String
    /// How the place is divided into tiles; nil if the service has none.
    public var tileInfo: TileInfo?
    /// What is shown.
    public var fullExtent: Envelope?
    /// The denominator of the scale from which on there are tiles; 0 for the least detailed.
    public var minScale: Double
    /// The denominator of the scale up to which there are tiles; 0 for the most detailed.
    public var maxScale: Double
    /// Whether tiles may be exported.
    public var allowsExportingTiles: Bool
    /// How many tiles one export may have; nil if the service does not say.
    public var maxExportTilesCount: Int?
    /// Whether tiles are exported in Compact Cache V2 (`.tpkx`), which is what is read here; true if the service does not say.
    public var allowsCompactV2: Bool
    /// All that the service says, with what has no property here.
    public var json: JSONValue

    /// What a service says of itself.
    public init(
        name: String = "", tileInfo: TileInfo?, fullExtent: Envelope? = nil, minScale: Double = 0, maxScale: Double = 0,
        allowsExportingTiles: Bool = true, maxExportTilesCount: Int? = nil, allowsCompactV2: Bool = true, json: JSONValue = [:]
    ) {
        (self.name, self.tileInfo, self.fullExtent) = (name, tileInfo, fullExtent)
        (self.minScale, self.maxScale) = (minScale, maxScale)
        (self.allowsExportingTiles, self.maxExportTilesCount) = (allowsExportingTiles, maxExportTilesCount)
        (self.allowsCompactV2, self.json) = (allowsCompactV2, json)
    }
}

extension TileServiceInfo {
    /// Reads what a service answers.
    init(_ part: AnswerPart) throws {
        let reference = try part.optional("spatialReference")?.spatialReference()
        let scheme = try part.optional("tileInfo")
        do { tileInfo = try scheme.map { try TileInfo(esriJSON: $0.json, spatialReference: reference) } } catch {
            throw scheme?.refusal("cannot be read. \(error.words)") ?? error
        }
        name = try part.words("mapName") ?? part.words("name") ?? ""
        fullExtent = try part.optional("fullExtent")?.extent(in: reference ?? tileInfo?.spatialReference)
        minScale = part.lenientNumber("minScale")
        maxScale = part.lenientNumber("maxScale")
        allowsExportingTiles = try part.optional("exportTilesAllowed")?.flag() ?? false
        let most = try part.optional("maxExportTilesCount")?.wholeNumber()
        maxExportTilesCount = most.flatMap { $0 > 0 ? $0 : nil }
        allowsCompactV2 = try part.optional("exportTileCacheCompactV2Allowed")?.flag() ?? true
        json = part.json
    }
}

extension AnswerPart {
    /// A number that says little: 0 where it is none.
    fileprivate func lenientNumber(_ name: String) -> Double {
        (try? optional(name))?.flatMap { try? $0.number() } ?? 0
    }
}
