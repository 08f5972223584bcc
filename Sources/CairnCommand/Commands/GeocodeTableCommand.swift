import Cairn
import Foundation

/// `cairn geocode-table`: a table of addresses as a stored job.
enum GeocodeTableCommand: Command {
    static let name = "geocode-table"
    static let summary = "geocode a table of addresses, as a job that survives"
    static let usage = ["IN.csv -o OUT.geojson|OUT.csv (--locator FILE | --service URL) [options]"]
    static let discussion = """
        Geocodes every row of a CSV table. The work is a stored job: interrupted or killed, it goes on where it was when the same command is given again, or with "cairn jobs resume". Rows come out in the order they went in, with the columns Status (M matched, T tied, U unmatched), Score, Match_addr, Addr_type, X and Y added.

        - is standard input, and as OUT standard output: such work is not kept, for it could not go on.
        """
    static var remarks: String { CommandCredentials.help }
    static let options =
        LocatorOption.options + [
            CommandOption("--output", "o", "OUT", "where the result goes"),
            CommandOption(
                "--format", "f", "FORMAT", choices: ["geojson", "csv"], "geojson or csv; by default what OUT's ending says"),
            CommandOption(
                "--column", "c", "FIELD=COLUMN",
                "say which column holds an address field: \(fields.joined(separator: ", ")); may be repeated"),
            CommandOption("--address-column", "a", "COLUMN", "the same as --column SingleLine=COLUMN"),
            CommandOption("--batch-size", "b", "N", "how many rows go into one request, 1 to \(LocatorTask.largestBatch)"),
            CommandOption("--min-score", nil, "N", "take only matches of at least this score, 0 to 100"),
            .jobsDirectory, .json,
        ]
    private static let fields = ["SingleLine", "Address", "City", "Subregion", "Region", "Postal", "CountryCode"]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let input = arguments.operands.first else { throw UsageError(reason: "name one table, IN.csv.") }
        try arguments.expectNoOperands(after: 1)
        guard let path = arguments["--output"] else { throw UsageError(reason: "-o OUT is missing.") }
        let format = try format(of: path, arguments)
        if path == "-", arguments.isJSON {
            throw UsageError(reason: "--json and -o - exclude each other: both want standard output.")
        }
        let source = try LocatorOption.source(arguments)
        var read = input == "-" ? [] : [URL(filePath: input)]
        if case .file(let file) = source { read.append(file) }
        if path == "-" {
            try FileIdentity.expectOutput(notAmong: read)
        } else {
            try FileIdentity.expect(URL(filePath: path), notAmong: read, readsInput: input == "-")
        }
        let sent = try path == "-" ? PipedFile("standard-output.\(format)") : nil
        let piped = try input == "-" || FileIdentity.isPipe(URL(filePath: input)) ? PipedFile.input(input) : nil
        let work = try work(
            arguments, from: piped?.url ?? URL(filePath: input), to: sent?.url ?? FileIdentity.resolved(URL(filePath: path)),
            format, source)
        let isKept = sent == nil && piped == nil
        let code = try await run(work, arguments, isKept: isKept, isSent: sent != nil)
        if code == .done { try sent?.send() }
        withExtendedLifetime(piped) {}
        return code
    }

    private static func run(
        _ work: BatchGeocodeWork, _ arguments: Arguments, isKept: Bool, isSent: Bool
    ) async throws -> ExitCode {
        let job: Job<BatchGeocodeWork>
        if isKept {
            let storage = try JobStorage(arguments, makes: true)
            job = try await UnfinishedJob(storage, isJSON: arguments.isJSON).job(for: work, output: \.output)
            if !arguments.isJSON { Console.note("Job \(job.id)") }
        } else {
            job = try Job(work)
        }
        let session = JobSession(job: job, isJSON: arguments.isJSON, isKept: isKept)
        let code = try await session.run(title: work.table.url.lastPathComponent)
        if code == .done { try await report(job, work, isJSON: arguments.isJSON, isBeside: isSent) }
        return code
    }

    /// - Parameter isBeside: Whether the result itself goes to standard output.
    static func report(
        _ job: Job<BatchGeocodeWork>, _ work: BatchGeocodeWork, isJSON: Bool, isBeside: Bool = false
    ) async throws {
        let summary = try await job.output
        let text =
            "\(summary.rows) rows: \(summary.matched) matched, \(summary.tied) tied, \(summary.unmatched) unmatched"
            + (summary.malformed > 0 ? " (\(summary.malformed) malformed)" : "")
        if isBeside {
            Console.note(text)
        } else if isJSON {
            Console.json([
                "event": "summary", "rows": .integer(summary.rows), "matched": .integer(summary.matched),
                "tied": .integer(summary.tied), "unmatched": .integer(summary.unmatched),
                "malformed": .integer(summary.malformed), "output": .string(work.output.path),
            ])
        } else {
            Console.print("\(text) → \(work.output.path.printable())")
        }
    }

    private static func work(
        _ arguments: Arguments, from input: URL, to output: URL, _ format: BatchGeocodeWork.Format, _ locator: LocatorSource
    ) throws -> BatchGeocodeWork {
        var map: [String: String] = [:]
        for (name, column) in try arguments.pairs("--column") {
            guard let field = fields.first(where: { $0.lowercased() == name.lowercased() }) else {
                throw UsageError(unknown: "address field", name, among: fields)
            }
            map[field] = column
        }
        if let column = arguments["--address-column"] { map["SingleLine"] = column }
        var parameters = GeocodeParameters()
        parameters.minScore = try arguments.double("--min-score", in: 0...100) ?? 0
        let batchSize = try arguments.int("--batch-size", in: 1...LocatorTask.largestBatch)
        try TableHeader.expect(map.values, in: input)
        return BatchGeocodeWork(
            table: try AddressTable(detecting: input.absoluteURL, map: map), output: output.absoluteURL, format: format,
            locator: locator, parameters: parameters, batchSize: batchSize)
    }

    private static func format(of path: String, _ arguments: Arguments) throws -> BatchGeocodeWork.Format {
        switch (arguments["--format"] ?? URL(filePath: path).pathExtension).lowercased() {
        case "geojson", "json": return .geoJSON
        case "csv": return .csv
        default: throw UsageError(reason: "OUT ends neither in .geojson nor in .csv; add --format geojson or --format csv.")
        }
    }
}
