import Cairn
import CairnCore
import Foundation

/// `cairn matrix`: what it costs from each place to each, as a stored job.
enum MatrixCommand: Command {
    static let name = "matrix"
    static let summary = "find the costs between the places of two tables, as a job that survives"
    static let usage = ["ORIGINS.csv [DESTINATIONS.csv] -o OUT.csv (--network FILE | --service URL) [options]"]
    static let discussion = """
        Finds what it costs to get from each place of one table to each of the other (of the same, if there is no other). Tables want columns lon and lat in degrees, perhaps name. The work is a stored job: interrupted or killed, it goes on where it was when the same command is given again, or with "cairn jobs resume". OUT has a row for each pair to which a way leads.
        """
    static var remarks: String { CommandCredentials.help }
    static let options =
        NetworkOption.options + [
            CommandOption("--output", "o", "OUT", "where the result goes"),
            CommandOption(
                "--within", "w", "N", "the most that a way may cost: minutes, or kilometres by a mode that keeps distances short"),
            CommandOption("--count", "c", "N", "only the N nearest destinations of each origin"),
            CommandOption(
                "--cost", nil, "NAME", "tell this cost, too, such as Kilometers; may be repeated, and takes much longer"),
            CommandOption("--batch-size", "b", "N", "how many origins go into one question"),
            .jobsDirectory, .json,
        ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let input = arguments.operands.first else { throw UsageError(reason: "name a table, ORIGINS.csv.") }
        try arguments.expectNoOperands(after: 2)
        let network = try NetworkOption.source(arguments)
        let tables = try [input, arguments.operands.last ?? input].map { try RoutingFiles.table($0) }
        guard let output = try RoutingFiles.output("--output", arguments, tables: tables) else {
            throw UsageError(reason: "-o OUT is missing.")
        }
        let places = try tables.map { try PlaceTable(detecting: $0) }
        for (table, url) in zip(places, tables) where try table.places().isEmpty {
            throw UsageError(reason: "\(url.path.printable()) has no places: it is a header alone.")
        }
        let work = CostMatrixWork(
            origins: places[0], destinations: places[1],
            output: output.absoluteURL, network: network, options: try options(arguments))
        let storage = try JobStorage(arguments, makes: true)
        let job = try await UnfinishedJob(storage, isJSON: arguments.isJSON).job(for: work, output: \.output)
        if !arguments.isJSON { Console.note("Job \(job.id)") }
        let code = try await JobSession(job: job, isJSON: arguments.isJSON).run(title: tables[0].lastPathComponent)
        guard code == .done else { return code }
        try await report(job, isJSON: arguments.isJSON)
        return try await job.output.costs == 0 ? .failed : .done
    }

    private static func options(_ arguments: Arguments) throws -> CostMatrixWork.Options {
        var options = CostMatrixWork.Options()
        options.travelModeName = arguments["--mode"] ?? ""
        options.impedanceCutoff = try arguments.double("--within", in: 0...Double.infinity)
        options.targetDestinationCount = try arguments.int("--count", in: 1...Int.max)
        options.accumulateAttributeNames = arguments.all("--cost")
        options.batchSize = try arguments.int("--batch-size", in: 1...100_000)
        return options
    }

    static func report(_ job: Job<CostMatrixWork>, isJSON: Bool) async throws {
        let (summary, path) = (try await job.output, job.work.output.path)
        if isJSON {
            return Console.json([
                "event": "summary", "origins": .integer(summary.origins), "destinations": .integer(summary.destinations),
                "costs": .integer(summary.costs), "unlocated": .integer(summary.unlocated), "output": .string(path),
            ])
        }
        let lost = summary.unlocated > 0 ? " (\(summary.unlocated) far from any road)" : ""
        Console.print("\(summary.origins) × \(summary.destinations) places: \(summary.costs) costs\(lost) → \(path.printable())")
    }
}
