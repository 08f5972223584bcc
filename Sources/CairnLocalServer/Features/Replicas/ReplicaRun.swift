import CairnCore
import CairnGeo
import Foundation

/// Carries out what was ordered for a replica.
struct ReplicaRun: Sendable {
    let service: String
    let geodatabase: Geodatabase
    let order: ReplicaOrder
    let upload: ReplicaUpload?
    /// What becomes of edits that were sent with a job; nil if they were sent at once.
    let job: String?
    /// Where the answer is written.
    let file: URL

    func perform(transport: String) async throws -> ReplicaOutcome {
        guard let synchronization = order.synchronization else { return try await create(transport) }
        let results = try await apply(synchronization)
        let outcome = try await geodatabase.ask { package in
            try package.snapshot { try write(synchronization, results, transport, package) }
        }
        try await note(synchronization)
        return outcome
    }

    // MARK: - A new one

    private func create(_ transport: String) async throws -> ReplicaOutcome {
        let outcome = try await geodatabase.ask { package in
            try package.snapshot {
                let generation = try GenerationLog(package).generation()
                var outcome = ReplicaOutcome(responseType: ReplicaOutcome.data, generations: [:])
                for layer in order.replica.layers { outcome.generations[layer.id] = generation }
                try writeAll(outcome, transport, package)
                return outcome
            }
        }
        if order.replica.model != .none { try await keep(outcome) }
        return outcome
    }

    private func writeAll(_ outcome: ReplicaOutcome, _ transport: String, _ package: GeoPackage) throws {
        let document = try ReplicaDocument(at: file)
        try document.append("{")
        try document.members(order.members(outcome, transport: transport))
        try document.append("\"layers\":")
        try ReplicaWriter(replica: order.replica, package: package, document: document, address: order.address).writeLayers()
        try document.append("}")
        try document.finish()
    }

    private func keep(_ outcome: ReplicaOutcome) async throws {
        try await geodatabase.edit { package in
            try package.transaction {
                let store = ReplicaStore(service, package)
                guard var replica = try store.replica(id: order.replica.id) else { return }
                for index in replica.layers.indices {
                    replica.layers[index].generation = outcome.generations[replica.layers[index].id] ?? 0
                }
                try store.save(replica)
            }
        }
    }

    // MARK: - One that is kept in step

    /// Carries out the edits that come along, unless that has been done already: then the answer was lost.
    private func apply(_ synchronization: ReplicaOrder.Synchronization) async throws -> JSONValue {
        guard let upload, let digest = synchronization.digest else { return [] }
        return try await geodatabase.edit { package in
            try package.transaction {
                let store = ReplicaStore(service, package)
                if let job, let results = try store.results(ofJob: job) { return results }
                let id = order.replica.id
                if let known = try store.lastUpload(of: id, digest: digest) {
                    if let job { try store.save(known.results, ofJob: job) }
                    return known.results
                }
                let (results, made) = try GenerationLog(package).keepingAll {
                    try upload.apply(to: package, rollingBack: synchronization.rollsBack)
                }
                // What has changed nothing may be tried again.
                if made.through > made.after {
                    try store.save(ReplicaStore.Upload(digest: digest, range: made, results: results), of: id)
                }
                if let job { try store.save(results, ofJob: job) }
                // Whoever asks how far the replica is learns that they have arrived, though this server may end before it answers.
                if var replica = try store.replica(id: id) {
                    replica.noteSync()
                    try store.save(replica)
                }
                return results
            }
        }
    }

    private func write(
        _ synchronization: ReplicaOrder.Synchronization, _ results: JSONValue, _ transport: String, _ package: GeoPackage
    ) throws -> ReplicaOutcome {
        let generation = try GenerationLog(package).generation()
        var outcome = ReplicaOutcome(responseType: ReplicaOutcome.edits, generations: [:])
        for layer in synchronization.layers {
            outcome.generations[layer.id] = layer.direction.isDownload ? generation : layer.generation
        }
        if synchronization.layers.contains(where: { $0.direction == .snapshot }) {
            outcome.responseType = ReplicaOutcome.replacement
            try writeAll(outcome, transport, package)
            return outcome
        }
        let document = try ReplicaDocument(at: file)
        try document.append("{")
        try document.members(order.members(outcome, transport: transport))
        try document.append("\"edits\":")
        let own = try ReplicaStore(service, package).ownRanges(of: order.replica.id)
        let writer = ReplicaWriter(replica: order.replica, package: package, document: document, address: order.address)
        try document.list({ add in try synchronization.layers.forEach(add) }) { layer in
            try write(layer, results.array?.first { $0["id"]?.int == layer.id }, own, writer)
        }
        try document.append("}")
        try document.finish()
        return outcome
    }

    private func write(
        _ layer: ReplicaOrder.Layer, _ results: JSONValue?, _ own: [GenerationRange], _ writer: ReplicaWriter
    ) throws {
        try writer.document.append("{\"id\":\(layer.id)")
        for (name, value) in (results?.object ?? [:]).sorted(by: { $0.key < $1.key }) where name != "id" {
            try writer.document.append(",\"\(name)\":\(value.text())")
        }
        let known = order.replica.layers.first { $0.id == layer.id }
        if let known, layer.direction.isDownload {
            try writer.writeChanges(of: known, since: layer.generation, without: own)
        }
        try writer.document.append("}")
    }

    /// Notes what the client has told to have, and forgets what nobody will ask for.
    private func note(_ synchronization: ReplicaOrder.Synchronization) async throws {
        try await geodatabase.edit { package in
            try package.transaction {
                let store = ReplicaStore(service, package)
                guard var replica = try store.replica(id: order.replica.id) else { return }
                if synchronization.closes {
                    try store.remove(id: replica.id)
                } else {
                    for layer in synchronization.layers {
                        guard let index = replica.layers.firstIndex(where: { $0.id == layer.id }) else { continue }
                        replica.layers[index].generation = max(replica.layers[index].generation, layer.generation)
                    }
                    replica.noteSync()
                    try store.save(replica)
                    try store.forgetUploads(of: replica.id, through: replica.generation)
                }
                try store.prune(package)
            }
        }
    }
}

extension Int {
    /// The milliseconds since 1970.
    static var now: Int { Int(rounding: Date().timeIntervalSince1970 * 1000, .down) ?? 0 }
}

extension ReplicaStore {
    /// Forgets the changes that all replicas have seen.
    func prune(_ package: GeoPackage) throws {
        let log = GenerationLog(package)
        try log.prune(through: try oldestGeneration() ?? log.generation())
    }
}
