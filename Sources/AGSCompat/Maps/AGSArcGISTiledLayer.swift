import CairnTasks
public import Foundation

/// Tiles of a map that a service has drawn, or of a file.
public final class AGSArcGISTiledLayer: AGSLayer, AGSServiceLayer, AGSAPIKeyResource {
    /// The address of the map service, or of the file; nil until it is known, for a service that a portal keeps.
    public var url: URL? { tileCache?.fileURL ?? address }
    /// The file; nil if the tiles are a service's.
    public let tileCache: AGSTileCache?

    /// Tiles of a service.
    public convenience init(url: URL) {
        self.init(MapLayer(.tiled, title: "", url: url), url, MapAccess(), nil)
    }

    /// Tiles of a file.
    public convenience init(tileCache: AGSTileCache) {
        self.init(MapLayer(.tiled, title: tileCache.fileURL.title, url: tileCache.fileURL), tileCache, nil)
    }

    /// Tiles of a file among the program's resources, by its name without the extension: see ``AGSTileCache/init(name:)``.
    public convenience init(name: String) { self.init(tileCache: AGSTileCache(name: name)) }

    /// Tiles of a service that a portal keeps; loading loads the item.
    public convenience init(item: AGSPortalItem) {
        self.init(MapLayer(.tiled, of: item), nil, MapAccess(item.portal), item)
    }

    init(_ model: MapLayer, _ url: URL?, _ access: MapAccess, _ item: AGSItem?) {
        tileCache = nil
        super.init(DescribedService(url, access, item), model, item: item)
    }

    init(_ model: MapLayer, _ cache: AGSTileCache, _ item: AGSItem?) {
        tileCache = cache
        super.init(cache.cache, model, item: item)
    }

    private init(copying other: AGSArcGISTiledLayer) {
        tileCache = other.tileCache
        super.init(copying: other)
    }

    override func copied() -> AGSLayer { AGSArcGISTiledLayer(copying: self) }

    /// How the place is divided into tiles; nil until loaded, and if the service has none.
    public var tileInfo: AGSTileInfo? { tileCache?.tileInfo ?? service?.tileInfo.map(AGSTileInfo.init) }
    /// The rectangle around the tiles; nil until loaded, and if nobody says.
    public override var fullExtent: AGSEnvelope? { tileCache?.fullExtent ?? super.fullExtent }
}
