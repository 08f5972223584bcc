import CairnCore
import CairnGeo
import Foundation

/// Makes replicas, keeps them in step and tells of them.
struct ReplicaOperations {
    let synced: SyncedFeatures
    let layers: [FeatureLayer]
    let geodatabase: Geodatabase
    let request: ServiceRequest
    let address: String
    var service: String { synced.service }

    /// - Parameter path: What follows the address of the service.
    init(
        _ synced: SyncedFeatures, _ layers: [FeatureLayer], _ geodatabase: Geodatabase, _ path: [String],
        _ request: ServiceRequest
    ) {
        (self.synced, self.layers, self.geodatabase, self.request) = (synced, layers, geodatabase, request)
        let parts = request.path.dropLast(path.count).map(\.asPath)
        address = "\(request.contextAddress)/rest/\(parts.joined(separator: "/"))"
    }

    static let names: Set<String> = [
        "createreplica", "synchronizereplica", "unregisterreplica", "replicas", "jobs", "replicafiles", "uploads",
    ]

    func answer(_ path: [String]) async throws -> ServiceAnswer {
        switch (path[0].lowercased(), path.count) {
        case ("createreplica", 1):
            try request.expectPost()
            return try await create()
        case ("synchronizereplica", 1):
            try request.expectPost()
            return try await synchronize()
        case ("unregisterreplica", 1):
            try request.expectPost()
            return try await unregister()
        case ("replicas", 1): return try await list()
        case ("replicas", 2): return try await details(path[1])
        case ("jobs", 2): return try await status(path[1])
        case ("jobs", 3) where path[2].lowercased() == "status": return try await status(path[1])
        case ("replicafiles", 2): return try await content(path[1])
        case ("uploads", _):
            return try await UploadAnswer(synced.uploads(for: geodatabase)).answer(Array(path.dropFirst()), request)
        default: throw ServiceFailure.noOperation(path.joined(separator: "/"))
        }
    }

    func store<Value: Sendable>(_ body: @Sendable (ReplicaStore, GeoPackage) throws -> Value) async throws -> Value {
        try await geodatabase.ask { try body(ReplicaStore(service, $0), $0) }
    }

    func change<Value: Sendable>(_ body: @Sendable (ReplicaStore, GeoPackage) throws -> Value) async throws -> Value {
        try await geodatabase.edit { package in
            try package.transaction { try body(ReplicaStore(service, package), package) }
        }
    }

    // MARK: - Orders

    private func create() async throws -> ServiceAnswer {
        let asked = try ReplicaParser(request, layers).replica()
        let replica = asked.model == .none ? asked : try await register(asked)
        let order = ReplicaOrder(replica: replica, synchronization: nil, address: address)
        do { return try await carryOut(order, nil, nil) } catch {
            // Nobody would know of it.
            if replica.id == asked.id, replica.model != .none {
                try? await change { store, _ in try store.remove(id: replica.id) }
            }
            throw error
        }
    }

    /// Enters a replica; one of the same name that was asked for in the same words is the same, and is made anew.
    private func register(_ asked: Replica) async throws -> Replica {
        try await change { store, package in
            var replica = asked
            let generation = try GenerationLog(package).generation()
            for index in replica.layers.indices { replica.layers[index].generation = generation }
            guard let known = try store.replica(named: asked.name) else {
                try store.save(replica)
                return replica
            }
            // Whoever has lost an answer has not synced yet: later it is another client, who would not get what the first one sends.
            guard known.isAlike(asked), known.lastSync == nil else {
                let reason =
                    "there is a replica of this name, which was asked for in other words; choose another name, or unregister it first"
                throw ServiceFailure.invalid("replicaName", reason)
            }
            return known
        }
    }

    private func synchronize() async throws -> ServiceAnswer {
        let replica = try await replica(try request.needed("replicaID"))
        var synchronization = try SynchronizationParser(request, replica).synchronization()
        try await expectKnown(synchronization, replica)
        let (text, name) = try await edits()
        let upload = try text.map { text throws(ServiceFailure) in try ReplicaUpload(text, name, for: replica, layers) }
        if let upload, !upload.isEmpty {
            // Layers without edits may come only; data that replace what the client has say nothing of edits.
            let takesEdits = synchronization.layers.allSatisfy { layer in
                layer.direction.isUpload || layer.direction == .download && !upload.layerIDs.contains(layer.id)
            }
            guard replica.direction.isUpload, takesEdits else {
                throw ServiceFailure.invalid(name, "the replica, or what is asked for its layer, is for downloads only")
            }
            if let id = upload.layerIDs.first(where: { id in !synchronization.layers.contains { $0.id == id } }) {
                throw ServiceFailure.invalid(name, "there are edits of the layer \(id), which is not in syncLayers")
            }
            synchronization.digest = digest(of: upload, synchronization)
        }
        let order = ReplicaOrder(replica: replica, synchronization: synchronization, address: address)
        return try await carryOut(order, upload, text)
    }

    /// What tells edits from others. Who sends only, tells no generation that would: without a mark of his each request is another one.
    private func digest(of upload: ReplicaUpload, _ synchronization: ReplicaOrder.Synchronization) -> String {
        let generations = synchronization.layers.map { "\($0.generation)" }.joined(separator: "-")
        let isTold = synchronization.layers.contains { $0.direction.isDownload }
        let mark = request["cairnMark"].map { String($0.prefix(Self.longestMark)) } ?? (isTold ? "" : UUID().uuidString)
        return "\(upload.digest)-\(generations)-\(mark)"
    }

    private static let longestMark = 64

    private func replica(_ id: String) async throws -> Replica {
        guard let replica = try await store({ store, _ in try store.replica(id: id) }), isKnown(replica) else {
            throw ServiceFailure.invalid(
                "replicaID", "there is no replica \(id.printable(upTo: 60)); it may have been unregistered")
        }
        return replica
    }

    /// - Throws: If it is not known any more what has become of the layers since.
    func expectKnown(_ synchronization: ReplicaOrder.Synchronization, _ replica: Replica) async throws {
        try await store { _, package in
            let log = GenerationLog(package)
            let (now, pruned) = (try log.generation(), try log.pruned())
            for layer in synchronization.layers {
                guard layer.generation <= now else {
                    throw ServiceFailure.invalid(
                        "replicaServerGen", "the generation \(layer.generation) has not come yet: the last one is \(now)")
                }
                guard layer.direction.isDownload, layer.direction != .snapshot else { continue }
                let table = replica.layers.first { $0.id == layer.id }?.table ?? ""
                let since = try log.beginning(of: table) ?? .max
                if layer.generation >= max(pruned, since) { continue }
                throw ServiceFailure.invalid(
                    "replicaServerGen",
                    "what has changed since the generation \(layer.generation) is not known; unregister the replica, and create it anew"
                )
            }
        }
    }

    /// The edits, and what they were sent as.
    private func edits() async throws -> (String?, String) {
        guard let id = request["editsUploadId"] else { return (request["edits"], "edits") }
        if request["edits"] != nil {
            throw ServiceFailure.invalid("editsUploadId", "there are edits, too; send the one or the other")
        }
        try request.expectJSONReplica("editsUploadFormat")
        guard let content = try await synced.uploads(for: geodatabase).content(of: id) else {
            throw ServiceFailure.invalid("editsUploadId", "there is no item \(id.printable(upTo: 60)); upload it again")
        }
        return (String(decoding: content, as: UTF8.self), "editsUploadId")
    }
}

extension ServiceRequest {
    /// A parameter that may not be left out.
    func needed(_ name: String) throws(ServiceFailure) -> String {
        guard let text = self[name] else { throw .invalid(name, "it is missing") }
        return text
    }
}
