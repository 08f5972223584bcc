import Cairn
import Foundation

/// `cairn geocode-table`: a table of addresses as a stored job.
enum GeocodeTableCommand: Command {
    static let name = "geocode-table"
    static let summary = "geocode a table of addresses, as a job that survives"
    static let help = """
        Usage: cairn geocode-table IN.csv -o OUT.geojson|OUT.csv (--locator FILE | --service URL) [options]

        Geocodes every row of a CSV table. The work is a stored job: interrupted or killed, it goes on where it was when
        the same command is given again, or with "cairn jobs resume". Rows come out in the order they went in, with the
        columns Status (M matched, T tied, U unmatched), Score, Match_addr, Addr_type, X and Y added.

        \(LocatorOption.help)
          --column FIELD=COLUMN   say which column holds an address field: SingleLine, Address, City, Subregion,
                             Region, Postal or CountryCode; may be repeated
          --address-column COLUMN   the same as --column SingleLine=COLUMN
          --format geojson|csv   what to write; by default what OUT's ending says
          --batch-size N     how many rows go into one request
          --min-score N      take only matches of at least this score, 0 to 100
          --jobs-directory DIR   where jobs are kept (default CAIRN_JOBS, or ~/.cairn/jobs)
          --json             events as lines of JSON on standard output

        \(CommandCredentials.help)
        """
    static let options = (
        valued: LocatorOption.names.union([
            "-o", "--output", "--column", "--address-column", "--format", "--batch-size", "--min-score", "--jobs-directory",
        ]),
        flags: Set(["--json"])
    )

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let work = try work(arguments)
        let storage = try JobStorage(arguments)
        let isJSON = arguments.has("--json")
        let job = try await job(for: work, storage, isJSON: isJSON)
        if !isJSON { Console.error("Job \(job.id)") }
        let code = try await JobSession(job: job, isJSON: isJSON).run(title: work.table.url.lastPathComponent)
        if code == .done { try await report(job, work, isJSON: isJSON) }
        return code
    }

    static func report(_ job: Job<BatchGeocodeWork>, _ work: BatchGeocodeWork, isJSON: Bool) async throws {
        let summary = try await job.output
        if isJSON {
            Console.json([
                "event": "summary", "rows": .integer(summary.rows), "matched": .integer(summary.matched),
                "tied": .integer(summary.tied), "unmatched": .integer(summary.unmatched),
                "malformed": .integer(summary.malformed), "output": .string(work.output.path),
            ])
        } else {
            Console.print(
                "\(summary.rows) rows: \(summary.matched) matched, \(summary.tied) tied, \(summary.unmatched) unmatched"
                    + (summary.malformed > 0 ? " (\(summary.malformed) malformed)" : "") + " → \(work.output.path)")
        }
    }

    private static func work(_ arguments: Arguments) throws -> BatchGeocodeWork {
        guard arguments.operands.count == 1 else { throw UsageError(reason: "name one table, IN.csv.") }
        guard let path = arguments["-o"] ?? arguments["--output"] else { throw UsageError(reason: "-o OUT is missing.") }
        let output = URL(filePath: path).absoluteURL
        var map = try arguments.pairs("--column")
        if let column = arguments["--address-column"] { map["SingleLine"] = column }
        var parameters = GeocodeParameters()
        parameters.minScore = try arguments.int("--min-score").map(Double.init) ?? 0
        return BatchGeocodeWork(
            table: try AddressTable(detecting: URL(filePath: arguments.operands[0]).absoluteURL, map: map), output: output,
            format: try format(arguments["--format"] ?? output.pathExtension), locator: try LocatorOption.source(arguments),
            parameters: parameters, batchSize: try arguments.int("--batch-size"))
    }

    private static func format(_ name: String) throws -> BatchGeocodeWork.Format {
        switch name.lowercased() {
        case "geojson", "json": return .geoJSON
        case "csv": return .csv
        default: throw UsageError(reason: "OUT ends neither in .geojson nor in .csv; add --format.")
        }
    }

    /// The unfinished job of the same work, one that has failed of what may have passed, or a new one.
    private static func job(
        for work: BatchGeocodeWork, _ storage: JobStorage, isJSON: Bool
    ) async throws -> Job<BatchGeocodeWork> {
        for case .record(let record, _) in try await storage.store.list()
        where !record.status.isFinished || record.status == .failed {
            let job = try? storage.kinds.restore(record, configuration: storage.configuration)
            guard let job = job as? Job<BatchGeocodeWork>, job.work.output == work.output else { continue }
            if record.failure?.isRetryable == false {
                // It can only be done anew, and its half-written output is in the way.
                try await job.removeFromStore()
                continue
            }
            guard try JSONValue(encoding: job.work) == JSONValue(encoding: work) else {
                throw OutputInUse(output: work.output.path, id: record.id)
            }
            if !isJSON { Console.error("Going on with a job begun before.") }
            return job
        }
        return try Job(work, configuration: storage.configuration)
    }

    private struct OutputInUse: Error, LocalizedError {
        let output: String
        let id: UUID
        var errorDescription: String? {
            "An unfinished job with other options writes \(output). Finish it (cairn jobs resume \(id)) or remove it "
                + "(cairn jobs remove \(id))."
        }
    }
}
