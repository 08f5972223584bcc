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
        // A layer of a map service is one of features, where that is what the map shows of it; it is asked for no copies.
        kind = found.kind
        layerID = kind == .features ? number : nil
        service = steps.dropFirst(index + 1).reduce(Self.plain(url)) { url, _ in url.deletingLastPathComponent() }.withoutSlash
    }

    private static func steps(of url: URL) -> [String]? {
        guard ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
        return url.pathComponents.filter { $0 != "/" }
    }

    private static func plain(_ url: URL) -> URL {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.query = nil
        parts?.fragment = nil
        return parts?.url ?? url
    }
}

extension URL {
    fileprivate var withoutSlash: URL {
        absoluteString.hasSuffix("/") ? URL(string: String(absoluteString.dropLast())) ?? self : self
    }
}
