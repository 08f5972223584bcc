import CairnTasks
public import Foundation

/// What a map or image service says of itself, as far as its tiles go.
public final class AGSArcGISMapServiceInfo: NSObject {
    private let value: TileServiceInfo
    /// The address of the service.
    public let url: URL?

    init(_ value: TileServiceInfo, _ url: URL) {
        (self.value, self.url) = (value, url)
    }

    /// The name of its map.
    public var mapName: String { value.name }
    /// How the place is divided into tiles; nil if the service has none.
    public var tileInfo: AGSTileInfo? { value.tileInfo.map(AGSTileInfo.init) }
    /// What is shown; nil if it does not say.
    public var fullExtent: AGSEnvelope? { value.fullExtent.map(AGSEnvelope.init) }
    /// The denominator of the scale from which on there are tiles; 0 for the least detailed.
    public var minScale: Double { value.minScale }
    /// The denominator of the scale up to which there are tiles; 0 for the most detailed.
    public var maxScale: Double { value.maxScale }
    /// Whether tiles may be exported.
    public var exportTilesAllowed: Bool { value.allowsExportingTiles }
    /// Whether they are exported in the form that is read here.
    public var exportTileCacheCompactV2Allowed: Bool { value.allowsCompactV2 }
    /// How many tiles one export may have; 0 if the service does not say.
    public var maxExportTilesCount: Int { value.maxExportTilesCount ?? 0 }
}
