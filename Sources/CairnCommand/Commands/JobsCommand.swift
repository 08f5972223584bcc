import Cairn
import Foundation

/// `cairn jobs`: the stored jobs.
enum JobsCommand: Command {
    static let name = "jobs"
    static let summary = "list, watch, pause, resume, cancel and remove stored jobs"
    static let help = """
        Usage: cairn jobs list
               cairn jobs show|watch|pause|resume|cancel|remove ID

        ID is a job's id, or the beginning of it. Two processes never run one job; the job of a process that has died can
        be resumed at once.

          list      every job, and what in the directory cannot be read
          show      the record of a job, as JSON
          watch     the progress of a job that another process runs, until it ends or is paused
          pause     ask the process that runs a job to pause it
          resume    go on with a job, here; one that has failed is tried again from where it was
          cancel    cancel a job, wherever it runs, and remove what is half-written
          remove    remove a job that does not run, and what is half-written

          --jobs-directory DIR   where jobs are kept (default CAIRN_JOBS, or ~/.cairn/jobs)
          --json             JSON on standard output
        """
    static let options = (valued: Set(["--jobs-directory"]), flags: Set(["--json"]))

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let storage = try JobStorage(arguments)
        let isJSON = arguments.has("--json")
        guard let verb = arguments.operands.first else { throw UsageError(reason: "say what to do: list, show, …") }
        if verb == "list" { return try await list(storage, isJSON: isJSON) }
        guard arguments.operands.count == 2 else { throw UsageError(reason: "name one job.") }
        let (record, owner) = try await storage.record(arguments.operands[1])
        switch verb {
        case "show": Console.print(record.json.text(pretty: true))
        case "watch": return try await watch(record, storage, isJSON: isJSON)
        case "pause": return try await ask(.pause, record, owner, storage)
        case "resume":
            if let owner { throw JobError.claimed(record.id, owner: owner) }
            return try await resume(record, storage, isJSON: isJSON)
        case "cancel":
            // Here, or by the process that has it.
            try await storage.kinds.restore(record, configuration: storage.configuration).cancelAndWait()
            Console.print("Cancelled \(record.id).")
        case "remove":
            try await storage.kinds.restore(record, configuration: storage.configuration).removeFromStore()
            Console.print("Removed \(record.id).")
        default: throw UsageError(reason: "jobs cannot \(verb).")
        }
        return .done
    }

    private static func list(_ storage: JobStorage, isJSON: Bool) async throws -> ExitCode {
        var isWhole = true
        for listing in try await storage.store.list() {
            switch listing {
            case .record(let record, let owner): show(record, owner != nil, isJSON: isJSON)
            case .unreadable(let file, let error):
                isWhole = false
                Console.error("unreadable: \(file): \(Console.text(of: error))")
            }
        }
        return isWhole ? .done : .failed
    }

    private static func show(_ record: JobRecord, _ isClaimed: Bool, isJSON: Bool) {
        let status = state(of: record, isClaimed)
        if isJSON {
            Console.json([
                "id": .string(record.id.uuidString), "kind": .string(record.kind), "status": .string(status),
                "progress": .number(record.progress),
            ])
        } else {
            let percent = "\(Int(rounding: record.progress, .down) ?? 0) %"
            let columns = [(record.id.uuidString, 38), (status, 14), (percent, 7)]
            let text = columns.map { $0.0.padding(toLength: $0.1, withPad: " ", startingAt: 0) }.joined()
            Console.print(text + record.kind)
        }
    }

    /// A job that was started and has no owner was interrupted.
    private static func state(of record: JobRecord, _ isClaimed: Bool) -> String {
        record.status == .started && !isClaimed ? "interrupted" : record.status.rawValue
    }

    private static func ask(
        _ command: JobRequest.Command, _ record: JobRecord, _ owner: JobOwner?, _ storage: JobStorage
    ) async throws -> ExitCode {
        guard let owner else {
            Console.error("Job \(record.id) does not run (\(state(of: record, false))).")
            return record.status == .paused ? .done : .failed
        }
        try await storage.store.post(JobRequest(command, token: owner.token), for: record.id)
        Console.print("Asked the process that runs \(record.id) to \(command.rawValue) it.")
        return .done
    }

    private static func resume(_ record: JobRecord, _ storage: JobStorage, isJSON: Bool) async throws -> ExitCode {
        let job = try storage.kinds.restore(record, configuration: storage.configuration)
        let code = try await JobSession(job: job, isJSON: isJSON).run(title: String(record.id.uuidString.prefix(8)))
        if code == .done, let job = job as? Job<BatchGeocodeWork> {
            try await GeocodeTableCommand.report(job, job.work, isJSON: isJSON)
        }
        return code
    }

    private static func watch(_ first: JobRecord, _ storage: JobStorage, isJSON: Bool) async throws -> ExitCode {
        let line = ProgressLine(String(first.id.uuidString.prefix(8)))
        var record = first
        while true {
            let (current, owner) = try await storage.record(first.id.uuidString)
            record = current
            if isJSON { show(record, owner != nil, isJSON: true) } else { line.update(record.progress) }
            if record.status.isFinished || owner == nil { break }
            try await Task.sleep(for: .milliseconds(500))
        }
        line.close()
        if !isJSON { Console.print("\(record.id) \(state(of: record, false))") }
        return record.status == .failed || record.status == .canceled ? .failed : .done
    }
}
