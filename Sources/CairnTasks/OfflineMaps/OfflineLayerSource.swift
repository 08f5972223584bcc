import CairnCore
import Foundation

/// Where the contents of a layer come from, by what its map says.
struct OfflineLayerSource: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable, Codable {
        case features, images, vectors
    }

    let kind: Kind
    /// The service, such as `…/FeatureServer`.
    let service: URL
    /// The number of the layer of features in its service; nil if it is not one.
    let layerID: Int?

    /// - Returns: nil for layers that are no services' of features or tiles.
    init?(_ layer: MapLayer) {
        let url = layer.url ?? layer.styleURL
        guard let url, let steps = Self.steps(of: url) else { return nil }
        let kinds: [(name: String, kind: Kind)] = [
            ("featureserver", .features), ("mapserver", .images), ("imageserver", .images), ("vectortileserver", .vectors),
        ]
        guard let index = steps.lastIndex(where: { step in kinds.contains { $0.name == step.lowercased() } }),
            let found = kinds.first(where: { $0.name == steps[index].lowercased() })
        else { return nil }
        let number = index + 1 < steps.count ? Int(steps[index + 1]) : nil
        guard let service = Self.service(at: url, steps.prefix(index) + [Self.spelling(of: found.name)]) else { return nil }
        // A layer of a map service is one of features, where that is what the map shows of it; it is asked for no copies.
        kind = found.kind
        layerID = kind == .features ? number : nil
        self.service = service
    }

    private static func steps(of url: URL) -> [String]? {
        guard ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
        let steps = url.standardized.pathComponents.filter { $0 != "/" && !$0.isEmpty }
        return steps.contains("..") || steps.contains(".") ? nil : steps
    }

    private static func spelling(of kind: String) -> String {
        ["featureserver": "FeatureServer", "mapserver": "MapServer", "imageserver": "ImageServer"][kind] ?? "VectorTileServer"
    }

    /// The address of a service in one spelling: who writes it in another means the same copy.
    private static func service(at url: URL, _ steps: [String]) -> URL? {
        guard let scheme = url.scheme?.lowercased(), let host = url.host(percentEncoded: false)?.lowercased() else { return nil }
        var parts = URLComponents()
        (parts.scheme, parts.host, parts.path) = (scheme, host, "/" + steps.joined(separator: "/"))
        parts.port = url.port == (scheme == "http" ? 80 : 443) ? nil : url.port
        (parts.user, parts.password) = (url.user(percentEncoded: false), url.password(percentEncoded: false))
        return parts.url
    }
}
