import Cairn
import Foundation

/// `cairn workflow`: workflows to look at, and one to kill.
enum WorkflowCommand: Command {
    static let name = "workflow"
    static let summary = "watch workflows run, draw them, and resume one that was killed"
    static let usage = [
        "demo [--output DIR] [--pace MS]", "checkpoint --log FILE [--steps N] [--pace MS] [--jobs-directory DIR]",
    ]
    static let discussion = """
        demo runs the figures of Task.framework's guide, with the states of the steps as they change: A, A+B, AB, AB+C, A(B+C), and an image that waits for somebody, is filtered by a subworkflow and is sent at the second attempt. DIR then holds a picture (.svg), a Mermaid chart (.mmd) and a Graphviz graph (.dot) of each.

        checkpoint runs a workflow of many steps as a stored job. Interrupted, or killed with kill -9, it goes on when the same command is given again, and no step that has finished runs twice: FILE tells which began and which finished.
        """
    static let options = [
        CommandOption("--output", "o", "DIR", "where the pictures go (default cairn-workflows)"),
        CommandOption("--pace", nil, "MS", "how long a step takes (default 300 for demo, 5 for checkpoint)"),
        CommandOption("--steps", "n", "N", "how many steps there are (default 500)"),
        CommandOption("--log", nil, "FILE", "what the steps tell is added here"),
        .jobsDirectory, .json,
    ]
    static let verbs = ["demo", "checkpoint"]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let verb = arguments.operands.first else { throw UsageError(reason: "say demo or checkpoint.") }
        try arguments.expectNoOperands(after: 1)
        switch verb {
        case "demo": return try await demo(arguments)
        case "checkpoint": return try await checkpoint(arguments)
        default: throw UsageError(unknown: "workflow command", verb, among: verbs)
        }
    }

    private static func demo(_ arguments: Arguments) async throws -> ExitCode {
        try arguments.expectNone(of: ["--log", "--steps", "--jobs-directory"], with: "demo")
        let folder = URL(filePath: arguments["--output"] ?? "cairn-workflows").absoluteURL
        try WorkflowPictures.expectOwn(folder, WorkflowFigure.all(pace: .zero).map(\.file))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for figure in WorkflowFigure.all(pace: .milliseconds(try arguments.int("--pace", in: 0...60_000) ?? 300)) {
            if !arguments.isJSON { Console.note(figure.workflow.name) }
            let snapshot = try await run(figure, isJSON: arguments.isJSON)
            try WorkflowPictures(snapshot: snapshot).write(to: folder, named: figure.file)
        }
        if arguments.isJSON {
            Console.json(["event": "succeeded", "folder": .string(folder.path)])
        } else {
            Console.print("Pictures are in \(folder.path)")
        }
        return .done
    }

    private static func run(_ figure: WorkflowFigure, isJSON: Bool) async throws -> WorkflowSnapshot {
        let run = try figure.workflow.makeRun()
        let events = run.events
        run.start()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await figure.operate(run) }
            await WorkflowView(run: run, isJSON: isJSON).follow(events)
            try await group.waitForAll()
        }
        _ = try await run.results()
        return run.snapshot
    }

    private static func checkpoint(_ arguments: Arguments) async throws -> ExitCode {
        try arguments.expectNone(of: ["--output"], with: "checkpoint")
        let work = WorkflowWork(
            ManySteps(
                count: try arguments.int("--steps", in: 1...100_000) ?? 500,
                log: URL(filePath: try arguments.required("--log")).absoluteURL))
        let pace = Duration.milliseconds(try arguments.int("--pace", in: 0...60_000) ?? 5)
        let storage = try JobStorage(arguments, makes: true, pace: pace)
        let job = try await job(for: work, storage, pace)
        if !arguments.isJSON { Console.note("Job \(job.id)") }
        let code = try await JobSession(job: job, isJSON: arguments.isJSON).run(title: "Steps")
        guard code == .done else { return code }
        let sum = try await job.output
        if arguments.isJSON {
            Console.json(["event": "summary", "sum": .integer(sum)])
        } else {
            Console.print("The steps give \(sum)")
        }
        return code
    }

    /// The unfinished job of the same work, or a new one.
    private static func job(
        for work: WorkflowWork<ManySteps>, _ storage: JobStorage, _ pace: Duration
    ) async throws -> Job<WorkflowWork<ManySteps>> {
        for case .record(let record, _) in try await storage.store.list() where !record.status.isFinished {
            let job = try? storage.kinds.restore(record, configuration: storage.configuration)
            guard let job = job as? Job<WorkflowWork<ManySteps>>,
                try JSONValue(encoding: job.work) == JSONValue(encoding: work)
            else { continue }
            Console.note("Going on with a job begun before.")
            return job
        }
        return try Job(work, services: ManySteps.Services(pace: pace), configuration: storage.configuration)
    }
}
