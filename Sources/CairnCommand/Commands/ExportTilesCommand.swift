import Cairn
import Foundation

/// `cairn export-tiles`: tiles of a service as a stored job.
enum ExportTilesCommand: Command {
    static let name = "export-tiles"
    static let summary = "export the tiles of a service to a file, as a job that survives"
    static let usage = ["URL -o FILE [options]", "URL --estimate [options]"]
    static let discussion = """
        Exports tiles of a map, image or vector tile service, …/MapServer, …/ImageServer or …/VectorTileServer, to a tile package: FILE.tpkx for images, FILE.vtpk for vector tiles. The work is a stored job: interrupted or killed, it goes on where it was when the same command is given again, or with "cairn jobs resume". Cancelled or removed, it leaves nothing behind, here or in the service.
        """
    static var remarks: String { CommandCredentials.help }
    static let options = [
        CommandOption("--output", "o", "FILE", "where the package goes"),
        CommandOption("--extent", "e", "W,S,E,N", "only tiles that show some of a rectangle in degrees"),
        CommandOption("--min-scale", nil, "N", "from the scale 1 : N on; by default from the least detailed"),
        CommandOption("--max-scale", nil, "N", "up to the scale 1 : N; by default up to the most detailed"),
        CommandOption("--styles", nil, "FOLDER", "the style of vector tiles, its pictures and fonts, too"),
        CommandOption("--estimate", nil, nil, "only ask how large it would be, which services of images tell"),
        .jobsDirectory, .json,
    ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        guard let address = arguments.operands.first else {
            throw UsageError(reason: "say which service: its address, …/MapServer, …/ImageServer or …/VectorTileServer.")
        }
        try arguments.expectNoOperands(after: 1)
        let service = try ServiceOption.service(address)
        let isVector = service.url.lastPathComponent.lowercased() == "vectortileserver"
        try expectSense(arguments, isVector)
        if arguments.has("--estimate") { return try await estimate(service, arguments) }
        if arguments["--output"] == "-" {
            throw UsageError(reason: "a package is a file that stays, and cannot be piped: name one.")
        }
        let output = FileIdentity.resolved(URL(filePath: try arguments.required("--output")))
        try FileIdentity.expect(output, notAmong: [], takesPipes: false)
        try expectEnding(of: output, isVector)
        return isVector
            ? try await exportVectors(service, output, arguments) : try await exportImages(service, output, arguments)
    }

    /// Refuses what would be ignored.
    private static func expectSense(_ arguments: Arguments, _ isVector: Bool) throws {
        if isVector {
            try arguments.expectNone(
                of: ["--min-scale"], with: "an export of vector tiles, which begins with the least detailed,")
        } else if arguments["--styles"] != nil {
            throw UsageError(reason: "only vector tiles have styles (--styles).")
        }
        guard arguments.has("--estimate") else { return }
        if isVector { throw UsageError(reason: "services of vector tiles do not tell how large an export would be.") }
        try arguments.expectNone(of: ["--output"], with: "--estimate, which writes nothing,")
    }

    private static func area(_ arguments: Arguments) throws -> Geometry? {
        try arguments["--extent"].map { Geometry.envelope(try FeatureSourceOption.box($0)) }
    }

    private static func imageParameters(_ service: ServiceURL, _ arguments: Arguments) async throws -> ExportTileCacheParameters {
        let scales = try ScaleOption(arguments)
        return try await ExportTileCacheTask(url: service.url).makeDefaultExportTileCacheParameters(
            areaOfInterest: area(arguments), minScale: scales.min, maxScale: scales.max)
    }

    /// What files end in that are something else than what is written here.
    private static let otherEndings: Set<String> = [
        "tpkx", "vtpk", "tpk", "mbtiles", "gpkg", "mmpk", "zip", "geojson", "json", "csv", "txt", "png", "jpg", "tif",
    ]

    /// Refuses a name by which the file would be taken for something else.
    private static func expectEnding(of output: URL, _ isVector: Bool) throws {
        let (ending, own) = (output.pathExtension.lowercased(), isVector ? "vtpk" : "tpkx")
        guard ending != own, otherEndings.contains(ending) else { return }
        let name = output.deletingPathExtension().appendingPathExtension(own).lastPathComponent.printable()
        let what = isVector ? "vector tiles" : "images"
        throw UsageError(
            reason: "\(output.lastPathComponent.printable()) would be a package of \(what), and no .\(ending). Call it \(name).")
    }

    private static func estimate(_ service: ServiceURL, _ arguments: Arguments) async throws -> ExitCode {
        let parameters = try await imageParameters(service, arguments)
        let job = try ExportTileCacheTask(url: service.url).makeEstimateTileCacheSizeJob(parameters: parameters)
        // Or the service would go on estimating.
        let interruption = Interruption { job.cancel() }
        let result: EstimateTileCacheSizeResult
        do { result = try await job.run() } catch is CancellationError where interruption.hasHappened {
            let left = job.record.unconfirmedServerJobIDs
            if !left.isEmpty { throw LeftOnServer(left, of: job.record) }
            throw CancellationError()
        }
        withExtendedLifetime(interruption) {}
        if arguments.isJSON {
            Console.json(["tiles": .integer(result.tileCount), "bytes": .integer(result.fileSize)])
        } else {
            Console.print("\(result.tileCount) tiles, about \(result.fileSize) bytes")
        }
        return .done
    }

    private static func exportImages(_ service: ServiceURL, _ output: URL, _ arguments: Arguments) async throws -> ExitCode {
        let storage = try JobStorage(arguments, makes: true)
        let begun = BegunJob<ExportTileCacheWork>(name, output, storage, arguments)
        let job = try await begun.job(output: \.output) {
            ExportTileCacheWork(service: service, parameters: try await imageParameters(service, arguments), output: output)
        }
        return try await begun.run(job, title: output.lastPathComponent) {
            try await reportImages(output, isJSON: arguments.isJSON)
        }
    }

    private static func exportVectors(_ service: ServiceURL, _ output: URL, _ arguments: Arguments) async throws -> ExitCode {
        let storage = try JobStorage(arguments, makes: true)
        let styles = arguments["--styles"].map { FileIdentity.resolved(URL(filePath: $0)) }
        if let styles, (output.path + "/").hasPrefix(styles.path + "/") {
            throw UsageError(reason: "the tiles cannot be in the folder of their styles. Name another --styles.")
        }
        let begun = BegunJob<ExportVectorTilesWork>(name, output, storage, arguments)
        let job = try await begun.job(output: \.output, and: { $0.itemResourceCache.map { [$0] } ?? [] }) {
            if let styles { try FileIdentity.expectRoom(forFolder: styles) }
            let parameters = try await ExportVectorTilesTask(url: service.url).makeDefaultExportVectorTilesParameters(
                areaOfInterest: area(arguments), maxScale: ScaleOption(arguments).max)
            return ExportVectorTilesWork(service: service, parameters: parameters, output: output, itemResourceCache: styles)
        }
        return try await begun.run(job, title: output.lastPathComponent) {
            try await reportVectors(output, isJSON: arguments.isJSON)
        }
    }

    static func reportImages(_ output: URL, isJSON: Bool) async throws {
        let cache = TileCache(fileURL: output)
        try await cache.load()
        report(cache.info, output, isJSON: isJSON)
    }

    static func reportVectors(_ output: URL, isJSON: Bool) async throws {
        let cache = VectorTileCache(fileURL: output)
        try await cache.load()
        report(cache.info, output, isJSON: isJSON)
    }

    private static func report(_ info: TileCacheInfo?, _ output: URL, isJSON: Bool) {
        let levels = info?.levels.map { "\($0.lowerBound) to \($0.upperBound)" } ?? "none"
        if isJSON {
            Console.json(["event": "summary", "levels": .string(levels), "output": .string(output.path)])
        } else {
            Console.print("\((info?.name ?? "").printable()): levels \(levels)")
            Console.print("→ \(output.path.printable())")
        }
    }
}
