import CairnCallbacks
import CairnCore
import CairnTasks
public import Foundation
import Synchronization

/// What lies below the layers of a map, and, of names and borders, above them.
public final class AGSBasemap: NSObject, AGSLoadable, NSCopying, AGSAPIKeyResource {
    /// What a portal keeps of it; nil if none does.
    public let item: AGSItem?
    /// What it is made of.
    let map: Map
    private let source: any Loadable
    private let loading = LegacyLoading()
    private let lists: LayerLists
    private let key = Mutex("")
    /// Whether the program has put its layers here, and no map of others.
    private let isGiven: Bool

    /// The basemap of a web map that a portal keeps; its layers are there when it is loaded.
    public init(item: AGSPortalItem) {
        self.item = item
        let origin = LayerOrigin(Map(item: item.item), at: item.portal)
        (map, source, isGiven) = (origin.map, origin.source, false)
        lists = LayerLists(count: 2) { Self.layers(of: origin) }
    }

    init(_ basemap: Basemap, _ portal: AGSPortal?) {
        var webMap = WebMap()
        webMap.basemap = basemap
        let origin = LayerOrigin(Map(webMap: webMap), at: portal)
        (item, map, source, isGiven) = (nil, origin.map, origin.source, false)
        lists = LayerLists(Self.layers(of: origin) ?? [])
    }

    /// The basemap of a map.
    init(of origin: LayerOrigin) {
        (item, map, source, isGiven) = (nil, origin.map, origin.source, false)
        lists = LayerLists(count: 2) { Self.layers(of: origin) }
    }

    private static func layers(of origin: LayerOrigin) -> [[NSObject]]? {
        guard let webMap = origin.webMap else { return nil }
        return [webMap.basemap?.baseLayers ?? [], webMap.basemap?.referenceLayers ?? []].map { layers in
            layers.map { AGSLayer.make($0, of: origin) }
        }
    }

    /// A basemap of layers.
    public init(baseLayers: [AGSLayer], referenceLayers: [AGSLayer]?) {
        let map = Map(webMap: WebMap())
        (item, self.map, source, isGiven) = (nil, map, map, true)
        lists = LayerLists([baseLayers, referenceLayers ?? []])
    }

    /// A basemap without layers, which can be added to its lists.
    public override convenience init() { self.init(baseLayers: [], referenceLayers: nil) }

    /// A basemap of one layer.
    public convenience init(baseLayer: AGSLayer) {
        self.init(baseLayers: [baseLayer], referenceLayers: nil)
    }

    private init(copying other: AGSBasemap) {
        (item, map, source, isGiven) = (other.item, other.map, other.source, other.isGiven)
        lists = other.lists.copied { ($0 as? AGSLayer)?.copied() }
        super.init()
        apiKey = other.apiKey
    }

    /// Another basemap with copies of the layers, as far as they are known.
    public func copy(with zone: NSZone? = nil) -> Any { AGSBasemap(copying: self) }

    /// Its name for people.
    public var name: String { map.basemap?.title ?? item?.title ?? "" }
    /// The layers below the map's own, ``AGSLayer``; none until loaded.
    public var baseLayers: NSMutableArray { keyed(0) }
    /// The layers above the map's own, ``AGSLayer``; none until loaded.
    public var referenceLayers: NSMutableArray { keyed(1) }

    // MARK: - The key

    /// An API key that the services of its layers of tiles are asked with where these have none of their own; empty for that of
    /// ``AGSArcGISRuntimeEnvironment``.
    ///
    /// Layers that are added later get it when the lists are asked for, or the basemap is loaded. Of layers that somebody else's map names only
    /// those at ArcGIS get it: a map may name any server. The portal of an ``item`` is asked as that is signed in.
    public var apiKey: String {
        get { key.withLock(\.self) }
        set {
            let former = key.withLock { key in
                defer { key = newValue }
                return key
            }
            giveKey(insteadOf: former)
        }
    }

    /// Gives the key to the layers that have none of their own; again if it is another by then, for another thread may have given that before.
    private func giveKey(insteadOf former: String = "") {
        var (former, now) = (former, apiKey)
        repeat {
            give(now, insteadOf: former)
            (former, now) = (now, apiKey)
        } while now != former
    }

    private func give(_ key: String, insteadOf former: String) {
        if key == former { return }
        for case let layer as any AGSServiceLayer & AGSAPIKeyResource in [lists[0], lists[1]].flatMap({ $0.map(\.self) })
        where [former, ""].contains(layer.apiKey) && (isGiven || layer.isAtArcGIS) {
            layer.apiKey = key
        }
    }

    private func keyed(_ index: Int) -> NSMutableArray {
        giveKey()
        return lists[index]
    }

    // MARK: - Loading

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: source) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: source) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { load(retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { load(retrying: true, completion) }

    private func load(retrying: Bool, _ completion: (((any Error)?) -> Void)?) {
        loading.load(source, for: self, retrying: retrying) { error in
            if error == nil { self.fillLists() }
            completion?(error)
        }
    }

    /// Puts what is known of the basemap into its lists, if it is not there yet.
    func fillLists() {
        lists.fill()
        giveKey()
    }

    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(source) }
}

extension AGSServiceLayer {
    /// Whether its service is one of ArcGIS Online, or of the services for developers.
    fileprivate var isAtArcGIS: Bool { url.flatMap(ServerAddress.init).map { ".\($0.host)".hasSuffix(".arcgis.com") } ?? false }
}
