import CairnTasks
public import Foundation

/// A map that a service draws. Nothing here shows maps: it says where this one is, and what its service says of itself.
public final class AGSArcGISMapImageLayer: AGSLayer {
    /// The address of the map service.
    public var url: URL? { address }

    /// A map that a service draws.
    public convenience init(url: URL) {
        self.init(MapLayer(.mapImage, title: "", url: url), url, MapAccess(), nil)
    }

    init(_ model: MapLayer, _ url: URL?, _ access: MapAccess, _ item: AGSItem?) {
        super.init(DescribedService(url, access, item), model, item: item)
    }
}
