import Cairn
import Foundation

/// `cairn jobs`: the stored jobs.
enum JobsCommand: Command {
    static let name = "jobs"
    static let summary = "list, show, watch, pause, resume, retry, cancel and remove stored jobs"
    static let usage = ["list", verbs.dropFirst().joined(separator: "|") + " ID"]
    static let discussion = """
        ID is a job's id, or the beginning of it. Two processes never run one job; the job of a process that has died can be resumed at once.

          list      every job, the newest first, and what in the directory cannot be read
          show      what a job is, how far it is, and what it has said; with --json its record
          watch     the progress of a job that another process runs, until it ends or is paused
          pause     ask the process that runs a job to pause it
          resume    go on with a job, here; one that has failed is tried again from where it was
          retry     try a job that has failed again, from where it was
          cancel    cancel a job, wherever it runs, and remove what is half-written
          remove    remove a job that does not run, and what is half-written
        """
    static let options = [CommandOption.jobsDirectory, .json]
    static let verbs = ["list", "show", "watch", "pause", "resume", "retry", "cancel", "remove"]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let verb = arguments.operands.first else {
            throw UsageError(reason: "say what to do: \(verbs.joined(separator: ", ")).")
        }
        guard verbs.contains(verb) else { throw UsageError(unknown: "jobs command", verb, among: verbs) }
        try arguments.expectNoOperands(after: verb == "list" ? 1 : 2)
        guard verb == "list" || arguments.operands.count == 2 else {
            throw UsageError(reason: "name one job: cairn jobs \(verb) ID.")
        }
        let isJSON = arguments.isJSON
        if verb == "list" { return try await list(arguments) }
        let storage = try JobStorage(arguments, makes: false)
        let (record, owner) = try await storage.record(arguments.operands[1])
        let description = JobDescription(record, owner, storage)
        switch verb {
        case "show": description.show(isJSON: isJSON)
        case "watch": return try await watch(record, storage, isJSON: isJSON)
        case "pause": return try await pause(description, storage, isJSON: isJSON)
        case "cancel": return try await cancel(description, storage, isJSON: isJSON)
        case "remove": return try await remove(description, storage, isJSON: isJSON)
        case "retry" where record.status != .failed:
            throw CannotRetry(id: record.id, state: description.state)
        default:
            if let owner { throw JobError.claimed(record.id, owner: owner) }
            if record.status == .succeeded || record.status == .canceled { throw JobError.alreadyFinished(record.status) }
            return try await resume(record, storage, isJSON: isJSON)
        }
        return .done
    }

    private static func list(_ arguments: Arguments) async throws -> ExitCode {
        do {
            return try await JobList(JobStorage(arguments, makes: false)).show(isJSON: arguments.isJSON)
        } catch let none as JobStorage.NoJobs {
            if !arguments.isJSON { Console.note(Console.text(of: none)) }
            return .done
        }
    }

    private struct CannotRetry: Error, LocalizedError {
        let id: UUID
        let state: String
        var errorDescription: String? { "Only a job that has failed can be tried again; \(id) has not (\(state))." }
    }

    /// Says what has happened to a job.
    private static func tell(_ event: String, _ description: JobDescription, _ text: String, isJSON: Bool) {
        if isJSON {
            Console.json(["event": .string(event), "job": .string(description.record.id.uuidString), "text": .string(text)])
        } else {
            Console.print(text)
        }
    }

    private static func pause(
        _ description: JobDescription, _ storage: JobStorage, isJSON: Bool
    ) async throws -> ExitCode {
        let id = description.record.id
        guard let owner = description.owner else {
            tell("unchanged", description, "Job \(id) does not run (\(description.state)).", isJSON: isJSON)
            return description.record.status == .paused ? .done : .failed
        }
        try await storage.store.post(JobRequest(.pause, token: owner.token), for: id)
        tell("asked", description, "Asked \(owner.name) to pause job \(id).", isJSON: isJSON)
        return .done
    }

    /// Here, or by the process that has it.
    private static func cancel(
        _ description: JobDescription, _ storage: JobStorage, isJSON: Bool
    ) async throws -> ExitCode {
        let (record, id) = (description.record, description.record.id)
        guard record.status != .canceled else {
            let left = record.unconfirmedServerJobIDs
            let rest = left.isEmpty ? "" : " \(Console.text(of: LeftOnServer(left, of: record)))"
            tell("unchanged", description, "Job \(id) was cancelled before.\(rest)", isJSON: isJSON)
            return left.isEmpty ? .done : .failed
        }
        guard record.status != .succeeded else {
            tell("unchanged", description, "Job \(id) has succeeded: there is nothing to cancel.", isJSON: isJSON)
            return .failed
        }
        let partial = description.partialFiles
        let job = try storage.kinds.restore(record, configuration: storage.configuration)
        // Cancelled it is, too, if something may still run on a server.
        defer { if job.status == .canceled { BegunCommand(id, storage).forget() } }
        do { try await job.cancelAndWait() } catch JobError.cancellationUnconfirmed(let ids) where !ids.isEmpty {
            throw LeftOnServer(ids, of: record)
        }
        let place = description.owner.map(\.name) ?? description.state
        tell("canceled", description, "Cancelled job \(id) (\(place))\(Self.removed(partial)).", isJSON: isJSON)
        return complain(of: partial)
    }

    private static func remove(
        _ description: JobDescription, _ storage: JobStorage, isJSON: Bool
    ) async throws -> ExitCode {
        let partial = description.partialFiles
        var unconfirmed: LeftOnServer?
        let job = try storage.kinds.restore(description.record, configuration: storage.configuration)
        do { try await job.removeFromStore() } catch JobError.cancellationUnconfirmed(let ids) {
            unconfirmed = LeftOnServer(ids, of: description.record)
        }
        BegunCommand(description.record.id, storage).forget()
        let text = "Removed job \(description.record.id) (\(description.state))\(Self.removed(partial))."
        tell("removed", description, text, isJSON: isJSON)
        let code = complain(of: partial)
        if let unconfirmed { throw unconfirmed }
        return code
    }

    private static func removed(_ partial: [URL]) -> String {
        let gone = partial.filter { !FileManager.default.fileExists(atPath: $0.path) }
        return gone.isEmpty ? "" : ", and " + gone.map { $0.path.printable() }.joined(separator: ", ")
    }

    /// Names what is half-written and could not be removed.
    private static func complain(of partial: [URL]) -> ExitCode {
        let left = partial.filter { FileManager.default.fileExists(atPath: $0.path) }
        for file in left { Console.error("\(file.path.printable()) could not be removed. Remove it, if no other job writes it.") }
        return left.isEmpty ? .done : .failed
    }

    private static func resume(_ record: JobRecord, _ storage: JobStorage, isJSON: Bool) async throws -> ExitCode {
        let job = try storage.kinds.restore(record, configuration: storage.configuration)
        let code = try await JobSession(job: job, isJSON: isJSON).run(title: String(record.id.uuidString.prefix(8)))
        if code == .done {
            try await report(job, isJSON: isJSON)
            BegunCommand(record.id, storage).forgetWhatIsTold()
        }
        return code
    }

    /// Tells what the command tells that begins such a job.
    private static func report(_ job: any JobProtocol, isJSON: Bool) async throws {
        switch job {
        case let job as Job<BatchGeocodeWork>: try await GeocodeTableCommand.report(job, job.work, isJSON: isJSON)
        case let job as Job<CostMatrixWork>: try await MatrixCommand.report(job, isJSON: isJSON)
        case let job as Job<GeoprocessingWork>: try await ToolResult(job).report(isJSON: isJSON)
        case let job as Job<FeatureExportWork>: try await ExportCommand.report(job, isJSON: isJSON)
        case let job as Job<GenerateGeodatabaseWork>: try await GenerateGeodatabaseCommand.report(job, isJSON: isJSON)
        case let job as Job<SyncGeodatabaseWork>: try await SyncCommand.report(job, isJSON: isJSON)
        case let job as Job<ExportTileCacheWork>: try await ExportTilesCommand.reportImages(job.work.output, isJSON: isJSON)
        case let job as Job<ExportVectorTilesWork>: try await ExportTilesCommand.reportVectors(job.work.output, isJSON: isJSON)
        case let job as Job<GenerateOfflineMapWork>: try await TakeOfflineCommand.report(job.output, isJSON: isJSON)
        default: break
        }
    }

    private static func watch(_ first: JobRecord, _ storage: JobStorage, isJSON: Bool) async throws -> ExitCode {
        let line = ProgressLine(String(first.id.uuidString.prefix(8)))
        while true {
            let (record, owner) = try await storage.record(first.id.uuidString)
            let description = JobDescription(record, owner, storage)
            if isJSON { Console.json(description.json) } else { line.update(record.progress) }
            guard record.status.isFinished || owner == nil else {
                try await Task.sleep(for: .milliseconds(500))
                continue
            }
            line.close()
            if !isJSON { Console.print("Job \(record.id): \(description.ending)") }
            return record.status == .failed || record.status == .canceled ? .failed : .done
        }
    }
}
