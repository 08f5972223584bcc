import CairnCore
import CairnGeo
import Foundation

/// Reads what a client wants of a new replica, and says of which parameter is wrong what.
struct ReplicaParser {
    private let request: ServiceRequest
    private let layers: [FeatureLayer]

    init(_ request: ServiceRequest, _ layers: [FeatureLayer]) {
        (self.request, self.layers) = (request, layers)
    }

    func replica() throws(ServiceFailure) -> Replica {
        try request.expectJSONReplica("dataFormat")
        try request.refuse(["replicaOptions"], "data that a client has already are not registered; ask for the data")
        let id = UUID().uuidString
        var replica = Replica(id: id, name: request["replicaName"] ?? "Replica_\(id)")
        replica.model = try word("syncModel", .perReplica)
        replica.targetType = try oneOf(["client", "server"], "targetType")
        replica.direction = try word("syncDirection", replica.targetType == "server" ? .download : .bidirectional)
        replica.owner = request.user ?? ""
        replica.attachmentsDirection = try oneOf(["bidirectional", "none", "upload", "download"], "attachmentsSyncDirection")
        replica.returnsAttachments = try request.flag("returnAttachments")
        replica.attachmentsByURL = try request.flag("returnAttachmentsDataByUrl", default: true)
        replica.spatialReference = try request.anySpatialReference("replicaSR")
        let chosen = try chosen(replica)
        replica.geometry = try geometry(chosen)
        replica.layers = try replicaLayers(chosen, hasGeometry: replica.geometry != nil)
        replica.created = .now
        return replica
    }

    private func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ standard: Word
    ) throws(ServiceFailure) -> Word {
        guard let text = request[name] else { return standard }
        guard let word = Word.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() }) else {
            let list = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw .invalid(name, "there is no \(text.printable(upTo: 60)); there are \(list)")
        }
        return word
    }

    /// One of some words; the first, if none is there.
    private func oneOf(_ words: [String], _ name: String) throws(ServiceFailure) -> String {
        let text = request[name]?.lowercased() ?? words[0]
        if words.contains(text) { return text }
        throw .invalid(name, "there is no \(text.printable(upTo: 60)); there are \(words.joined(separator: ", "))")
    }

    // MARK: - Layers

    private func chosen(_ replica: Replica) throws(ServiceFailure) -> [FeatureLayer] {
        guard let ids = try request.integers("layers"), !ids.isEmpty else {
            throw .invalid("layers", "it is missing; send the ids of the layers, such as 0,1")
        }
        var chosen: [FeatureLayer] = []
        for id in ids where !chosen.contains(where: { $0.id == id }) {
            guard let layer = layers.first(where: { $0.id == id }) else { throw .invalid("layers", "there is no layer \(id)") }
            try layer.expectPublished()
            if replica.model != .none { try layer.expectGlobalIDs() }
            if let target = replica.spatialReference, let own = layer.definition.spatialReference, !layer.isTable,
                !own.isTold(in: target)
            {
                throw .invalid("replicaSR", "the \(own) of the layer \(id) cannot be told in \(target)")
            }
            chosen.append(layer)
        }
        return chosen
    }

    private func geometry(_ chosen: [FeatureLayer]) throws(ServiceFailure) -> Geometry? {
        var geometry: Geometry?
        for layer in chosen where !layer.isTable {
            let own = try GeometryParameter(request, layer).geometry()
            geometry = geometry ?? own
        }
        return geometry
    }

    private func replicaLayers(_ chosen: [FeatureLayer], hasGeometry: Bool) throws(ServiceFailure) -> [Replica.Layer] {
        let queries = try queries(chosen)
        var list: [Replica.Layer] = []
        for layer in chosen {
            var entry = Replica.Layer(id: layer.id, table: layer.definition.name, option: hasGeometry ? .useFilter : .all)
            if let query = queries["\(layer.id)"], !query.isNull { try read(query, layer, into: &entry) }
            list.append(entry)
        }
        return list
    }

    private func queries(_ chosen: [FeatureLayer]) throws(ServiceFailure) -> [String: JSONValue] {
        guard let text = request["layerQueries"] else { return [:] }
        guard let queries = (try? JSONValue(parsing: text))?.object else {
            throw .invalid("layerQueries", "it is no JSON object")
        }
        let ids = Set(chosen.map { "\($0.id)" })
        guard let stranger = queries.keys.sorted().first(where: { !ids.contains($0) }) else { return queries }
        throw .invalid("layerQueries", "\(stranger.printable(upTo: 60)) is none of the layers")
    }

    private func read(_ json: JSONValue, _ layer: FeatureLayer, into entry: inout Replica.Layer) throws(ServiceFailure) {
        try KnownMembers.layerQuery.expect(json, "layerQueries", "what is said of the layer \(layer.id)")
        entry.option = .useFilter
        if let text = json["queryOption"]?.string {
            guard let option = Replica.QueryOption.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() }) else {
                throw .invalid(
                    "layerQueries", "there is no queryOption \(text.printable(upTo: 60)); there are none, useFilter, all")
            }
            entry.option = option
        }
        entry.whereClause = json["where"]?.string ?? ""
        entry.usesGeometry = json["useGeometry"]?.bool ?? true
        entry.includesRelated = json["includeRelated"]?.bool ?? false
        do {
            guard !entry.whereClause.allSatisfy(\.isWhitespace) else { return }
            _ = try WhereClause(entry.whereClause).translation(over: SQLColumns(layer.definition), now: .now)
        } catch { throw .invalid("layerQueries", error) }
    }
}

extension FeatureLayer {
    /// What is thrown if its features cannot be told apart anywhere.
    func expectGlobalIDs() throws(ServiceFailure) {
        if definition.globalIDField != nil, !definition.isView { return }
        throw .invalid(
            "layers",
            "the features of the layer \(id) (\(definition.name)) have no global ids, without which they cannot be kept in step; ask with syncModel=none, or leave it out"
        )
    }
}

extension ServiceRequest {
    /// What is thrown if something else than JSON is wanted.
    func expectJSONReplica(_ name: String) throws(ServiceFailure) {
        guard let text = self[name], text.lowercased() != "json" else { return }
        throw .invalid(name, "\(text.printable(upTo: 60)) is not written here; ask for json, which Cairn keeps as a GeoPackage")
    }
}
