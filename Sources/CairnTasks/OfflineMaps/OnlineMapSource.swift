import CairnCore
import Foundation

/// The map that is taken offline: one of a portal, or one that is here.
public enum OnlineMapSource: Sendable, Hashable {
    /// An item of a portal.
    ///
    /// - Parameters:
    ///   - portal: The portal's address.
    ///   - id: The item's id.
    case item(portal: ServiceURL, id: String)
    /// The map itself.
    case map(WebMap)
    /// A map that was made of an item of a portal, and changed since: it is taken as it is here, with what the item says of itself.
    ///
    /// - Parameters:
    ///   - map: The map.
    ///   - portal: The portal's address.
    ///   - id: The item's id.
    case changed(_ map: WebMap, portal: ServiceURL, id: String)

    /// What a map is, as it can be kept.
    ///
    /// - Throws: ``ServiceURL/HoldsSecret``.
    init(_ map: Map) throws {
        let given = map.isGiven ? (map.webMap ?? WebMap()).withoutSecrets : nil
        guard let item = map.item else {
            self = .map(given ?? WebMap())
            return
        }
        let portal = try ServiceURL(item.portal.url)
        self = given.map { .changed($0, portal: portal, id: item.id) } ?? .item(portal: portal, id: item.id)
    }

    /// Where the item is that the map is, or was made of; nil if there is none.
    var place: (portal: ServiceURL, id: String)? {
        switch self {
        case .item(let portal, let id), .changed(_, let portal, let id): (portal, id)
        case .map: nil
        }
    }

    /// The item that the map is, or was made of; nil if there is none.
    func item(_ access: ServiceAccess) -> PortalItem? {
        guard let (portal, id) = place else { return nil }
        return PortalItem(portal: Portal(url: portal.url, transport: access.transport, credential: access.credentials), id: id)
    }

    /// What the map is made of.
    func webMap(_ access: ServiceAccess) async throws -> WebMap {
        switch self {
        case .map(let map), .changed(let map, _, _): return map.withoutSecrets
        case .item: return try await item(access)?.webMap().withoutSecrets ?? WebMap()
        }
    }
}

extension OnlineMapSource: Codable {
    private enum CodingKeys: CodingKey {
        case portal, id, map
    }

    /// Reads what was written.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let map = try members.decodeIfPresent(KeptWebMap.self, forKey: .map)?.map
        if let map, !members.contains(.portal) {
            self = .map(map)
            return
        }
        let portal = try members.decode(ServiceURL.self, forKey: .portal)
        let id = try members.decode(String.self, forKey: .id)
        self = map.map { .changed($0, portal: portal, id: id) } ?? .item(portal: portal, id: id)
    }

    /// Writes an item by its portal and its id, a map as text, of a map that was changed both.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        if let (portal, id) = place {
            try members.encode(portal, forKey: .portal)
            try members.encode(id, forKey: .id)
        }
        switch self {
        case .item: break
        case .map(let map), .changed(let map, _, _): try members.encode(KeptWebMap(map: map.withoutSecrets), forKey: .map)
        }
    }
}
