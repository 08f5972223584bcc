import CairnTasks
public import Foundation

/// Tiles of a map that a service has drawn.
public final class AGSArcGISTiledLayer: AGSLayer {
    /// The address of the map service.
    public let url: URL?

    /// Tiles of a service.
    public convenience init(url: URL) {
        self.init(MapLayer(.tiled, title: "", url: url), url, MapAccess(), nil)
    }

    init(_ model: MapLayer, _ url: URL?, _ access: MapAccess, _ item: AGSItem?) {
        self.url = url
        super.init(DescribedService(url, access), model, item: item)
    }
}

/// Vector tiles.
public final class AGSArcGISVectorTiledLayer: AGSLayer {
    /// The address of the tile service, or of a style that leads to it.
    public let url: URL?

    /// Vector tiles of a service, or of a style.
    public convenience init(url: URL) {
        self.init(MapLayer(.vectorTiled, title: "", url: url), url, MapAccess(), nil)
    }

    /// Vector tiles that a portal keeps.
    public convenience init(item: AGSPortalItem) {
        self.init(MapLayer(.vectorTiled, title: item.title), item.serviceURL, MapAccess(item.portal), item)
    }

    init(_ model: MapLayer, _ url: URL?, _ access: MapAccess, _ item: AGSItem?) {
        self.url = url
        super.init(DescribedService(url, access), model, item: item)
    }
}
