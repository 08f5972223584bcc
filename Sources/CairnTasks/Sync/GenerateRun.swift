import CairnCore
import CairnGeo
import Foundation
import Synchronization

/// One run of the work.
struct GenerateRun {
    private let work: GenerateGeodatabaseWork
    private let context: JobContext<GenerateGeodatabaseWork>
    private let service: ReplicaService
    private var checkpoint: GenerateGeodatabaseWork.Checkpoint

    /// So often the service is asked for a copy whose data are gone before they have come.
    private static let mostAttempts = 5
    /// Shares of the progress: what the service does, what comes, what is written.
    private static let (made, come) = (0.3, 0.7)

    init(_ work: GenerateGeodatabaseWork, _ context: JobContext<GenerateGeodatabaseWork>) {
        (self.work, self.context) = (work, context)
        service = ReplicaService(context.services.client(work.service))
        checkpoint = context.checkpoint ?? GenerateGeodatabaseWork.Checkpoint()
    }

    /// A copy of which nothing will be made, whatever is tried, is forgotten by the service.
    mutating func run() async throws {
        do { try await make() } catch let error where !(error is CancellationError || error is JobError) {
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

    private mutating func make() async throws {
        try DurableFile.expectRoom(for: work.output)
        // Who died while it was written has left a journal beside it, which is brought home when it is opened.
        _ = try await ReplacedCopy.found(at: work.output)
        try ReplacedGeoPackage(url: work.output).expectNothingBeside()
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
        do { try await write(plan) } catch let error where SyncError.isOfAnswer(error) {
            try await forgetCopy()
            throw SyncError.unusable(error, of: service.name)
        }
    }

    /// What has come cannot be used: whoever tries again has the service make another copy.
    private mutating func forgetCopy() async throws {
        try? await service.unregister(named: work.replicaName)
        (checkpoint.answer, checkpoint.isDownloaded) = (nil, false)
        try await context.save(checkpoint)
        removeData()
    }

    private struct DataGone: Error { let reason: String }

    // MARK: - The copy

    /// Asks for a copy; one that was asked for before, and whose answer was lost, is forgotten by the service at first.
    private mutating func ask(_ plan: GeneratePlan) async throws {
        let (service, context, text) = (service, context, work.replicaName)
        if checkpoint.attempt > 0 { try await context.ridingOut { try await service.unregister(named: text) } }
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

    private mutating func write(_ plan: GeneratePlan) async throws {
        let output = GeneratedOutput(plan.tables, work.partial, work.data, isSynced: work.parameters.syncModel != .none)
        let context = context
        let file = try await output.begin()
        try await GeneratedCopy(file, plan, service).expectComplete { body in try await context.ridingOut(body) }
        try await output.writeFeatures { share in context.reportProgress(Self.come + (1 - Self.come) * 0.9 * share) }
        let files = try AttachmentFetch(context.services, base: service.client.url)
        try await files.fetch(try await output.addresses()) { body in try await context.ridingOut(body) }
        try await output.addAttachments(fetched: await files.fetched)
        let replica = try await replica(of: plan, file)
        let length = try await output.finish(replica)
        if replica == nil || checkpoint.attempt > 1 { try await forgetOthers(but: replica?.id) }
        checkpoint.finalLength = length
        checkpoint.replaced = try await ReplacedCopy.found(at: work.output)
        try await context.save(checkpoint)
        // A job that says that it is paused has not put anything in place.
        try Task.checkCancellation()
        try ReplacedGeoPackage(url: work.output).expectNothingBeside()
        removeData()
        try DurableFile.rename(work.partial.url.path, to: work.output)
        withExtendedLifetime(output) {}
        try await forgetReplaced()
    }

    /// Puts what is written in its place, unless it is there: that may have been edited since. Where neither is, it is all done again.
    mutating func complete(_ length: Int) async throws {
        // What is beside the place of one that has ended is another's.
        if context.isAtWork, try await isWritten(length) {
            checkpoint.replaced = try await ReplacedCopy.found(at: work.output)
            try ReplacedGeoPackage(url: work.output).expectNothingBeside()
            try await context.save(checkpoint)
            // A job that says that it is paused, or cancelled, has not put anything in place.
            try Task.checkCancellation()
            removeData()
            try work.partial.complete(length: length, isAtWork: true)
        } else if try await !isInPlace(length) {
            // It may have been moved, and be edited where it is: its copy is not to be forgotten.
            guard context.isAtWork else { throw PartialOutputTrouble.gone(path: work.output.path) }
            return try await beginAnew()
        }
        try await forgetReplaced()
    }

    /// Whether what this job has written is beside the output: another one of the same output may have written there since.
    private func isWritten(_ length: Int) async throws -> Bool {
        let file = work.partial.url
        guard FileManager.default.fileExists(atPath: file.path) else { return false }
        // What cannot be opened just now may be all that there is: it is not made anew.
        do { try work.partial.expectOwn() } catch is PartialOutputTrouble { return false }
        guard try FileDescriptor(file.path, O_RDONLY | O_NONBLOCK).size() == length else { return false }
        return if work.parameters.syncModel == .none { true } else { try await work.replica(in: file) != nil }
    }

    private func isInPlace(_ length: Int) async throws -> Bool {
        if work.parameters.syncModel != .none { return try await work.replica(in: work.output) != nil }
        guard FileManager.default.fileExists(atPath: work.output.path) else { return false }
        // Of one that is never brought up to date only its size tells whose it is.
        guard try FileDescriptor(regular: work.output.path, O_RDONLY).size() == length else {
            throw PartialOutputTrouble.changed(path: work.output.path)
        }
        return true
    }

    private mutating func beginAnew() async throws {
        // Somebody may have put it back.
        if checkpoint.isPlaced == true, try await ReplacedCopy.found(at: work.output)?.id != checkpoint.replaced?.id {
            try await forgetReplaced()
        }
        (checkpoint.answer, checkpoint.isDownloaded, checkpoint.finalLength) = (nil, false, nil)
        (checkpoint.isPlaced, checkpoint.replaced) = (nil, nil)
        try await context.save(checkpoint)
        try await run()
    }

    /// All of it is written: before that is put in its place, for what comes after may never be.
    private func removeData() {
        for file in DownloadFile.files(for: work.data) { _ = try? DurableFile.removeUnused(atPath: file.path) }
    }

    /// Has the service forget the copy that was in the place of this one. What is made is made, whatever comes of that: of another service, which may
    /// have gone for good, it is asked once.
    private mutating func forgetReplaced() async throws {
        guard let copy = checkpoint.replaced, context.isAtWork else { return }
        // Cancelled from now on, the job tells of it.
        checkpoint.isPlaced = true
        try await context.save(checkpoint)
        let service = ReplicaService(context.services.client(copy.service))
        let isOwn = copy.service == work.service
        do {
            if isOwn {
                try await context.ridingOut { try await service.unregister([copy.id]) }
            } else {
                try await service.unregister([copy.id])
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            context.post(
                "\(service.name) still keeps the copy \(copy.id.printable()), whose geodatabase was replaced: \(error.words)",
                severity: .warning)
        }
        checkpoint.replaced = nil
        try await context.save(checkpoint)
    }

    /// A copy that was being made while its answer was lost may be there by now; of one that is never brought up to date none should be.
    private func forgetOthers(but id: String?) async throws {
        let (service, name) = (service, work.replicaName)
        try await context.ridingOut { try await service.unregister(named: name, but: id) }
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
            }, hasAttachments: work.parameters.returnsAttachments)
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
            return try await context.ridingOut { try await service.list().filter { $0.name.contains(name) }.map(\.id) }
        } catch let error where !(error is CancellationError || error is JobError) {
            return []
        }
    }
}
