import Cairn
import CairnCore
import Foundation

/// `cairn gp`: a tool of a service, as a stored job.
enum GeoprocessingCommand: Command {
    static let name = "gp"
    static let summary = "run a tool of a geoprocessing service, as a job that survives"
    static let usage = ["URL [--set NAME=VALUE]... [-o FILE] [options]", "URL --describe"]
    static let discussion = """
        Runs the tool at URL, such as https://host/arcgis/rest/services/Name/GPServer/Tool, with the inputs that are set, and prints its results. VALUE is text, a number or JSON, or @FILE: features and rows are read from a file of Esri JSON, other files are uploaded. The work is a stored job: interrupted or killed, it goes on where it was when the same command is given again, or with "cairn jobs resume".
        """
    static var remarks: String { CommandCredentials.help }
    static let options = [
        CommandOption("--set", "s", "NAME=VALUE", "an input; may be repeated"),
        CommandOption("--describe", "d", nil, "prints what the tool takes and gives, and does not run it"),
        CommandOption("--output", "o", "OUT", "where the results go, as JSON; by default they are printed"),
        CommandOption("--files", nil, "DIR", "a folder into which files among the results are fetched"),
        .jobsDirectory, .json,
    ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let service = try service(arguments)
        try arguments.expectNoOperands(after: 1)
        if arguments.has("--describe") {
            ToolDescription(try await info(of: GeoprocessingTask(url: service.url))).show(isJSON: arguments.isJSON)
            return .done
        }
        try expectRoom(arguments)
        let storage = try JobStorage(arguments, makes: true)
        let job = try await job(service, storage, arguments)
        if !arguments.isJSON { Console.note("Job \(job.id)") }
        let command = BegunCommand(job.id, storage)
        if job.status != .succeeded {
            let code = try await JobSession(job: job, isJSON: arguments.isJSON).run(title: service.url.lastPathComponent)
            guard code == .done else {
                if job.status == .canceled { command.forget() }
                return code
            }
        }
        do {
            try await ToolResult(job).report(arguments["--output"], files: arguments["--files"], isJSON: arguments.isJSON)
        } catch let error as ServiceError where ToolResult.isGone(error) {
            // The server has not got them any more: they can only be made anew.
            ToolResult(job).discardFetched(arguments["--files"])
            command.forget()
            throw error
        }
        command.forgetWhatIsTold()
        return .done
    }

    /// A tool may take hours: where its results cannot go is told before.
    private static func expectRoom(_ arguments: Arguments) throws {
        let read = ToolInput.files(arguments)
        switch arguments["--output"] {
        case nil: break
        case "-" where arguments.isJSON:
            throw UsageError(reason: "with --json the results are in the summary already: leave out -o -.")
        case "-": try FileIdentity.expectOutput(notAmong: read)
        case let output?: try FileIdentity.expect(URL(filePath: output), notAmong: read)
        }
        if let files = arguments["--files"] { try FileIdentity.expectRoom(inFolder: URL(filePath: files)) }
    }

    /// The job that the same command has begun: only if there is none is the service asked what the tool takes, and are files uploaded.
    private static func job(
        _ service: ServiceURL, _ storage: JobStorage, _ arguments: Arguments
    ) async throws -> Job<GeoprocessingWork> {
        let unfinished = UnfinishedJob(storage, isJSON: arguments.isJSON)
        let command = ToolInput.command(arguments)
        if let job = try await unfinished.job(GeoprocessingWork.self, begunBy: command, orSucceeded: true) { return job }
        let task = GeoprocessingTask(url: service.url)
        let info = try await info(of: task)
        var parameters = try await task.makeDefaultParameters()
        for (name, value) in try await ToolInput.all(arguments, info) { parameters.inputs[name] = value }
        do { try info.verify(parameters) } catch { throw UsageError(reason: error.description) }
        let job = try await unfinished.job(for: GeoprocessingWork(task: service, parameters: parameters))
        try BegunCommand(job.id, storage).note(command)
        return job
    }

    private static func info(of task: GeoprocessingTask) async throws -> GeoprocessingTaskInfo {
        try await task.load()
        guard let info = task.info else { throw CancellationError() }
        return info
    }

    private static func service(_ arguments: Arguments) throws -> ServiceURL {
        guard let text = arguments.operands.first else {
            throw UsageError(reason: "say which tool: its address, …/GPServer/NAME.")
        }
        let url = URL(string: text) ?? URL(string: text.replacing(" ", with: "%20"))
        guard let url, ["http", "https"].contains(url.scheme?.lowercased()), url.host != nil else {
            throw UsageError(reason: "\(text.printable()) is no address of HTTP.")
        }
        // It would be stored with the job.
        guard url.query == nil, url.fragment == nil, let service = try? ServiceURL(url) else {
            throw UsageError(
                reason: "an address takes no query and no password here; credentials come from the environment or a file.")
        }
        return service
    }
}
