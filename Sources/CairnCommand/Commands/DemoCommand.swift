import Cairn
import CairnCore
import CairnLocalServer
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// `cairn demo`: everything once, needing neither network nor data.
enum DemoCommand: Command {
    static let name = "demo"
    static let summary = "show everything once: no network and no data needed"
    static let usage = ["[--output DIR] [--addresses N]"]
    static let discussion = """
        A workflow: a town is made up, becomes a locator, and is served by the Local Server; a table of its addresses is geocoded through the server as a stored job, which rides out a failure, is paused, and is resumed from its record. What was found is published by the same server as features, which are taken offline as a geodatabase, edited there and synced back. The town's web map, its tiles and what was found, is taken offline too, and opened when the server has stopped. Its streets become a road network, and some of the addresses a tour. DIR then holds results.geojson, results.csv, results.gpkg, offline.gpkg, the package offline-map, town.network, route.geojson, route.gpx, workflow.svg and index.html with a map.
        """
    static let options = [
        CommandOption("--output", "o", "DIR", "where everything goes (default cairn-demo)"),
        CommandOption("--addresses", "n", "N", "how large the town is, 60 to 1000000 (default 6000)"),
        .json,
    ]

    static func run(_ arguments: Arguments) async throws -> ExitCode {
        try arguments.expectNoOperands()
        let folder = URL(filePath: arguments["--output"] ?? "cairn-demo").absoluteURL
        let size = try arguments.int("--addresses", in: 60...1_000_000) ?? 6000
        let held = try taken(folder)
        defer { withExtendedLifetime(held) {} }
        return try await Demo(folder: folder, town: DemoTown(addresses: size), isJSON: arguments.isJSON).run()
    }
}

extension DemoCommand {
    /// What tells that a folder is a demonstration's; who has it locked makes one there.
    private static let mark = ".cairn-demo"

    /// Makes a folder this demonstration's own for as long as the descriptor is kept.
    private static func taken(_ folder: URL) throws -> FileDescriptor {
        try expectOwn(folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = try FileDescriptor(folder.appending(path: mark).path, O_RDWR | O_CREAT | O_NOFOLLOW)
        guard try file.lock() else {
            throw UsageError(
                reason:
                    "Another demonstration is at work in \(folder.relativePath.printable()). Wait for its end, or name another folder."
            )
        }
        return file
    }

    /// Refuses a folder with files of these names that no demo has left.
    private static func expectOwn(_ folder: URL) throws {
        func isThere(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.appending(path: name).path) }
        guard !isThere(mark) else { return }
        for name in [
            "town.csv", "letters.csv", "results.csv", "results.geojson", "results.gpkg", "offline.gpkg", "index.html",
            "town.locator", OfflineTown.name,
        ] + TownRoads.files + WorkflowPictures.files(named: "workflow")
        where isThere(name) {
            throw UsageError(
                reason: "\(folder.relativePath.printable()) holds a \(name) that would be lost. Name another folder.")
        }
    }
}

/// One run of the demonstration.
private struct Demo {
    let folder: URL
    let town: DemoTown
    let isJSON: Bool
    private let line: ProgressLine
    private let log = Log<String>()

    init(folder: URL, town: DemoTown, isJSON: Bool) {
        (self.folder, self.town, self.isJSON) = (folder, town, isJSON)
        line = ProgressLine("Geocoding", isJSON: isJSON)
    }

    func run() async throws -> ExitCode {
        var workflow = Workflow(DemoTown.city)
        let town = workflow.task("Make up a town") { try build() }
        let service = workflow.task("Serve it", after: town) { try await serve($0.locator) }
        let summary = workflow.task("Geocode over HTTP", after: town, service) { town, service in
            try await geocode(town.letters, to: folder.appending(path: "results.geojson"), at: service.url, service.server)
        }
        let features = workflow.task("Publish what was found", after: service, following: [summary]) { try await publish($0) }
        let copy = workflow.task("Edit offline, and sync", after: service, following: [features]) { try await takeOffline($0) }
        let map = workflow.task("Take the map offline", after: service, following: [copy]) { service in
            try await offline.take(from: service.address, configuration: stored())
        }
        let stop = workflow.task("Stop the server", after: service, following: [map]) {
            await $0.server.stop()
            try await $0.geodatabase.close()
        }
        let tiles = workflow.task("Open the map", following: [stop]) { try await offline.open() }
        let again = workflow.task("Geocode offline", after: town, following: [stop]) {
            try await geocodeOffline($0.letters, $0.locator)
        }
        let route = workflow.task("Route between addresses", following: [stop]) { try await tour() }
        workflow.task("Sum up", after: summary, following: [tiles, again, route]) { summary in
            tell("\(summary.rows) rows: \(summary.matched) matched, \(summary.tied) tied, \(summary.unmatched) unmatched")
        }
        let run = try workflow.start()
        try await withTaskCancellationHandler {
            _ = try await run.results()
        } onCancel: {
            run.cancel()
        }
        try draw(folder.appending(path: "results.geojson"), run.result(of: tiles), run.result(of: route), run.snapshot)
        let page = folder.appending(path: "index.html").path
        if isJSON { Console.json(["event": "succeeded", "page": .string(page)]) } else { Console.print("Open \(page)") }
        return .done
    }

    private struct Service {
        let server: LocalServer
        /// Of all, of the locator, and of the features.
        let address, url, layer: URL
        let geodatabase: Geodatabase
    }

    private func serve(_ locator: URL) async throws -> Service {
        let file = folder.appending(path: "results.gpkg")
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
        let geodatabase = try await Geodatabase.create(at: file)
        let server = LocalServer(
            locators: [DemoTown.city: LocatorTask(fileURL: locator)],
            features: [DemoTown.city: PublishedFeatures(geodatabase, isEditable: true, isSyncEnabled: true)],
            portal: OfflineTown.portal, tiles: town.tiles)
        let address = try await server.start()
        let url = server.url(of: DemoTown.city, .geocodeServer, at: address)
        tell("The Local Server answers at \(url)")
        let layer = server.url(of: DemoTown.city, .featureServer, at: address).appending(path: "0")
        return Service(server: server, address: address, url: url, layer: layer, geodatabase: geodatabase)
    }

    /// Adds the results to a layer of the server, as any client would, and asks it what it has.
    private func publish(_ service: Service) async throws {
        let results = try await Geodatabase.imported(fromGeoJSON: folder.appending(path: "results.geojson")).tables[0]
        var definition = results.info
        definition.name = "Results"
        // By which copies know features again.
        definition.fields.append(Field("GlobalID", type: FieldType(rawValue: "esriFieldTypeGlobalID")))
        definition.globalIDField = "GlobalID"
        _ = try await service.geodatabase.createTable(definition)
        let layer = ServiceFeatureTable(url: service.layer)
        var iterator = try await results.queryFeatures(using: QueryParameters()).makeAsyncIterator()
        while let features = try await iterator.nextBatch() {
            if let refused = try await layer.applyEdits(FeatureEdits(adds: features)).firstError { throw refused }
        }
        let query = StatisticsQuery([Statistic(.count, of: "Status", named: "count")], groupBy: ["Status"])
        let counts = try await layer.queryStatistics(query, using: QueryParameters())
        let text = counts.map { "\($0["count"]?.text ?? "") \($0["Status"]?.text ?? "")" }.joined(separator: ", ")
        tell("Published as features at \(service.layer): \(text)")
    }

    /// Takes the features along, edits one there, and looks whether the server has heard of it.
    private func takeOffline(_ service: Service) async throws {
        let copy = OfflineCopy(of: service.layer, file: folder.appending(path: "offline.gpkg"), configuration: try stored()) {
            tell($0)
        }
        let globalID = try await copy.run()
        let query = QueryParameters(whereClause: "Match_addr = 'Found on foot' AND GlobalID = '\(globalID)'")
        let count = try await ServiceFeatureTable(url: service.layer).queryFeatureCount(using: query)
        guard count == 1 else {
            throw SyncError.failed(service: "\(service.layer)", reason: "it has not got what was edited offline.")
        }
        tell("The server knows of it")
    }

    private var offline: OfflineTown {
        OfflineTown(town: town, folder: folder.appending(path: OfflineTown.name)) { tell($0) }
    }

    /// With a store for whoever wants to look at the jobs later.
    private func stored() throws -> JobConfiguration {
        JobConfiguration(store: try FileJobStore(directory: folder.appending(path: "jobs")))
    }

    private func tell(_ text: String) {
        log.append(text)
        if isJSON { Console.json(["event": "message", "text": .string(text)]) } else { line.note(text) }
    }

    private func build() throws -> TownFiles {
        let files = try TownFiles(of: town, in: folder)
        tell("\(DemoTown.city) was made up: \(files.report.addresses) addresses in \(files.report.streets) streets")
        return files
    }

    /// The main act: a stored job over HTTP, with a failure, a pause and a resume.
    private func geocode(
        _ letters: URL, to output: URL, at service: URL, _ server: LocalServer
    ) async throws -> BatchGeocodeWork.Summary {
        let store = try FileJobStore(directory: folder.appending(path: "jobs"))
        let configuration = JobConfiguration(store: store)
        let work = BatchGeocodeWork(
            table: try AddressTable(detecting: letters), output: output, format: .geoJSON,
            locator: .service(try ServiceURL(service)))
        let job = try Job(work, configuration: configuration)
        server.faults.inject(.status(503), into: "geocodeAddresses")
        tell("Job \(job.id) starts; the server will fail once")
        try job.start()
        for await percent in job.progressUpdates {
            line.update(percent)
            if percent >= 40 { break }
        }
        for message in job.messages { tell("The job says: \(message.text)") }
        guard !job.status.isFinished else { return try await job.output }
        job.pause()
        try await job.settle()
        tell("Paused at \(Int(rounding: job.progress, .down) ?? 0) %, and saved in \(store.directory.path)")
        return try await resume(job, store)
    }

    /// As another process would: from the record, not from the object.
    private func resume(_ paused: Job<BatchGeocodeWork>, _ store: FileJobStore) async throws -> BatchGeocodeWork.Summary {
        let record = try await store.load(paused.id) ?? paused.record
        let claim = try await paused.releaseClaim()
        tell(claim ? "Released, for another to go on with" : "Nobody holds it")
        let job = try Job<BatchGeocodeWork>(restoring: record, configuration: JobConfiguration(store: store))
        tell("Restored from its record as \(job.status.rawValue); resuming")
        try job.start()
        for await percent in job.progressUpdates { line.update(percent) }
        line.close()
        return try await job.output
    }

    /// The same work without a server.
    private func geocodeOffline(_ letters: URL, _ locator: URL) async throws {
        let output = folder.appending(path: "results.csv")
        let work = BatchGeocodeWork(
            table: try AddressTable(detecting: letters), output: output, format: .csv, locator: .file(locator))
        let summary = try await Job(work).run()
        tell("The same offline: \(summary.matched) of \(summary.rows) matched → \(output.lastPathComponent)")
    }

    /// The streets become a road network, and some of what was found a tour on it.
    private func tour() async throws -> Route? {
        let roads = TownRoads(town: town, folder: folder)
        let report = try await roads.build()
        tell("The streets became a road network: \(report.edges) roads between \(report.vertices) junctions")
        let route = try await roads.tour(of: try JSONValue(parsing: Data(contentsOf: folder.appending(path: "results.geojson"))))
        if let route {
            let words = "\(RouteFiles.words(metres: route.lengthInMeters)), \(RouteFiles.words(seconds: route.totalTime))"
            tell("A tour of \(route.stops.count) addresses in the best order: \(words)")
        }
        return route
    }

    private func draw(
        _ results: URL, _ tiles: [TownPicture.Tile], _ route: Route?, _ workflow: WorkflowSnapshot
    ) throws {
        try WorkflowPictures(snapshot: workflow).write(to: folder, named: "workflow")
        let json = try JSONValue(parsing: Data(contentsOf: results))
        let page = DemoPage(town: town, tiles: tiles, results: json, route: route, log: log.elements, workflow: workflow).html
        try Data(page.utf8).write(to: folder.appending(path: "index.html"))
    }
}
