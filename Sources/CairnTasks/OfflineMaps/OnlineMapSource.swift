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

    /// What a map is, as it can be kept.
    ///
    /// - Throws: ``ServiceURL/HoldsSecret``.
    init(_ map: Map) throws {
        if let item = map.item {
            self = .item(portal: try ServiceURL(item.portal.url), id: item.id)
        } else {
            self = .map((map.webMap ?? WebMap()).withoutSecrets)
        }
    }

    /// The item of the map; nil if it is none.
    func item(_ access: ServiceAccess) -> PortalItem? {
        guard case .item(let portal, let id) = self else { return nil }
        return PortalItem(portal: Portal(url: portal.url, transport: access.transport, credential: access.credentials), id: id)
    }

    /// What the map is made of.
    func webMap(_ access: ServiceAccess) async throws -> WebMap {
        if case .map(let map) = self { return map.withoutSecrets }
        guard let item = item(access) else { return WebMap() }
        return try await item.webMap().withoutSecrets
    }
}

extension OnlineMapSource: Codable {
    private enum CodingKeys: CodingKey {
        case portal, id, map
    }

    /// Reads what was written.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        if let kept = try members.decodeIfPresent(KeptWebMap.self, forKey: .map) {
            self = .map(kept.map)
        } else {
            self = .item(
                portal: try members.decode(ServiceURL.self, forKey: .portal), id: try members.decode(String.self, forKey: .id))
        }
    }

    /// Writes an item by its portal and its id, a map as text.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .item(let portal, let id):
            try members.encode(portal, forKey: .portal)
            try members.encode(id, forKey: .id)
        case .map(let map): try members.encode(KeptWebMap(map: map.withoutSecrets), forKey: .map)
        }
    }
}
