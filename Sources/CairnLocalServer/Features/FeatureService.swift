import CairnCore
import CairnGeo
import CairnTasks

/// A FeatureServer over any tables.
struct FeatureService: RESTService {
    let kind = LocalServer.Kind.featureServer

    private let name: String
    private let source: PublishedFeatures
    private let memory: AnswerMemory
    private let numbers = LayerNumbers()
    /// Its replicas; nil if there can be none.
    private let synced: SyncedFeatures?

    init(_ name: String, _ source: PublishedFeatures, _ memory: AnswerMemory) {
        (self.name, self.source, self.memory) = (name, source, memory)
        synced = source.geodatabase.map { SyncedFeatures(name, $0) }
    }

    func answer(_ path: [String], _ request: ServiceRequest) async throws -> ServiceAnswer {
        do {
            // Others may have added tables to the file, and changed those that there were.
            try await source.refresh()
            let geodatabase = try await synced?.tracked(numbers)
            let layers = try await source.layers(numbers)
            guard let first = path.first, ReplicaOperations.names.contains(first.lowercased()) else {
                return try await answer(path, request, layers)
            }
            guard let synced, let geodatabase else { throw ServiceFailure.noReplicas(first) }
            return try await ReplicaOperations(synced, layers, geodatabase, path, request).answer(path)
        } catch let error as AnswerMemory.Full {
            throw error
        } catch {
            throw ServiceFailure(feature: error).named(by: path)
        }
    }

    private func answer(
        _ path: [String], _ request: ServiceRequest, _ layers: [FeatureLayer]
    ) async throws -> ServiceAnswer {
        switch path.first?.lowercased() {
        case nil: return try await FeatureServiceMetadata(name, source, layers).answer(request)
        case "layers" where path.count == 1: return try await FeatureServiceMetadata(name, source, layers).allLayers()
        case "applyedits" where path.count == 1:
            try request.expectPost()
            return try await ServiceEdits(layers).answer(request)
        case let first?:
            guard let id = Int(first) else { throw ServiceFailure.noOperation(first) }
            guard let layer = layers.first(where: { $0.id == id }) else { throw ServiceFailure.notFound("Layer \(id)") }
            try layer.expectPublished()
            return try await answer(Array(path.dropFirst()), request, layer)
        }
    }

    private func answer(_ path: [String], _ request: ServiceRequest, _ layer: FeatureLayer) async throws -> ServiceAnswer {
        guard let first = path.first else { return try await FeatureLayerMetadata(layer).answer(request) }
        if let objectID = Int(first) {
            if path.count == 1 { return try await SingleFeature(layer, objectID).answer(request) }
            return try await FeatureAttachments(layer, objectID).answer(Array(path.dropFirst()), request)
        }
        guard path.count == 1 else { throw ServiceFailure.noOperation(path.joined(separator: "/")) }
        switch first.lowercased() {
        case "query": return try await FeatureQueryAnswer(layer, memory).answer(request)
        case "queryattachments": return try await AttachmentQuery(layer).answer(request)
        case "applyedits", "addfeatures", "updatefeatures", "deletefeatures":
            try request.expectPost()
            return ServiceAnswer(try await LayerEdits(layer).answer(first.lowercased(), request))
        default: throw ServiceFailure.noOperation(first)
        }
    }
}

extension ServiceRequest {
    /// What changes something is not done by following a link.
    func expectPost() throws(ServiceFailure) {
        guard method == .post else { throw ServiceFailure(code: 405, message: "\(operation) takes POST only") }
    }
}
