import CairnTasks
public import Foundation

/// Vector tiles.
public final class AGSArcGISVectorTiledLayer: AGSLayer, AGSServiceLayer, AGSAPIKeyResource {
    /// The address of the tile service, of a style that leads to it, or of the file; nil until it is known, for vector tiles that a portal keeps.
    public var url: URL? { vectorTileCache?.fileURL ?? address }
    /// The file; nil if the tiles are a service's.
    public let vectorTileCache: AGSVectorTileCache?
    /// What styles the tiles of a file; nil if that is within the file.
    public let itemResourceCache: AGSItemResourceCache?

    /// Vector tiles of a service, or of a style.
    public convenience init(url: URL) {
        self.init(MapLayer(.vectorTiled, title: "", url: url), url, MapAccess(), nil)
    }

    /// Vector tiles of a service that a portal keeps; loading loads the item.
    public convenience init(item: AGSPortalItem) {
        self.init(MapLayer(.vectorTiled, of: item), nil, MapAccess(item.portal), item)
    }

    /// Vector tiles of a file among the program's resources, by its name without the extension: see ``AGSVectorTileCache/init(name:)``.
    public convenience init(name: String) { self.init(vectorTileCache: AGSVectorTileCache(name: name)) }

    /// Vector tiles of a file, which has what styles them.
    public convenience init(vectorTileCache: AGSVectorTileCache) {
        self.init(vectorTileCache: vectorTileCache, itemResourceCache: nil)
    }

    /// Vector tiles of a file.
    ///
    /// - Parameters:
    ///   - vectorTileCache: The file.
    ///   - itemResourceCache: What styles them; nil if that is within the file.
    public convenience init(vectorTileCache: AGSVectorTileCache, itemResourceCache: AGSItemResourceCache?) {
        var model = MapLayer(.vectorTiled, title: vectorTileCache.fileURL.title)
        model.url = vectorTileCache.fileURL
        self.init(model, vectorTileCache, itemResourceCache, nil)
    }

    init(_ model: MapLayer, _ url: URL?, _ access: MapAccess, _ item: AGSItem?) {
        (vectorTileCache, itemResourceCache) = (nil, nil)
        super.init(DescribedService(url, access, item), model, item: item)
    }

    init(_ model: MapLayer, _ cache: AGSVectorTileCache, _ styles: AGSItemResourceCache?, _ item: AGSItem?) {
        (vectorTileCache, itemResourceCache) = (cache, styles)
        super.init(cache.cache, model, item: item)
    }

    private init(copying other: AGSArcGISVectorTiledLayer) {
        (vectorTileCache, itemResourceCache) = (other.vectorTileCache, other.itemResourceCache)
        super.init(copying: other)
    }

    override func copied() -> AGSLayer { AGSArcGISVectorTiledLayer(copying: self) }

    /// The rectangle around the tiles; nil until loaded, and if nobody says.
    public override var fullExtent: AGSEnvelope? { vectorTileCache?.sourceInfo?.fullExtent ?? super.fullExtent }
}
