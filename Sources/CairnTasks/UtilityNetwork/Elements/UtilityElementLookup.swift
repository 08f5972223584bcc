import CairnCore
import CairnGeo
import Foundation

/// Finds the features of elements in their layers.
struct UtilityElementLookup: Sendable {
    let wire: UtilityNetworkWire
    let assets: UtilityAssets

    /// So many are asked for at a time: what all services take in one condition, and give in one answer.
    private static let largestChunk = 100

    /// The features of a network source, by their global ids; those that the service does not show are missing.
    ///
    /// - Parameter fields: Which fields are given; nil for all, and the geometry.
    func features(of source: UtilityNetworkSource, _ ids: Set<UUID>, fields: [String]? = nil) async throws -> [UUID: Feature] {
        guard let layer = source.layerID else { throw UtilityNetworkError.noLayer(source: source.name) }
        let target = wire.layer(layer)
        let info = try FeatureLayerInfo(await wire.description(of: target))
        guard let idField = info.globalIDField else { throw UtilityNetworkError.noGlobalIDs(source: source.name) }
        var found: [UUID: Feature] = [:]
        var rest = ids.sorted { $0.uuidString < $1.uuidString }[...]
        var size = Self.largestChunk
        while !rest.isEmpty {
            let chunk = rest.prefix(size)
            let answer = try await ask(target, chunk, idField, info, fields)
            // A service that gives fewer than it was asked for, and says so, is asked for fewer.
            if answer.exceededTransferLimit, answer.features.count < chunk.count, size > 1 {
                size = max(1, min(answer.features.count, size / 2))
                continue
            }
            rest = rest.dropFirst(chunk.count)
            for feature in answer.features {
                guard let id = UUID(globalID: feature.attributes.value(ofAnyCase: idField)?.string) else { continue }
                found[id] = feature
            }
        }
        return found.filter { ids.contains($0.key) }
    }

    private func ask(
        _ layer: ServiceClient, _ ids: ArraySlice<UUID>, _ idField: String, _ info: FeatureLayerInfo, _ fields: [String]?
    ) async throws -> FeatureSet {
        let list = ids.map { "'\($0.globalIDText)'" }.joined(separator: ",")
        var form = [
            "where": "\(idField) IN (\(list))", "outFields": fields.map { ($0 + [idField]).joined(separator: ",") } ?? "*",
        ]
        form["returnGeometry"] = String(fields == nil && info.geometryType != nil)
        if info.hasZ { form["returnZ"] = "true" }
        if info.hasM { form["returnM"] = "true" }
        let answer = try await wire.call(layer, "query", form)
        _ = try answer.required("features").list()
        do { return try FeatureSet(esriJSON: answer.json) } catch let error as GeometryError { throw answer.refusal(error.words) }
    }

    /// The elements of features, by the numbers of their sources and their global ids.
    func elements(_ wanted: [Int: Set<UUID>]) async throws -> [Int: [UUID: UtilityElement]] {
        var found: [Int: [UUID: UtilityElement]] = [:]
        for (id, globalIDs) in wanted.sorted(by: { $0.key < $1.key }) {
            // What the network keeps for itself, such as where lines meet, is in no layer.
            guard let source = assets.sources[id], source.layerID != nil else { continue }
            // All fields: by which names the groups and types go, nobody says.
            let features = try await features(of: source, globalIDs)
            found[id] = features.compactMapValues { try? element(of: $0, in: source) }
        }
        return found
    }

    /// The element of a feature.
    ///
    /// - Throws: ``UtilityNetworkError/notAnElement(source:reason:)``.
    func element(
        of feature: Feature, in source: UtilityNetworkSource, terminal: UtilityTerminal? = nil
    ) throws(UtilityNetworkError) -> UtilityElement {
        func number(_ names: [String]) -> Int? { names.lazy.compactMap { feature.attributes.value(ofAnyCase: $0)?.int }.first }
        let id = ["globalid", "global_id"].lazy.compactMap { feature.attributes.value(ofAnyCase: $0)?.string }.first
        guard let id = UUID(globalID: id) else { throw .notAnElement(source: source.name, reason: "it has no global id") }
        guard let group = number(["assetgroup", "asset_group"]), let type = number(["assettype", "asset_type"]) else {
            throw .notAnElement(source: source.name, reason: "it has no asset group, or no asset type")
        }
        let key = UtilityAssetTypeKey(networkSourceID: source.id, assetGroupCode: group, assetTypeCode: type)
        guard let asset = assets[key] else {
            throw .notAnElement(
                source: source.name, reason: "the network has no asset type \(type) in an asset group \(group) there")
        }
        return UtilityElement(asset, globalID: id, objectID: number(["objectid", "fid"]), terminal: terminal)
    }
}
