import Cairn
import Foundation

/// `cairn sync`: a geodatabase brought in step with its service, as a stored job.
enum SyncCommand: Command {
    static let name = "sync"
    static let summary = "bring a geodatabase in step with its service, as a job that survives"
    static let usage = ["FILE.gpkg [options]"]
    static let discussion = """
        Sends what was edited in a geodatabase that "cairn generate-geodatabase" has made, and takes over what was edited in the service. The work is a stored job: interrupted or killed, it goes on where it was when the same command is given again, or with "cairn jobs resume". Each edit reaches the service once. Where both have edited one feature the last who syncs wins; who loses by that is told.
        """
    static var remarks: String { CommandCredentials.help }
    static let options = [
        CommandOption(
            "--direction", "d", "DIRECTION", choices: ["both", "up", "down"],
            "both, up (to the service) or down (from it); by default both"),
        CommandOption("--rollback", nil, nil, "the service takes nothing at all if it refuses something"),
        CommandOption("--keep-deltas", nil, nil, "keep what was sent and what has come in files beside FILE.gpkg"),
        .jobsDirectory, .json,
    ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let path = arguments.operands.first else { throw UsageError(reason: "say which geodatabase: FILE.gpkg.") }
        try arguments.expectNoOperands(after: 1)
        let file = FileIdentity.resolved(URL(filePath: path))
        guard let replica = try await Geodatabase(fileURL: file, isReadOnly: true).replica else {
            throw SyncError.noReplica(path: file.path)
        }
        let direction: SyncDirection =
            switch arguments["--direction"] {
            case "up": .upload
            case "down": .download
            default: .bidirectional
            }
        let parameters = SyncGeodatabaseParameters(
            syncDirection: direction, rollsBackOnFailure: arguments.has("--rollback"), keepsDeltas: arguments.has("--keep-deltas")
        )
        let service = try ServiceURL(stored: replica.serviceURL)
        let work = SyncGeodatabaseWork(service: service, parameters: parameters, geodatabase: file)
        let storage = try JobStorage(arguments, makes: true)
        let job = try await UnfinishedJob(storage, isJSON: arguments.isJSON).job(for: work, output: \.geodatabase)
        if !arguments.isJSON { Console.note("Job \(job.id)") }
        let code = try await JobSession(job: job, isJSON: arguments.isJSON).run(title: file.lastPathComponent)
        if code == .done { try await report(job, isJSON: arguments.isJSON) }
        return code
    }

    static func report(_ job: Job<SyncGeodatabaseWork>, isJSON: Bool) async throws {
        let result = try await job.output
        if isJSON {
            Console.json(["event": "summary", "result": try JSONValue(encoding: result)])
            return
        }
        for layer in result.layers {
            Console.print("\(layer.tableName.printable()): \(layer.uploadedCount) sent, \(layer.downloadedCount) received")
            for refused in layer.editResults {
                Console.error("  refused: \(refused.globalID ?? "an edit"): \(refused.error?.description ?? "no reason given")")
            }
            for conflict in layer.conflicts {
                let end = conflict.isLocalKept ? "the edit here is kept, and sent with the next sync" : "the service's is taken"
                Console.error(
                    "  changed on both sides: \(conflict.globalID) (here \(conflict.local.rawValue), there \(conflict.server.rawValue)): \(end)"
                )
            }
        }
    }
}
