public import CairnCore
public import CairnGeo
public import Foundation
import Synchronization

/// A map: layers of services, or of files, above a basemap. Nothing here draws it: it says what it is made of.
///
/// ```swift
/// let map = Map(item: PortalItem(portal: portal, id: id))
/// try await map.load()
/// for layer in map.operationalLayers { print(layer.title, map.url(of: layer) as Any) }
/// ```
///
/// Loading throws what ``PortalItem/webMap()`` throws.
public final class Map: Loadable {
    /// Keeps the status; store one `Loader()` per object.
    public let loader = Loader()
    /// The item that the map is; nil if it is none of a portal.
    public let item: PortalItem?
    /// Where addresses of layers begin that are relative: the folder that the map's files are in; nil if there is none.
    public let baseURL: URL?
    private let known: Mutex<WebMap?>

    /// A map of a portal.
    public init(item: PortalItem) {
        (self.item, baseURL) = (item, nil)
        known = Mutex(nil)
    }

    /// A map of a portal by an address that people have; see ``PortalItem/init(url:transport:credential:)``.
    ///
    /// - Returns: nil if the address is about no item.
    public convenience init?(url: URL, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil) {
        guard let item = PortalItem(url: url, transport: transport, credential: credential) else { return nil }
        self.init(item: item)
    }

    /// A map that is here already.
    ///
    /// - Parameters:
    ///   - webMap: What it is made of.
    ///   - baseURL: Where addresses of layers begin that are relative, such as the folder that it was read of.
    public init(webMap: WebMap, baseURL: URL? = nil) {
        (item, self.baseURL) = (nil, baseURL)
        known = Mutex(webMap)
    }

    /// What it is made of; nil until loaded.
    public var webMap: WebMap? { known.withLock(\.self) }
    /// The layers above the basemap, the lowest first; none until loaded.
    public var operationalLayers: [MapLayer] { webMap?.operationalLayers ?? [] }
    /// The tables without places; none until loaded.
    public var tables: [MapLayer] { webMap?.tables ?? [] }
    /// What lies below; nil until loaded, and if there is none.
    public var basemap: Basemap? { webMap?.basemap }
    /// What coordinates mean; nil until loaded, and if the map does not say.
    public var spatialReference: SpatialReference? { webMap?.spatialReference }
    /// What is shown at first: what the map says, else where the item lies.
    public var initialExtent: Envelope? { webMap.flatMap { $0.initialExtent ?? item?.info?.extent } }

    /// Does the loading. Called by `load()` and `retryLoad()`, never twice at the same time.
    @concurrent
    public func performLoad() async throws {
        guard let item, webMap == nil else { return }
        // It may go better now: a map that has failed is not loaded again until somebody wants it to be.
        try await item.retryLoad()
        let map = try await item.webMap()
        known.withLock { $0 = map }
    }

    /// The address of a layer, complete; nil if it has none that can be completed.
    public func url(of layer: MapLayer) -> URL? { completed(layer.url) }

    /// The address of the style of a layer, complete; nil if it has none that can be completed.
    public func styleURL(of layer: MapLayer) -> URL? { completed(layer.styleURL) }

    private func completed(_ url: URL?) -> URL? {
        guard let url else { return nil }
        if url.scheme != nil { return url }
        return baseURL.flatMap { URL(string: url.relativeString, relativeTo: $0)?.absoluteURL }
    }
}
