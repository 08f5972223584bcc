import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Synchronization

/// What a service says of itself, such as one that draws maps: one by its address, or by an item of a portal, which knows that once it is loaded.
final class DescribedService: Loadable {
    let loader = Loader()
    private let address: URL?
    private let access: MapAccess
    /// Who is asking, and how.
    let held = HeldCredential()
    private let item: PortalItem?
    private let described = Mutex<JSONValue?>(nil)
    /// The same for every request, for it knows how they are sent.
    private let transport: any HTTPTransport
    /// What asks, always the same once the address is known: it has what was set here.
    private let known = Mutex<ServiceClient?>(nil)

    /// - Parameters:
    ///   - address: The address; nil if there is none, or only the item knows it.
    ///   - item: The item of the service.
    init(_ address: URL?, _ access: MapAccess, _ item: AGSItem?) {
        (self.address, self.access, self.item) = (address, access, (item as? AGSPortalItem)?.item)
        transport = access.transport
        if let address { held.found(client(at: address)) }
    }

    /// The same service, to be loaded anew, with what was set of the other: what is set of one changes nothing of the other.
    init(copying other: DescribedService) {
        (address, access, item) = (other.address, other.access, other.item)
        transport = access.transport
        held.take(other.held)
        if let url { held.found(client(at: url)) }
    }

    private func client(at url: URL) -> ServiceClient {
        // What is set of a layer is for nothing else: an API key of its map's basemap is no sign-in.
        let store = access.credential(for: url) ?? .standard
        let new = ServiceClient(url: url, transport: transport, credential: store.within())
        return known.withLock { known in
            let client = known ?? new
            known = client
            return client
        }
    }

    private var json: JSONValue? { described.withLock(\.self) }

    /// The address; nil until it is known.
    var url: URL? { address ?? itemURL }
    /// The address that only the item knows; nil until it is loaded, and if that is not needed.
    var itemURL: URL? { address == nil ? item?.info?.url : nil }

    var extent: Envelope? {
        let value = json
        let box = ["fullExtent", "extent", "initialExtent"].lazy.compactMap { value?[$0] }.first
        return box.flatMap { try? Envelope(esriJSON: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// How the place is divided into tiles; nil until loaded, and if it has none.
    var tileInfo: TileInfo? { json.flatMap { try? TileCacheInfo(esriJSON: $0) }?.tileInfo }

    /// A member of what it says; nil until loaded, and if it is no text, or an empty one.
    func text(_ name: String) -> String? { json?[name]?.string.flatMap { $0.isEmpty ? nil : $0 } }

    /// The layers within it, in its own order; none until loaded.
    var layers: [MapServiceLayer] { (json?["layers"]?.array ?? []).compactMap(MapServiceLayer.init) }

    /// What is asked for the features of a layer within it; nil until its address is known.
    func table(_ layer: Int) -> ServiceFeatureTable? {
        url.map { url in
            let client = client(at: url)
            // A copy may have got its layers of what was being loaded, and not have asked yet.
            held.found(client)
            return ServiceFeatureTable(
                url: url.appending(path: "\(layer)"), transport: ConfiguredTransport.within(transport),
                credential: client.credentials.within())
        }
    }

    /// One of them at least says every service.
    private static let marks: Set<String> = [
        "currentVersion", "layers", "mapName", "name", "tileInfo", "tiles", "fullExtent", "initialExtent", "extent",
        "serviceDescription",
        "description", "capabilities",
    ]

    @concurrent func performLoad() async throws {
        if url == nil { try await item?.retryLoad() }
        guard let url else { throw AGSError.runtime(.commonInvalidArgument, "The layer has no address that could be asked.") }
        let client = client(at: url)
        held.found(client)
        let answer = try await client.call("", isRepeatable: true)
        guard let members = answer.object, !Self.marks.isDisjoint(with: members.keys) else {
            throw AGSError.runtime(.commonInvalidJSON, "\(url.absoluteString.printable()) does not describe a service.")
        }
        described.withLock { $0 = answer }
    }
}

/// A layer within a service that draws maps.
struct MapServiceLayer {
    let id: Int
    let name: String
    let isVisible: Bool
    /// Nil for one that is in none.
    let parentID: Int?
    /// Whether it has features of its own: it is not there for others that are in it, nor of images.
    let hasFeatures: Bool

    /// Nil of what is no layer.
    init?(_ json: JSONValue) {
        guard let id = json["id"]?.int else { return nil }
        (self.id, name, isVisible) = (id, json["name"]?.string ?? "", json["defaultVisibility"]?.bool ?? true)
        parentID = json["parentLayerId"]?.int.flatMap { $0 < 0 ? nil : $0 }
        let type = json["type"]?.string ?? ""
        let isGroup = type == "Group Layer" || json["subLayerIds"]?.array?.isEmpty == false
        hasFeatures = !isGroup && !type.hasPrefix("Raster") && !type.hasPrefix("Mosaic")
    }
}

/// How the services of a map are asked.
struct MapAccess: Sendable {
    private var portal: ServiceClient?

    init() {}

    /// As the portal is asked; as anything is where there is none.
    init(_ portal: AGSPortal?) {
        self.portal = portal?.portal.client
    }

    /// What sends the requests of one of them, for which alone counts what is set there.
    var transport: any HTTPTransport { portal.map { ConfiguredTransport($0.transport) } ?? ConfiguredTransport() }

    /// What a service is asked with; nil for what all are asked with.
    func credential(for service: URL) -> CredentialStore? {
        guard let portal else { return nil }
        // What is set for the portal's own host would be the portal's sign-in, too.
        return ServerAddress(service) == ServerAddress(portal.url) ? portal.credentials.within() : portal.credentials
    }
}
