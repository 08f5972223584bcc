import Cairn
import Foundation

/// `cairn take-offline`: a web map with all that it shows, as a stored job.
enum TakeOfflineCommand: Command {
    static let name = "take-offline"
    static let summary = "take a web map offline with all that it shows, as a job that survives"
    static let usage = ["URL -o FOLDER --extent W,S,E,N [options]", "MAP.json -o FOLDER --extent W,S,E,N [options]"]
    static let discussion = """
        Takes a web map offline: features become GeoPackages that can be edited and synced, tiles become packages. URL is the address of the map's page in its portal, with its id; MAP.json is the JSON of a web map. The work is a stored job: interrupted or killed, it goes on where it was when the same command is given again, or with "cairn jobs resume". Layers that cannot be had are named; with --all the job fails once all others are there, and given again takes those that are missing.
        """
    static var remarks: String { CommandCredentials.help }
    static let options = [
        CommandOption("--output", "o", "FOLDER", "where the package goes, which must not be there yet"),
        CommandOption("--extent", "e", "W,S,E,N", "what is taken: a rectangle in degrees"),
        CommandOption("--min-scale", nil, "N", "tiles from the scale 1 : N on; by default from the least detailed"),
        CommandOption("--max-scale", nil, "N", "tiles up to the scale 1 : N; by default up to the most detailed"),
        CommandOption("--no-basemap", nil, nil, "without the basemap"),
        CommandOption("--no-updates", nil, nil, "features are never synced"),
        CommandOption("--all", nil, nil, "all layers, or none"),
        .jobsDirectory, .json,
    ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let map = arguments.operands.first else {
            throw UsageError(reason: "say which map: the address of its page in its portal, or the file of a web map.")
        }
        try arguments.expectNoOperands(after: 1)
        if arguments["--output"] == "-" {
            throw UsageError(reason: "an offline map is a folder that stays, and cannot be piped: name one.")
        }
        let output = FileIdentity.resolved(URL(filePath: try arguments.required("--output")))
        let area = try FeatureSourceOption.box(try arguments.required("--extent"))
        let scales = try ScaleOption(arguments)
        let source = try source(map)
        let storage = try JobStorage(arguments, makes: true)
        let begun = BegunJob<GenerateOfflineMapWork>(name, output, storage, arguments)
        let job = try await begun.job(output: \.downloadDirectory) {
            try FileIdentity.expectRoom(forFolder: output)
            try await expectMap(source)
            var parameters = GenerateOfflineMapParameters(
                areaOfInterest: .envelope(area), minScale: scales.min, maxScale: scales.max)
            parameters.includesBasemap = !arguments.has("--no-basemap")
            parameters.updateMode = arguments.has("--no-updates") ? .noUpdates : .syncWithFeatureServices
            parameters.continuesOnErrors = !arguments.has("--all")
            return GenerateOfflineMapWork(map: source, parameters: parameters, downloadDirectory: output)
        }
        return try await begun.run(job, title: output.lastPathComponent) {
            try await report(job.output, isJSON: arguments.isJSON)
        }
    }

    private static func source(_ text: String) throws -> OnlineMapSource {
        if let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()) {
            guard let item = PortalItem(url: url) else {
                throw UsageError(reason: "\(text.printable()) is the address of no item: it has no id.")
            }
            return .item(portal: try ServiceOption.service(item.portal.url.absoluteString), id: item.id)
        }
        do {
            guard let data = try DurableFile.contents(of: URL(filePath: text)) else { throw CocoaError(.fileNoSuchFile) }
            return .map(try WebMap(json: JSONValue(parsing: data)))
        } catch CocoaError.fileNoSuchFile {
            throw NoWebMap(path: text.printable(), reason: "There is no such file.")
        } catch {
            throw NoWebMap(path: text.printable(), reason: error.words)
        }
    }

    /// A mistake is told before there is a job; trouble that may pass is the job's to ride out.
    private static func expectMap(_ source: OnlineMapSource) async throws {
        guard case .item(let portal, let id) = source else { return }
        do { _ = try await PortalItem(portal: Portal(url: portal.url), id: id).webMap() } catch {
            if GenerateOfflineMapWork.transience(of: error) == .final { throw error }
        }
    }

    private struct NoWebMap: Error, LocalizedError {
        let path, reason: String
        var errorDescription: String? {
            "\(path) is no web map: \(reason) Name the file of one, or the address of its page in its portal."
        }
    }

    static func report(_ result: GenerateOfflineMapResult, isJSON: Bool) async throws {
        let errors = result.layerErrors + result.tableErrors
        let package = MobileMapPackage(fileURL: result.url)
        try await package.load()
        let layers = package.maps.first.map { ($0.basemap?.layers ?? []) + $0.operationalLayers + $0.tables } ?? []
        if isJSON {
            Console.json([
                "event": "summary", "output": .string(result.url.path), "layers": .array(layers.map { .string($0.shownName) }),
                "missing": .array(errors.map { ["layer": .string($0.title), "reason": .string($0.reason)] }),
            ])
            return
        }
        for error in errors { Console.error("Not taken: \(error.title.printable()). \(error.reason.printable(upTo: 1000))") }
        Console.print("\(layers.count) layers: \(layers.map { $0.shownName.printable(upTo: 60) }.joined(separator: ", "))")
        Console.print("→ \(result.url.path.printable())")
    }
}
