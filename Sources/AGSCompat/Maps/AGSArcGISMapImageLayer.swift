import CairnCore
import CairnTasks
public import Foundation

/// A map that a service draws. Nothing here shows maps: it says where this one is, and what its service says of itself.
public final class AGSArcGISMapImageLayer: AGSLayer, AGSServiceLayer {
    private let lists: LayerLists
    /// The address of the map service.
    public var url: URL? { address }

    /// A map that a service draws.
    public convenience init(url: URL) {
        self.init(MapLayer(.mapImage, title: "", url: url), url, MapAccess(), nil)
    }

    /// A map that a service draws which a portal keeps; loading loads the item.
    public convenience init(item: AGSPortalItem) {
        self.init(MapLayer(.mapImage, of: item), nil, MapAccess(item.portal), item)
    }

    /// The layers within it, ``AGSArcGISMapImageSublayer``, that are in no other; none until loaded.
    public var mapImageSublayers: NSMutableArray { lists[0] }

    public override func load(completion: (((any Error)?) -> Void)?) { super.load(completion: filling(completion)) }

    public override func retryLoad(completion: (((any Error)?) -> Void)?) { super.retryLoad(completion: filling(completion)) }

    private func filling(_ completion: (((any Error)?) -> Void)?) -> ((any Error)?) -> Void {
        { error in
            if error == nil { self.lists.fill() }
            completion?(error)
        }
    }

    init(_ model: MapLayer, _ url: URL?, _ access: MapAccess, _ item: AGSItem?) {
        let service = DescribedService(url, access, item)
        lists = LayerLists(count: 1, Self.sublayers(of: service))
        super.init(service, model, item: item)
    }

    private init(copying other: AGSArcGISMapImageLayer) {
        let service = other.service.map(DescribedService.init(copying:))
        lists = other.lists.copied(making: service.map(Self.sublayers)) {
            ($0 as? AGSArcGISMapImageSublayer)?.copied(of: service)
        }
        super.init(copying: other, loading: service)
    }

    override func copied() -> AGSLayer { AGSArcGISMapImageLayer(copying: self) }

    private static func sublayers(of service: DescribedService) -> () -> [[NSObject]]? {
        { service.loadStatus.isLoaded ? [AGSArcGISMapImageSublayer.tree(of: service)] : nil }
    }
}
