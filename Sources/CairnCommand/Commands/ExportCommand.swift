import Cairn
import Foundation

/// `cairn export`: features of a table as a stored job.
enum ExportCommand: Command {
    static let name = "export"
    static let summary = "write features into a file, as a job that survives"
    static let usage = ["FILE.gpkg|FILE.geojson|URL -o OUT.gpkg|OUT.geojson|OUT.csv [options]"]
    static let discussion = """
        Writes the features of a table, of a GeoPackage, of GeoJSON or of a layer of a service, into a GeoPackage, GeoJSON or CSV. The work is a stored job: interrupted or killed, it goes on where it was when the same command is given again, or with "cairn jobs resume". Features come out by object id. GeoJSON and CSV are in WGS 84, a GeoPackage is in what the table is in.
        """
    static var remarks: String { CommandCredentials.help }
    static let options =
        FeatureSourceOption.options + [
            CommandOption("--output", "o", "OUT", "where the result goes"),
            CommandOption(
                "--format", nil, "FORMAT", choices: ["gpkg", "geojson", "csv"],
                "gpkg, geojson or csv; by default what OUT's ending says"),
            CommandOption("--no-geometry", nil, nil, "only the fields"),
            CommandOption("--name", nil, "NAME", "the name of the table in OUT.gpkg; by default the source's"),
            CommandOption("--overwrite", nil, nil, "replace OUT.gpkg also if it holds other tables"),
            .jobsDirectory, .json,
        ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let source = try FeatureSourceOption.source(arguments)
        try arguments.expectNoOperands(after: 1)
        let path = try arguments.required("--output")
        if path == "-" {
            throw UsageError(reason: "an export goes into a file, for it may have to go on later: name one with -o.")
        }
        let format = try format(of: path, arguments)
        var read: [URL] = []
        switch source {
        case .geodatabase(let url, _), .geoJSON(let url, _): read = [url]
        case .service: break
        }
        try FileIdentity.expect(URL(filePath: path), notAmong: read, suffix: ".features.partial", takesPipes: false)
        var parameters = try FeatureSourceOption.parameters(arguments)
        parameters.returnsGeometry = !arguments.has("--no-geometry")
        if format != .geoPackage { parameters.outSpatialReference = .wgs84 }
        let work = FeatureExportWork(
            source: source, parameters: parameters, output: FileIdentity.resolved(URL(filePath: path)), format: format,
            tableName: arguments["--name"], replacesOtherTables: arguments.has("--overwrite"))
        let storage = try JobStorage(arguments, makes: true)
        let job = try await UnfinishedJob(storage, isJSON: arguments.isJSON).job(for: work, output: \.output)
        if !arguments.isJSON { Console.note("Job \(job.id)") }
        let code = try await JobSession(job: job, isJSON: arguments.isJSON).run(title: work.output.lastPathComponent)
        if code == .done { try await report(job, isJSON: arguments.isJSON) }
        return code
    }

    static func report(_ job: Job<FeatureExportWork>, isJSON: Bool) async throws {
        let summary = try await job.output
        if isJSON {
            Console.json([
                "event": "summary", "features": .integer(summary.features),
                "deletedMeanwhile": .integer(summary.deletedMeanwhile),
                "output": .string(job.work.output.path),
            ])
        } else {
            let fewer = summary.deletedMeanwhile
            let note = fewer > 0 ? ", \(fewer) fewer than at the beginning: others have deleted some meanwhile" : ""
            Console.print("\(summary.features) features → \(job.work.output.path.printable())\(note)")
        }
    }

    private static func format(of path: String, _ arguments: Arguments) throws -> FeatureExportWork.Format {
        switch (arguments["--format"] ?? URL(filePath: path).pathExtension).lowercased() {
        case "gpkg": return .geoPackage
        case "geojson", "json": return .geoJSON
        case "csv": return .csv
        default:
            throw UsageError(reason: "OUT ends neither in .gpkg nor in .geojson or .csv; say which with --format.")
        }
    }
}
