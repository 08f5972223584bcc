import CairnCore
import CairnGeo
import Foundation

/// Makes replicas, keeps them in step and tells of them.
struct ReplicaOperations {
    private let synced: SyncedFeatures
    private let layers: [FeatureLayer]
    private let geodatabase: Geodatabase
    private let request: ServiceRequest
    private let address: String
    private var service: String { synced.service }

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

    private func store<Value: Sendable>(_ body: @Sendable (ReplicaStore, GeoPackage) throws -> Value) async throws -> Value {
        try await geodatabase.ask { try body(ReplicaStore(service, $0), $0) }
    }

    private func change<Value: Sendable>(_ body: @Sendable (ReplicaStore, GeoPackage) throws -> Value) async throws -> Value {
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
            guard known.isAlike(asked) else {
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
            guard replica.direction.isUpload, synchronization.layers.allSatisfy({ $0.direction.isUpload }) else {
                throw ServiceFailure.invalid(name, "the replica, or this request, is for downloads only")
            }
            let generations = synchronization.layers.map { "\($0.generation)" }.joined(separator: "-")
            let mark = (request["cairnMark"] ?? "").prefix(Self.longestMark)
            synchronization.digest = "\(upload.digest)-\(generations)-\(mark)"
        }
        let order = ReplicaOrder(replica: replica, synchronization: synchronization, address: address)
        return try await carryOut(order, upload, text)
    }

    private static let longestMark = 64

    private func replica(_ id: String) async throws -> Replica {
        guard let replica = try await store({ store, _ in try store.replica(id: id) }) else {
            throw ServiceFailure.invalid(
                "replicaID", "there is no replica \(id.printable(upTo: 60)); it may have been unregistered")
        }
        return replica
    }

    /// - Throws: If it is not known any more what has become of the layers since.
    private func expectKnown(_ synchronization: ReplicaOrder.Synchronization, _ replica: Replica) async throws {
        try await store { _, package in
            let log = GenerationLog(package)
            let (now, pruned) = (try log.generation(), try log.pruned())
            for layer in synchronization.layers where layer.direction.isDownload && layer.direction != .snapshot {
                let table = replica.layers.first { $0.id == layer.id }?.table ?? ""
                let since = try log.beginning(of: table) ?? .max
                if layer.generation <= now, layer.generation >= max(pruned, since) { continue }
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

    // MARK: - Carrying out

    private func carryOut(_ order: ReplicaOrder, _ upload: ReplicaUpload?, _ edits: String?) async throws -> ServiceAnswer {
        let isAsync = try request.flag("async")
        let isEmbedded = try isEmbedded()
        if isEmbedded, !isAsync { return try await embedded(order, upload) }
        let job = ReplicaJob(id: "j\(UUID().uuidString.lowercased())", order: order)
        try await change { store, _ in
            try store.save(job)
            if let edits, order.synchronization?.digest != nil { try store.save(edits: edits, ofJob: job.id) }
            try store.forgetJobs(before: .now - Self.jobAge)
        }
        try begin(job, upload)
        if isAsync { return ServiceAnswer(["statusUrl": .string("\(address)/jobs/\(job.id)")]) }
        await synced.wait(for: job.id)
        return try await finished(job.id)
    }

    private func isEmbedded() throws(ServiceFailure) -> Bool {
        switch request["transportType"]?.lowercased() {
        case "esritransporttypeembedded": true
        case nil, "esritransporttypeurl": false
        case let other?:
            throw .invalid(
                "transportType",
                "there is no \(other.printable(upTo: 60)); there are esriTransportTypeUrl and esriTransportTypeEmbedded")
        }
    }

    /// In milliseconds: a week.
    private static let jobAge = 7 * 86_400_000

    private func embedded(_ order: ReplicaOrder, _ upload: ReplicaUpload?) async throws -> ServiceAnswer {
        let file = try synced.file(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let run = ReplicaRun(service: service, geodatabase: geodatabase, order: order, upload: upload, job: nil, file: file)
        _ = try await run.perform(transport: "esriTransportTypeEmbedded")
        // It stays readable, though nobody finds it any more, and is never in memory as a whole.
        return ServiceAnswer(try Data(contentsOf: file, options: .alwaysMapped), "application/json;charset=utf-8")
    }

    private func begin(_ job: ReplicaJob, _ upload: ReplicaUpload?) throws {
        let (geodatabase, service) = (geodatabase, service)
        let run = ReplicaRun(
            service: service, geodatabase: geodatabase, order: job.order, upload: upload, job: job.id,
            file: try synced.file(job.id))
        let sender = job.order.synchronization?.digest == nil ? nil : job.order.replica.id
        synced.begin(job.id, ofSender: sender) {
            var job = job
            do {
                job.outcome = try await run.perform(transport: ReplicaJob.transport)
                job.status = .completed
            } catch is CancellationError {
                return
            } catch {
                let failure = ServiceFailure(feature: error)
                job.failure = ReplicaJob.Failure(code: failure.code, message: failure.message, details: failure.details)
                job.status = .failed
            }
            job.updated = .now
            let ended = job
            try? await geodatabase.edit { package in
                try package.transaction { try ReplicaStore(service, package).end(ended) }
            }
        }
    }

    private func finished(_ id: String) async throws -> ServiceAnswer {
        let job = try await job(id)
        if let failure = job.failure {
            throw ServiceFailure(code: failure.code, message: failure.message, details: failure.details)
        }
        guard let outcome = job.outcome else { throw ServiceFailure(code: 500, message: "Unable to complete operation.") }
        var members = Dictionary(job.order.members(outcome, transport: ReplicaJob.transport)) { first, _ in first }
        if outcome.hasFile { members["URL"] = .string(resultURL(id)) }
        return ServiceAnswer(.object(members))
    }

    private func resultURL(_ job: String) -> String { "\(address)/replicafiles/\(job).json" }

    // MARK: - Jobs

    private func job(_ id: String) async throws -> ReplicaJob {
        guard let job = try await store({ store, _ in try store.job(id: id) }) else {
            throw ServiceFailure.notFound("Job \(id.printable(upTo: 60))")
        }
        return job
    }

    /// So long a question waits for a job that is about to end: whoever is told that it has not asks again only after a while.
    private static let patience = Duration.seconds(1)

    private func status(_ id: String) async throws -> ServiceAnswer {
        var job = try await job(id)
        if !job.isOver {
            job = try await goOn(job)
            await synced.wait(for: id, atMost: Self.patience)
            if !job.isOver { job = try await self.job(id) }
            if !job.isOver { job.status = job.order.synchronization == nil ? .exporting : .importing }
        }
        return ServiceAnswer(job.json(resultURL: resultURL(id)))
    }

    /// Does again what a server that has ended had not finished, or whose file has gone with it.
    ///
    /// - Returns: The job as it is now.
    @discardableResult
    private func goOn(_ job: ReplicaJob) async throws -> ReplicaJob {
        if synced.isUnderWay(job.id) { return job }
        // It may have ended since it was looked at.
        if !job.isOver, case let known = try await self.job(job.id), known.isOver { return known }
        var upload: ReplicaUpload?
        if job.order.synchronization?.digest != nil {
            let (text, isDone) = try await store { store, _ in
                (try store.edits(ofJob: job.id), try store.results(ofJob: job.id) != nil)
            }
            // Of those that have been carried out the results are kept, and not the edits.
            guard text != nil || isDone else { throw ServiceFailure.notFound("Edits of the job \(job.id)") }
            upload = try ReplicaUpload(text ?? "[]", "edits", for: job.order.replica, layers)
        }
        try begin(job, upload)
        return job
    }

    private func content(_ name: String) async throws -> ServiceAnswer {
        let id = name.lowercased().hasSuffix(".json") ? String(name.dropLast(5)) : name
        let job = try await job(id)
        let file = try synced.file(id)
        if !FileManager.default.fileExists(atPath: file.path) || !job.isOver {
            try await expectRepeatable(job)
            try await goOn(job)
            await synced.wait(for: id)
        }
        return try ServedFile(file).answer(request)
    }

    /// - Throws: If making the file again would give something that is not for its client any more.
    private func expectRepeatable(_ job: ReplicaJob) async throws {
        let known = try await store { store, _ in try store.replica(id: job.order.replica.id) }
        if job.order.replica.model == .none { return }
        guard let known, job.order.synchronization != nil || known.lastSync == nil else {
            throw ServiceFailure.notFound("File of \(job.id)")
        }
        if let synchronization = job.order.synchronization { try await expectKnown(synchronization, known) }
    }

    // MARK: - Replicas

    private func list() async throws -> ServiceAnswer {
        let replicas = try await store { store, _ in try store.replicas() }
        let withDate = try request.flag("returnLastSyncDate")
        return ServiceAnswer(
            .array(
                replicas.map { replica in
                    var members: [String: JSONValue] = ["replicaName": .string(replica.name), "replicaID": .string(replica.id)]
                    if withDate { members["lastSyncDate"] = .integer(replica.lastSync ?? replica.created) }
                    return .object(members)
                }))
    }

    private func details(_ id: String) async throws -> ServiceAnswer {
        func known() async throws -> Replica {
            guard let replica = try await store({ store, _ in try store.replica(id: id) }) else {
                throw ServiceFailure.notFound("Replica \(id.printable(upTo: 60))")
            }
            return replica
        }
        // Who has lost an answer asks whether his edits have arrived.
        await synced.waitForEdits(of: try await known().id)
        let replica = try await known()
        return ServiceAnswer(replica.json)
    }

    private func unregister() async throws -> ServiceAnswer {
        let text = try request.needed("replicaID")
        let ids = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        guard !ids.isEmpty, ids == ["*"] || !ids.contains("*") else {
            throw ServiceFailure.invalid("replicaID", "it is no list of ids, and not * alone")
        }
        try await change { store, package in
            let known = try store.replicas()
            let chosen = ids == ["*"] ? known : known.filter { replica in ids.contains { replica.isCalled($0) } }
            if let stranger = ids.first(where: { id in ids != ["*"] && !known.contains { $0.isCalled(id) } }) {
                throw ServiceFailure.invalid("replicaID", "there is no replica \(stranger.printable(upTo: 60))")
            }
            for replica in chosen { try store.remove(id: replica.id) }
            try store.prune(package)
        }
        return ServiceAnswer(["success": true])
    }
}

extension ServiceRequest {
    /// A parameter that may not be left out.
    func needed(_ name: String) throws(ServiceFailure) -> String {
        guard let text = self[name] else { throw .invalid(name, "it is missing") }
        return text
    }
}
