import Cairn
import Foundation

/// `cairn generate-geodatabase`: a copy of a feature service as a stored job.
enum GenerateGeodatabaseCommand: Command {
    static let name = "generate-geodatabase"
    static let summary = "copy a feature service into a file that is synced later, as a job that survives"
    static let usage = ["URL -o FILE.gpkg [options]"]
    static let discussion = """
        Makes a GeoPackage of a feature service, …/FeatureServer, that can be edited offline and brought in step with the service by "cairn sync". The work is a stored job: interrupted or killed, it goes on where it was when the same command is given again, or with "cairn jobs resume". Cancelled or removed, it leaves nothing behind, here or in the service.
        """
    static var remarks: String { CommandCredentials.help }
    static let options = [
        CommandOption("--output", "o", "FILE.gpkg", "where the geodatabase goes"),
        CommandOption("--layers", "l", "0,1,…", "only these layers and tables; by default all"),
        CommandOption("--extent", "e", "W,S,E,N", "only features that meet a rectangle in degrees"),
        CommandOption("--where", "w", "SQL", "only features that meet a condition, in every layer"),
        CommandOption("--attachments", nil, nil, "files that are attached to features, too"),
        CommandOption(
            "--model", nil, "MODEL", choices: ["replica", "layer", "none"],
            "what is synced at once: replica (all), layer (each for itself) or none (never); by default what the service offers"),
        .jobsDirectory, .json,
    ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let address = arguments.operands.first else {
            throw UsageError(reason: "say which service: its address, …/FeatureServer.")
        }
        try arguments.expectNoOperands(after: 1)
        let service = try ServiceOption.service(address)
        let output = FileIdentity.resolved(URL(filePath: try arguments.required("--output")))
        if arguments["--output"] == "-" {
            throw UsageError(reason: "a geodatabase is a file that stays, and cannot be piped: name one.")
        }
        try FileIdentity.expect(output, notAmong: [], takesPipes: false)
        let storage = try JobStorage(arguments, makes: true)
        let begun = BegunJob<GenerateGeodatabaseWork>(name, output, storage, arguments)
        let job = try await begun.job(output: \.output, adopting: { $0.replicaName = $1.replicaName }) {
            let parameters = try await parameters(arguments, service)
            return GenerateGeodatabaseWork(service: service, parameters: parameters, output: output)
        }
        return try await begun.run(job, title: output.lastPathComponent) { try await report(job, isJSON: arguments.isJSON) }
    }

    static func report(_ job: Job<GenerateGeodatabaseWork>, isJSON: Bool) async throws {
        let geodatabase = Geodatabase(fileURL: try await job.output.url, isReadOnly: true)
        try await geodatabase.load()
        var counts: [String: JSONValue] = [:]
        for table in geodatabase.tables {
            counts[table.info.name] = .integer(try await table.queryFeatureCount(using: QueryParameters()))
        }
        let path = job.work.output.path
        if isJSON {
            Console.json(["event": "summary", "tables": .object(counts), "output": .string(path)])
        } else {
            for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
                Console.print("\(name.printable()): \(count.text()) features")
            }
            Console.print("→ \(path.printable())")
        }
        try await geodatabase.close()
    }

    private static func parameters(_ arguments: Arguments, _ service: ServiceURL) async throws -> GenerateGeodatabaseParameters {
        let extent = try arguments["--extent"].map { Geometry.envelope(try FeatureSourceOption.box($0)) }
        let task = GeodatabaseSyncTask(url: service.url)
        var parameters = try await task.makeDefaultGenerateGeodatabaseParameters(extent: extent)
        // In the service's own reference, whatever the rectangle is in.
        parameters.outSpatialReference = nil
        parameters.returnsAttachments = arguments.has("--attachments")
        if let list = arguments["--layers"] {
            let ids = list.split(separator: ",").map { Int($0.trimmingCharacters(in: .whitespaces)) }
            guard !ids.isEmpty, !ids.contains(nil) else {
                throw UsageError(reason: "\"\(list.printable())\" is no list of layers' numbers, such as 0,2.")
            }
            parameters.layerOptions = ids.compactMap(\.self).map { GenerateLayerOption(layerID: $0) }
        }
        if let condition = arguments["--where"] {
            for index in parameters.layerOptions.indices {
                parameters.layerOptions[index].queryOption = .filter
                parameters.layerOptions[index].whereClause = condition
            }
        }
        switch arguments["--model"] {
        case "replica": parameters.syncModel = .geodatabase
        case "layer": parameters.syncModel = .layer
        case "none": parameters.syncModel = .none
        default: break
        }
        return parameters
    }
}
