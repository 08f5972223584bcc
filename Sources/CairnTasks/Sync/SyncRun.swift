import CairnCore
import CairnGeo
import Foundation
import Synchronization

/// One run of the work.
struct SyncRun {
    private let work: SyncGeodatabaseWork
    private let context: JobContext<SyncGeodatabaseWork>
    private let geodatabase: Geodatabase
    private let service: ReplicaService
    private let replica: ReplicaInfo
    private let inquiry: UploadInquiry
    private var checkpoint: SyncGeodatabaseWork.Checkpoint
    /// Whether this sync has run before.
    private let isBegun: Bool

    /// Shares of the progress: what the service does, what comes, what is taken over.
    private static let (done, come) = (0.5, 0.8)

    init(_ work: SyncGeodatabaseWork, _ context: JobContext<SyncGeodatabaseWork>, _ geodatabase: Geodatabase) async throws {
        (self.work, self.context, self.geodatabase) = (work, context, geodatabase)
        service = ReplicaService(context.services.client(work.service))
        checkpoint = context.checkpoint ?? SyncGeodatabaseWork.Checkpoint()
        isBegun = context.checkpoint != nil
        guard let replica = try await geodatabase.replica else { throw SyncError.noReplica(path: geodatabase.url.path) }
        guard replica.serviceURL.isSameService(as: work.service.url) else {
            throw SyncError.otherService(path: geodatabase.url.path, service: URL.withoutQuery(replica.serviceURL))
        }
        self.replica = replica
        inquiry = UploadInquiry(service, replica, geodatabase, context)
    }

    mutating func run() async throws -> SyncResult {
        // Its mark is known before anything is done under it.
        if !isBegun { try await context.save(checkpoint) }
        let mark = checkpoint.mark
        if let known = try await geodatabase.editReplica({ try $0.outcome(of: mark) }) ?? nil {
            return try await finish(JSONValue(parsing: known).decode(SyncResult.self))
        }
        let (service, parameters, replica) = (service, work.parameters, replica)
        let plan = try await context.ridingOut {
            let json = try await service.client.ask("", limit: ServiceClient.descriptionLimit)
            let info = try FeatureServiceInfo(AnswerPart(json, of: service.client.url))
            return try SyncPlan(parameters, replica, info, service: service.name)
        }
        if plan.layers.isEmpty { return try await finish(SyncResult()) }
        return try await finish(try await exchange(plan))
    }

    /// Sends and takes over, until it is known what has become of each edit.
    private mutating func exchange(_ plan: SyncPlan) async throws -> SyncResult {
        var isAsked = false
        while true {
            if checkpoint.answer == nil, try await begin(plan) == false {
                return SyncResult(layers: untouched(plan), uploadDeltaURL: deltas.upload)
            }
            try await fetchOrForget()
            if checkpoint.isInDoubt {
                // What has changed in the service tells what has arrived there; then the sync begins.
                let told = try await takeOverOrForget(plan)
                try await forgetAnswer(doubtful: told.after(checkpoint.doubtful ?? []).layers)
            } else if try await orForget({ try await $0.tellsAll() }) {
                return try await takeOverOrForget(plan)
            } else {
                try await forgetAnswer(doubtful: checkpoint.doubtful)
                if isAsked {
                    throw SyncError.outcomeUnknown(service: service.name, reason: "its answer does not name each of them.")
                }
                isAsked = true
            }
        }
    }

    private mutating func takeOverOrForget(_ plan: SyncPlan) async throws -> SyncResult {
        try await orForget { try await $0.takeOver(plan) }
    }

    /// Does something with the answer; one that cannot be used is forgotten, so that the service is asked anew by who tries again.
    private mutating func orForget<Value>(_ body: (Self) async throws -> Value) async throws -> Value {
        do { return try await body(self) } catch let error
            where SyncError.isOfAnswer(error)
        {
            try await forgetAnswer(doubtful: checkpoint.doubtful)
            throw SyncError.unusable(error, of: service.name)
        }
    }

    /// Whether the answer says of each edit that was sent what has become of it. What it passes over may not have arrived.
    private func tellsAll() async throws -> Bool {
        let file = try ReplicaFile(work.data)
        return try await geodatabase.editReplica { try ReplicaTaking($0, file).tellsOfAll() } ?? true
    }

    /// Begins anew: what has become of the edits is found out before they are sent again.
    private mutating func forgetAnswer(doubtful: [SyncLayerResult]?) async throws {
        checkpoint = fresh()
        checkpoint.doubtful = doubtful
        try await context.save(checkpoint)
    }

    private var deltas: SyncDeltas { SyncDeltas(work, mark: checkpoint.mark) }

    private func fresh() -> SyncGeodatabaseWork.Checkpoint {
        var next = SyncGeodatabaseWork.Checkpoint()
        next.mark = checkpoint.mark
        return next
    }

    private func untouched(_ plan: SyncPlan) -> [SyncLayerResult] {
        replica.layers.filter { plan.layers.contains($0.id) }.map { SyncLayerResult(layerID: $0.id, tableName: $0.tableName) }
    }

    private mutating func finish(_ result: SyncResult) async throws -> SyncResult {
        let result = result.after(checkpoint.doubtful ?? [])
        checkpoint.result = result
        try await context.save(checkpoint)
        for file in work.partialFiles { _ = try? DurableFile.removeUnused(atPath: file.path) }
        return result
    }

    // MARK: - What is sent

    /// Sends what there is to send, and asks for what there is to come.
    ///
    /// - Returns: False if there is neither.
    private mutating func begin(_ plan: SyncPlan) async throws -> Bool {
        let (finding, arrived) = try await inquiry.settle()
        let isInDoubt = finding == .inDoubt
        try await note(arrived)
        let edits = isInDoubt ? nil : try await setApart(plan)
        guard isInDoubt || edits != nil || !plan.downloads.isEmpty else { return false }
        var next = fresh()
        (next.isInDoubt, next.doubtful) = (isInDoubt, checkpoint.doubtful)
        do {
            var form = try plan.form(try await current(), isUpload: edits != nil, isInDoubt: isInDoubt)
            // Tells a Local Server these edits from the same ones that are made anew later.
            if edits != nil { form["cairnMark"] = checkpoint.mark }
            try await send(form, edits, next)
        } catch let lost as LostAnswer {
            throw lost.cause
        } catch let error where !(error is CancellationError || error is JobError) {
            // Refused, it has not arrived: what was set apart is a local change again. Of all else the next sync asks the service.
            if edits != nil, SyncError.isRefusal(error) { try await geodatabase.editReplica { try $0.takeBackUpload() } }
            throw error
        }
        return true
    }

    /// Keeps how many edits have arrived of which no answer tells.
    private mutating func note(_ arrived: [Int: Int]) async throws {
        if !arrived.values.contains(where: { $0 > 0 }) { return }
        let layers = replica.layers.map {
            SyncLayerResult(layerID: $0.id, tableName: $0.tableName, uploadedCount: arrived[$0.id] ?? 0)
        }
        checkpoint.doubtful = SyncResult(layers: layers).after(checkpoint.doubtful ?? []).layers
        try await context.save(checkpoint)
    }

    private func current() async throws -> ReplicaInfo { try await geodatabase.replica ?? replica }

    /// Sets local edits apart.
    ///
    /// - Returns: The file that holds them in the form in which they are sent; nil if there are none.
    private func setApart(_ plan: SyncPlan) async throws -> URL? {
        if plan.uploads.isEmpty { return nil }
        guard let before = try await plan.takesEdits ? standing() : nil else {
            guard try await geodatabase.hasLocalEdits(ofLayers: plan.uploads) else { return nil }
            throw SyncError.takesNoEdits(service: service.name)
        }
        let work = work
        let pending = PendingUpload(mark: checkpoint.mark, before: before)
        let deltas = deltas
        let count = try await geodatabase.editReplica { replica in
            let file = try EditsFile(form: work.edits, plain: deltas.writing, head: SyncDelta.head(of: replica.replica))
            let count = try replica.beginUpload(pending, layers: plan.uploads) { try file.write($0) }
            if count == 0 { return count }
            try file.finish(tail: SyncDelta.tail)
            // Before it counts as sent: a process that dies then sets the same apart again.
            try deltas.keepUpload()
            return count
        }
        try await UnsentEdits(geodatabase, context).tell(isSending: count ?? 0 > 0)
        if count ?? 0 > 0 { return work.edits }
        for file in [work.edits, deltas.writing].compactMap(\.self) { try? FileManager.default.removeItem(at: file) }
        return nil
    }

    /// How far the service is with the copy; nil if it takes no edits of that. It is believed which way these go, where that is not known here.
    private func standing() async throws -> JSONValue? {
        let (service, replica) = (service, try await current())
        let details = try await context.ridingOut { try await service.details(of: replica) }
        let known = replica.directed(by: details)
        if known != replica { try await geodatabase.editReplica { try $0.write(known) } }
        return known.sendsEdits == false ? nil : ReplicaService.standing(details)
    }

    private mutating func send(_ form: [String: String], _ edits: URL?, _ next: SyncGeodatabaseWork.Checkpoint) async throws {
        let (service, context, data, mark) = (service, context, work.data, checkpoint.mark)
        let answered = Mutex(next)
        try await context.submitAnother {
            let answer = try await service.synchronize(form, edits: edits)
            let (told, isDownloaded) = try answer.withoutData(keptAt: data)
            var after = next
            (after.answer, after.isDownloaded) = (told, isDownloaded)
            let (known, stored) = (after, try JSONValue(encoding: after))
            context.keep { stored }
            answered.withLock { $0 = known }
            return answer.statusURL?.absoluteString ?? mark
        }
        checkpoint = answered.withLock(\.self)
    }

    // MARK: - What comes

    private mutating func fetchOrForget() async throws {
        do { try await fetch() } catch let error where error is SyncError || (error as? ServiceError)?.transience == .final {
            try await forgetAnswer(doubtful: checkpoint.doubtful)
            throw error
        }
        context.reportProgress(Self.come)
    }

    private func takeOver(_ plan: SyncPlan) async throws -> SyncResult {
        let (work, mark, isInDoubt, answer) = (work, checkpoint.mark, checkpoint.isInDoubt, checkpoint.answer)
        let file = try ReplicaFile(work.data)
        let files = try AttachmentFetch(context.services, base: service.client.url)
        // What is in doubt may be of layers that this sync leaves out else.
        let layers = isInDoubt ? Set(replica.layers.map(\.id)) : plan.layers
        let downloads = isInDoubt ? layers : plan.downloads
        if let reason = replica.objection(to: file, checkpoint.answer, layers: downloads) { throw ReplicaObjection(reason) }
        let context = context
        try await files.fetch(try file.attachmentAddresses(layers: downloads)) { body in try await context.ridingOut(body) }
        let (fetched, sent, come) = (
            await files.fetched, deltas.upload, try plan.downloads.isEmpty ? nil : deltas.keepDownload(work.data)
        )
        let result = try await geodatabase.editReplica { editing in
            let isAllOrNothing = work.parameters.rollsBackOnFailure
            let taking = ReplicaTaking(editing, file, fetched: fetched, isAllOrNothing: isAllOrNothing, isInDoubt: isInDoubt)
            let outcomes = try taking.run(layers: layers, downloads: downloads)
            let result = SyncResult(
                layers: outcomes.map(SyncLayerResult.init), uploadDeltaURL: sent, downloadDeltaURL: come)
            let replica = editing.replica.advanced(to: file, answer, layers: downloads)
            try editing.finish(isInDoubt ? "" : mark, replica, outcome: try JSONValue(encoding: result).text())
            return result
        }
        guard let result else { throw SyncError.noReplica(path: geodatabase.url.path) }
        return result
    }

    /// Waits until the service is done, and fetches what it has to say.
    private mutating func fetch() async throws {
        guard let answer = checkpoint.answer, !checkpoint.isDownloaded else { return }
        if let url = answer.statusURL { checkpoint.answer = try await finished(answer, url) }
        context.reportProgress(Self.done)
        if let url = checkpoint.answer?.dataURL {
            try await download(url)
        } else {
            // Nothing comes; whether that is all, its kind tells.
            let kind = checkpoint.answer?.responseType.map { ["responseType": JSONValue.string($0)] } ?? [:]
            try DurableFile.replace(work.data, with: JSONValue.object(kind).data())
        }
        checkpoint.isDownloaded = true
        try await context.save(checkpoint)
    }

    private func finished(_ answer: ReplicaAnswer, _ url: URL) async throws -> ReplicaAnswer {
        let service = service
        return try await context.polling {
            let status = try await service.status(of: url)
            switch status.state {
            case .running: return nil
            case .failed(let reason): throw SyncError.failed(service: service.name, reason: reason)
            case .completed: return try answer.completed(by: status)
            }
        }
    }

    private func download(_ url: URL) async throws {
        let (service, data, context) = (service, work.data, context)
        try await context.takeOutput {
            try await context.ridingOut {
                try await service.download(url, to: data) { share in
                    context.reportProgress(Self.done + (Self.come - Self.done) * share)
                }
            }
        }
    }
}
