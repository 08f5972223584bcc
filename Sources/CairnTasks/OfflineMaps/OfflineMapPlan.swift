import CairnCore
import CairnGeo
import Foundation

/// What is asked of which service for an offline map, and what cannot be had.
struct OfflineMapPlan: Sendable, Hashable, Codable {
    private(set) var parts: [OfflineMapPart] = []
    /// What is known not to come, before anything is asked for.
    private(set) var missing: [Missing] = []

    struct Missing: Sendable, Hashable, Codable {
        /// What tells the layer from others of the map.
        let key: String
        let error: OfflineMapLayerError
    }

    var errors: [OfflineMapLayerError] { missing.map(\.error) }

    private var names: Set<String> = []

    private enum CodingKeys: CodingKey {
        case parts, missing
    }

    init() {}

    /// What of another plan comes.
    init(keeping known: OfflineMapPlan) {
        parts = known.parts
        names = Set(parts.map { $0.name.lowercased() })
    }

    /// Whether a layer is in one of the parts.
    func has(_ layer: MapLayer, isTable: Bool) -> Bool {
        let key = OfflineMapPart.key(layer, isTable: isTable)
        return parts.contains { $0.layers.contains { $0.key == key } }
    }

    mutating func add(_ layer: MapLayer, isTable: Bool, failing error: OfflineMapError) {
        let error = OfflineMapLayerError(layer, isTable: isTable, reason: error.description)
        missing.append(Missing(key: OfflineMapPart.key(layer, isTable: isTable), error: error))
    }

    /// Adds a part whose file has a name of its own.
    mutating func add(_ source: OfflineLayerSource, _ work: OfflineMapPart.Work, _ layers: [OfflineMapPart.Layer]) throws {
        let service = try ServiceURL(source.service)
        parts.append(
            OfflineMapPart(
                name: name(for: source.service), service: service, work: work, replicaName: "cairn-\(UUID().uuidString)",
                layers: layers))
    }

    /// The service's name, as far as it can be that of a file, with a number if there is one already.
    private mutating func name(for service: URL) -> String {
        let steps = service.pathComponents
        let own = steps.dropLast().last ?? "layer"
        let plain = String(own.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(60))
        let base = plain.isEmpty ? "layer" : plain
        var (name, number) = (base, 1)
        while !names.insert(name.lowercased()).inserted {
            number += 1
            name = "\(base)_\(number)"
        }
        return name
    }
}
