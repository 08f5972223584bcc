import CairnGeo
import CairnTasks
public import Foundation

/// What a service of vector tiles, or a file of them, says of itself.
public final class AGSVectorTileSourceInfo: NSObject {
    /// Its name.
    public let name: String
    /// What is shown; nil if it does not say.
    public let fullExtent: AGSEnvelope?
    /// The levels, the least detailed first.
    public let levelsOfDetail: [AGSLevelOfDetail]
    /// The upper left corner of the first tile of each level; nil if it has no tiles.
    public let origin: AGSPoint?
    /// What coordinates mean; nil if it has no tiles.
    public let spatialReference: AGSSpatialReference?
    /// Whether tiles may be exported; those of a file may not.
    public let exportTilesAllowed: Bool

    private init(_ name: String, _ extent: Envelope?, _ tileInfo: TileInfo?, exportTilesAllowed: Bool) {
        (self.name, self.exportTilesAllowed) = (name, exportTilesAllowed)
        fullExtent = extent.map(AGSEnvelope.init)
        let scheme = tileInfo.map(AGSTileInfo.init)
        (levelsOfDetail, origin, spatialReference) = (scheme?.levelsOfDetail ?? [], scheme?.origin, scheme?.spatialReference)
    }

    convenience init(_ info: TileServiceInfo) {
        self.init(info.name, info.fullExtent, info.tileInfo, exportTilesAllowed: info.allowsExportingTiles)
    }

    convenience init(_ info: TileCacheInfo) {
        self.init(info.name, info.fullExtent, info.tileInfo, exportTilesAllowed: false)
    }
}
