import CairnCore
import CairnGeo
import Foundation
import Synchronization

/// One run of the work.
struct GenerateRun {
    let work: GenerateGeodatabaseWork
    let context: JobContext<GenerateGeodatabaseWork>
    let service: ReplicaService
    var checkpoint: GenerateGeodatabaseWork.Checkpoint

    /// So often the service is asked for a copy whose data are gone before they have come.
    private static let mostAttempts = 5
    /// Shares of the progress: what the service does, what comes, what is written.
    private static let (made, come) = (0.3, 0.7)

    init(_ work: GenerateGeodatabaseWork, _ context: JobContext<GenerateGeodatabaseWork>) {
        (self.work, self.context) = (work, context)
        service = ReplicaService(context.services.client(work.service))
        checkpoint = context.checkpoint ?? GenerateGeodatabaseWork.Checkpoint()
    }

    /// A copy of which nothing will be made, whatever is tried, is forgotten by the service. While only this machine's files are in the way, it is kept
    /// until the job is given up.
    mutating func run() async throws {
        try await expectPlace()
        do { try await make() } catch let error where !(error is CancellationError || error is JobError || Self.isOfHere(error)) {
            let work = GenerateGeodatabaseWork.self
            // What is written by then is a copy of it.
            if checkpoint.attempt > 0, checkpoint.finalLength == nil, work.transience(of: error) == .final,
                !work.canBeRetried(after: error)
            {
                // Whoever asks for the same once more gets another copy.
                try? await forgetCopy()
            }
            throw error
        }
    }

    /// Whether an error is of this machine's files: that can be put right, and the copy used.
    private static func isOfHere(_ error: any Error) -> Bool {
        error is SystemError || error is DatabaseError || error is PartialOutputTrouble || error is DownloadError
    }

    /// Finds out, before a service is asked for anything, whether a geodatabase can be put in its place.
    private func expectPlace() async throws {
        try DurableFile.expectRoom(for: work.output)
        try work.partial.expectOwn()
        // Who died while it was written has left a journal beside it, which is brought home when it is opened.
        _ = try await ReplacedCopy.found(at: work.output)
        try ReplacedGeoPackage(url: work.output).expectNothingBeside()
    }

    private mutating func make() async throws {
        let (service, parameters) = (service, work.parameters)
        let plan = try await context.ridingOut { try await GeneratePlan(parameters, of: service) }
        // Known by its name before anything is asked for: whoever cancels finds it by that.
        let name = work.replicaName
        try await context.submitOnce { name }
        // Somebody has tidied up.
        if checkpoint.isDownloaded, !FileManager.default.fileExists(atPath: work.data.path) {
            (checkpoint.answer, checkpoint.isDownloaded) = (nil, false)
        }
        while !checkpoint.isDownloaded {
            do {
                if checkpoint.answer == nil { try await ask(plan) }
                try await fetch()
            } catch let gone as DataGone where checkpoint.attempt < Self.mostAttempts {
                context.post(
                    "The service does not have the data of the copy any more (\(gone.reason)): it is asked for another one.")
                checkpoint.answer = nil
                try await context.save(checkpoint)
            }
        }
        let written: (output: GeneratedOutput, length: Int, id: String?)
        do { written = try await write(plan) } catch let error where SyncError.isOfAnswer(error) {
            try await forgetCopy()
            throw SyncError.unusable(error, of: service.name)
        }
        try await place(written.output, written.length, written.id)
    }

    /// What has come cannot be used: whoever tries again has the service make another copy.
    private mutating func forgetCopy() async throws {
        try? await service.unregister(named: work.replicaName, but: delivered)
        (checkpoint.answer, checkpoint.isDownloaded) = (nil, false)
        try await context.save(checkpoint)
        removeData()
    }

    private struct DataGone: Error { let reason: String }

    // MARK: - The copy

    /// Asks for a copy; one that was asked for before, and whose answer was lost, is forgotten by the service at first.
    private mutating func ask(_ plan: GeneratePlan) async throws {
        let (service, context, text, kept) = (service, context, work.replicaName, delivered)
        if checkpoint.attempt > 0 { try await context.ridingOut { try await service.unregister(named: text, but: kept) } }
        checkpoint.attempt += 1
        try await context.save(checkpoint)
        let name = checkpoint.attempt == 1 ? text : "\(text)-\(checkpoint.attempt)"
        let (form, before, data) = (plan.form(name: name), checkpoint, work.data)
        let answered = Mutex(checkpoint)
        try await context.submitAnother {
            let answer = try await service.create(form)
            let (told, isDownloaded) = try answer.withoutData(keptAt: data)
            var after = before
            (after.answer, after.isDownloaded) = (told, isDownloaded)
            let (known, stored) = (after, try JSONValue(encoding: after))
            context.keep { stored }
            answered.withLock { $0 = known }
            return answer.statusURL?.absoluteString ?? answer.replicaID ?? name
        }
        checkpoint = answered.withLock(\.self)
    }

    // MARK: - Its data

    private mutating func fetch() async throws {
        guard let answer = checkpoint.answer, !checkpoint.isDownloaded else { return }
        let url = if let url = answer.dataURL { url } else { try await finishedURL(of: answer) }
        context.reportProgress(Self.made)
        try await download(url)
        checkpoint.isDownloaded = true
        try await context.save(checkpoint)
    }

    private func finishedURL(of answer: ReplicaAnswer) async throws -> URL {
        guard let url = answer.statusURL else { throw SyncError.failed(service: service.name, reason: "it names no data.") }
        let (service, context) = (service, context)
        do {
            return try await context.polling {
                let status = try await service.status(of: url)
                switch status.state {
                case .running: return nil
                case .failed(let reason): throw SyncError.failed(service: service.name, reason: reason)
                case .completed:
                    guard let result = status.resultURL else {
                        throw SyncError.failed(service: service.name, reason: "it names no data.")
                    }
                    return result
                }
            }
        } catch let error as ServiceError where [404, 410].contains(error.code) {
            throw DataGone(reason: "\(error)")
        }
    }

    private func download(_ url: URL) async throws {
        let (service, data, context) = (service, work.data, context)
        do {
            try await context.takeOutput {
                try await context.ridingOut {
                    try await service.download(url, to: data) { share in
                        context.reportProgress(Self.made + (Self.come - Self.made) * share)
                    }
                }
            }
        } catch let error as ServiceError where [404, 410].contains(error.code) {
            throw DataGone(reason: "\(error)")
        }
    }

    // MARK: - The geodatabase

    private func write(_ plan: GeneratePlan) async throws -> (output: GeneratedOutput, length: Int, id: String?) {
        let output = GeneratedOutput(plan.tables, work.partial, work.data, isSynced: work.parameters.syncModel != .none)
        let context = context
        let file = try await context.takeOutput { try await output.begin() }
        try await GeneratedCopy(file, plan, service).expectComplete { body in try await context.ridingOut(body) }
        try await output.writeFeatures { share in context.reportProgress(Self.come + (1 - Self.come) * 0.9 * share) }
        let files = try AttachmentFetch(context.services, base: service.client.url)
        try await files.fetch(try await output.addresses()) { body in try await context.ridingOut(body) }
        try await output.addAttachments(fetched: await files.fetched)
        let replica = try await replica(of: plan, file)
        let length = try await output.finish(replica)
        if replica == nil || checkpoint.attempt > 1 { try await forgetOthers(but: replica?.id) }
        return (output, length, replica?.id)
    }

    /// A copy that was being made while its answer was lost may be there by now; of one that is never brought up to date none should be.
    private func forgetOthers(but id: String?) async throws {
        let (service, name, kept) = (service, work.replicaName, delivered + [id].compactMap(\.self))
        try await context.ridingOut { try await service.unregister(named: name, but: kept) }
    }

    private func replica(of plan: GeneratePlan, _ file: ReplicaFile) async throws -> ReplicaInfo? {
        if work.parameters.syncModel == .none { return nil }
        let id = try await id(in: file)
        let isByLayer = work.parameters.syncModel == .layer
        guard isByLayer ? plan.tables.keys.allSatisfy({ file.layerGenerations[$0] != nil }) : file.generation != nil else {
            throw ReplicaObjection("it names no generation")
        }
        return ReplicaInfo(
            id: id, name: file.member("replicaName")?.string ?? work.replicaName, serviceURL: work.service.url,
            syncModel: work.parameters.syncModel, generation: isByLayer ? nil : file.generation,
            layers: plan.tables.sorted { $0.key < $1.key }.map {
                ReplicaInfo.Layer(
                    id: $0.key, tableName: $0.value.name, generation: isByLayer ? file.layerGenerations[$0.key] : nil,
                    fieldNames: $0.value.fields.map(\.name) + ($0.value.globalIDField.map { [$0] } ?? []))
            }, hasAttachments: work.parameters.returnsAttachments, sendsEdits: plan.sendsEdits,
            sendsAttachments: plan.sendsAttachments)
    }

    /// The id of the copy. Data of another one would never come in step.
    private func id(in file: ReplicaFile) async throws -> String {
        let (service, name) = (service, work.replicaName)
        guard let id = file.member("replicaID")?.string ?? checkpoint.answer?.replicaID, !id.isEmpty else {
            throw ReplicaObjection("it names no replica")
        }
        let known = if let told = checkpoint.answer?.replicaID { [told] } else { try await ids(named: name, service) }
        if known.isEmpty || known.contains(where: { GlobalID.areSame($0, id) }) { return id }
        throw ReplicaObjection("it is of another copy, \(id.printable(upTo: 60))")
    }

    /// The copies of that name, as far as the service tells whoever asks of them.
    private func ids(named name: String, _ service: ReplicaService) async throws -> [String] {
        do {
            return try await context.ridingOut { try await service.ids(named: name) }
        } catch let error where !(error is CancellationError || error is JobError) {
            return []
        }
    }
}
