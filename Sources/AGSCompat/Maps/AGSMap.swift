import CairnCallbacks
import CairnCore
import CairnGeo
public import CairnTasks
public import Foundation
import Synchronization

/// A map, as a model: layers above a basemap. Nothing here shows it.
///
/// What is set here is not sent anywhere. Its lists are those of one thread at a time. Completions of `load` come on the main queue.
public final class AGSMap: NSObject, AGSLoadable {
    /// The map that this one drives.
    public let map: Map
    /// What a portal keeps of it; nil if none does.
    public let item: AGSItem?
    /// What is loaded when the map is.
    let source: any Loadable
    private let loading = LegacyLoading()
    private let lists: LayerLists
    private let ownBasemap: AGSBasemap
    private let viewpoint = Mutex<Carried<AGSViewpoint>?>(nil)
    private let givenBasemap = Mutex<Carried<AGSBasemap>?>(nil)
    private let scales = Mutex((minimum: 0.0, maximum: 0.0))

    /// - Parameter refusal: Why there is no such map, which loading it tells.
    private init(_ origin: LayerOrigin, _ item: AGSItem?, _ basemap: AGSBasemap? = nil, refusal: NSError? = nil) {
        (map, self.item) = (origin.map, item)
        ownBasemap = basemap ?? AGSBasemap(of: origin)
        let loaded = ownBasemap.item == nil ? origin.source : LoadedTogether([origin.source, ownBasemap.map])
        source = refusal.map { RefusedLoad($0) } ?? loaded
        lists = LayerLists(count: 4) {
            guard let webMap = origin.webMap else { return nil }
            return [
                webMap.operationalLayers.map { AGSLayer.make($0, of: origin) }, webMap.tables.compactMap { origin.table($0) },
                origin.utilityNetworks, webMap.bookmarks.compactMap { AGSBookmark($0, in: webMap.spatialReference) },
            ]
        }
    }

    /// A map of a package.
    convenience init(_ map: PackagedMap, _ item: AGSItem?) {
        self.init(LayerOrigin(map), item)
    }

    /// A map of Cairn for old callers.
    public convenience init(_ map: Map) {
        let item = map.item.map { AGSPortalItem($0) }
        self.init(LayerOrigin(map, at: item?.portal), item)
    }

    private static func refusal(of item: AGSItem) -> NSError {
        AGSError.runtime(
            .commonInvalidArgument,
            "\(item.title.printable(upTo: 100)) is an item of a package, and no map. Take the map from the package's own (AGSMobileMapPackage.maps)."
        )
    }

    /// A map that a portal keeps; its layers are there when it is loaded. Of an item that no portal has it cannot be loaded: a package has its maps.
    public convenience init(item: AGSItem) {
        guard let item = item as? AGSPortalItem else {
            self.init(LayerOrigin(Map(webMap: WebMap())), item, refusal: Self.refusal(of: item))
            return
        }
        self.init(LayerOrigin(Map(item: item.item), at: item.portal), item)
    }

    /// A map that a portal keeps, by an address of it that people have; nil if the address is about no item.
    public convenience init?(url: URL) {
        guard let item = AGSPortalItem(url: url) else { return nil }
        self.init(item: item)
    }

    /// A map without layers above a basemap, which is loaded with it if it is of an item.
    public convenience init(basemap: AGSBasemap) {
        self.init(LayerOrigin(Map(webMap: WebMap())), nil, basemap)
    }

    /// A map without layers.
    public convenience init(spatialReference: AGSSpatialReference) {
        self.init(LayerOrigin(Map(webMap: WebMap(spatialReference: spatialReference.value))), nil)
    }

    /// A map without layers.
    public override convenience init() {
        self.init(LayerOrigin(Map(webMap: WebMap())), nil)
    }

    /// The layers above the basemap, ``AGSLayer``, the lowest first; none until loaded but those that were added.
    public var operationalLayers: NSMutableArray { lists[0] }
    /// The tables without places, ``AGSFeatureTable``; none until loaded but those that were added.
    public var tables: NSMutableArray { lists[1] }
    /// The utility networks, ``AGSUtilityNetwork``; none until loaded but those that were added.
    public var utilityNetworks: NSMutableArray { lists[2] }
    /// Beyond what it is not shown, as a model; nil for nothing.
    public var maxExtent: AGSEnvelope?
    /// At what scale, as the number under 1, symbols have the size that they say, as a model; 0 for any.
    public var referenceScale = 0.0
    /// Views that have names, ``AGSBookmark``; none until loaded but those that were added.
    public var bookmarks: NSMutableArray { lists[3] }
    /// What lies below.
    /// One that is set is not loaded with the map; nor is it sent anywhere.
    public var basemap: AGSBasemap {
        get { givenBasemap.withLock { $0 }?.value ?? ownBasemap }
        set {
            let carried = Carried(newValue)
            let former = givenBasemap.withLock { given in
                defer { given = carried }
                return given
            }
            withExtendedLifetime(former) {}
        }
    }
    /// From which scale on, as the number under 1, it is shown; 0 for any.
    public var minScale: Double {
        get { scales.withLock { $0.minimum } }
        set { scales.withLock { $0.minimum = newValue } }
    }
    /// To which scale, as the number under 1, it is shown; 0 for any.
    public var maxScale: Double {
        get { scales.withLock { $0.maximum } }
        set { scales.withLock { $0.maximum = newValue } }
    }
    /// What coordinates mean; nil until loaded.
    public var spatialReference: AGSSpatialReference? {
        // A map has that of its basemap, unless it says its own.
        (basemap.item == nil ? map : basemap.map).spatialReference.map(AGSSpatialReference.init)
    }
    /// The version of the web map; empty until loaded.
    public var version: String { map.webMap?.version ?? "" }

    /// What is shown at first: what was set, else what the map says; nil until loaded.
    public var initialViewpoint: AGSViewpoint? {
        get {
            viewpoint.withLock { $0?.value } ?? map.initialExtent.map { AGSViewpoint(targetExtent: AGSEnvelope($0)) }
        }
        set {
            // Proof: viewpoints do not change.
            let carried = newValue.map(Carried.init)
            viewpoint.withLock { $0 = carried }
        }
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
            if error == nil {
                self.lists.fill()
                self.ownBasemap.fillLists()
            }
            completion?(error)
        }
    }

    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(source) }
}
