import CairnCore
import CairnGeo
import Foundation

/// Orders, carried out at once or as jobs that outlive the server.
extension ReplicaOperations {
    func carryOut(_ order: ReplicaOrder, _ upload: ReplicaUpload?, _ edits: String?) async throws -> ServiceAnswer {
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

    private func job(_ id: String) async throws -> ReplicaJob {
        guard let job = try await store({ store, _ in try store.job(id: id) }) else {
            throw ServiceFailure.notFound("Job \(id.printable(upTo: 60))")
        }
        return job
    }

    /// So long a question waits for a job that is about to end: whoever is told that it has not asks again only after a while.
    private static let patience = Duration.seconds(1)

    func status(_ id: String) async throws -> ServiceAnswer {
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

    func content(_ name: String) async throws -> ServiceAnswer {
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
}
