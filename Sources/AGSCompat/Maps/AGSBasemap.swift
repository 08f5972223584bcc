import CairnCallbacks
import CairnCore
import CairnTasks
public import Foundation
import Synchronization

/// What lies below the layers of a map, and, of names and borders, above them.
public final class AGSBasemap: NSObject, AGSLoadable {
    /// What a portal keeps of it; nil if none does.
    public let item: AGSItem?
    private let map: Map
    private let loading = LegacyLoading()
    private let lists: LayerLists

    /// The basemap of a web map that a portal keeps; its layers are there when it is loaded.
    public init(item: AGSPortalItem) {
        self.item = item
        let map = Map(item: item.item)
        self.map = map
        lists = LayerLists(count: 2) { map.webMap.map { Self.layers(of: $0.basemap, map, item.portal) } }
    }

    init(_ basemap: Basemap, _ portal: AGSPortal?) {
        item = nil
        var webMap = WebMap()
        webMap.basemap = basemap
        map = Map(webMap: webMap)
        lists = LayerLists(Self.layers(of: basemap, map, portal))
    }

    /// The basemap of a map that is here already.
    init(of map: Map, _ portal: AGSPortal?) {
        (item, self.map) = (nil, map)
        lists = LayerLists(count: 2) { map.webMap.map { Self.layers(of: $0.basemap, map, portal) } }
    }

    private static func layers(of basemap: Basemap?, _ map: Map, _ portal: AGSPortal?) -> [[NSObject]] {
        [basemap?.baseLayers ?? [], basemap?.referenceLayers ?? []].map { $0.map { AGSLayer.make($0, of: map, at: portal) } }
    }

    /// A basemap of layers.
    public init(baseLayers: [AGSLayer], referenceLayers: [AGSLayer]?) {
        (item, map) = (nil, Map(webMap: WebMap()))
        lists = LayerLists([baseLayers, referenceLayers ?? []])
    }

    /// A basemap of one layer.
    public convenience init(baseLayer: AGSLayer) {
        self.init(baseLayers: [baseLayer], referenceLayers: nil)
    }

    /// Its name for people.
    public var name: String { map.basemap?.title ?? item?.title ?? "" }
    /// The layers below the map's own, ``AGSLayer``; none until loaded.
    public var baseLayers: NSMutableArray { lists[0] }
    /// The layers above the map's own, ``AGSLayer``; none until loaded.
    public var referenceLayers: NSMutableArray { lists[1] }

    // MARK: - Loading

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: map) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: map) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(map, retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { loading.load(map, retrying: true, completion) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(map) }
}
