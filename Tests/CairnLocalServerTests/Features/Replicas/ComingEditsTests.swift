import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// What comes from the service: files, coordinates in another reference, and all of it through an outage.
@Suite(.timeLimit(.minutes(5)))
struct ComingEditsTests {
    private static var configuration: JobConfiguration {
        JobConfiguration(
            outage: OutagePolicy(backoff: Backoff(initial: .zero, maximum: .zero)),
            polling: PollingSchedule(minimum: .zero, maximum: .zero))
    }

    private func served() async throws -> ServedReplicas {
        try await ServedReplicas([
            (ServedReplicas.definition("Things"), (0..<3).map { ServedReplicas.feature("N\($0)", at: Double($0)) })
        ])
    }

    private func task(_ transport: any HTTPTransport) throws -> GeodatabaseSyncTask {
        GeodatabaseSyncTask(
            url: try #require(URL(string: ServedReplicas.service)), transport: transport, credential: CredentialStore())
    }

    private func generated(
        _ served: ServedReplicas, _ model: GeodatabaseSyncModel = .geodatabase, _ reference: SpatialReference? = nil
    ) async throws -> Geodatabase {
        let parameters = GenerateGeodatabaseParameters(outSpatialReference: reference, syncModel: model, returnsAttachments: true)
        let file = served.folder.appending(path: "client.gpkg")
        let geodatabase = try await task(served.server).makeGenerateGeodatabaseJob(
            parameters: parameters, downloadFileURL: file, configuration: Self.configuration
        ).run().geodatabase
        try await geodatabase.load()
        return geodatabase
    }

    private func sync(
        _ geodatabase: Geodatabase, _ transport: any HTTPTransport, _ configuration: JobConfiguration = Self.configuration
    ) throws -> Job<SyncGeodatabaseWork> {
        try task(transport).makeSyncGeodatabaseJob(
            parameters: SyncGeodatabaseParameters(), geodatabase: geodatabase, configuration: configuration)
    }

    /// The bytes of all files, by the names of their features and their own.
    private func files(_ geodatabase: Geodatabase) async throws -> [String: Data] {
        let table = try geodatabase.table(named: "Things")
        let place = geodatabase.url.appendingPathExtension("file")
        var files: [String: Data] = [:]
        for name in try await names(geodatabase) {
            let ids = try await table.queryObjectIDs(using: QueryParameters(whereClause: "NAME = '\(name)'"))
            for (id, attachments) in try await table.queryAttachments(ofFeatures: ids) {
                for file in attachments {
                    try await table.fetchAttachment(file.id, ofFeature: id, to: place)
                    files["\(name)/\(file.name)"] = try Data(contentsOf: place)
                }
            }
        }
        return files
    }

    private func names(_ geodatabase: Geodatabase) async throws -> [String] {
        var names: [String] = []
        for try await feature in try await geodatabase.table(named: "Things").queryFeatures(using: QueryParameters()) {
            names.append(feature.attributes["NAME"]?.string ?? "")
        }
        return names.sorted()
    }

    private func add(_ name: String, _ size: Int, to feature: String, in geodatabase: Geodatabase) async throws {
        let table = try geodatabase.table(named: "Things")
        let ids = try await table.queryObjectIDs(using: QueryParameters(whereClause: "NAME = '\(feature)'"))
        let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* size) })
        _ = try await table.addAttachment(
            NewAttachment(name: name, contentType: "image/png", content: .data(bytes)), toFeature: try #require(ids.first))
    }

    @Test(arguments: [GeodatabaseSyncModel.geodatabase, .layer])
    func `files that are attached there come whole, whichever answer is lost`(model: GeodatabaseSyncModel) async throws {
        // Half of a file only the connection tells from the whole: that is the transport's contract.
        let manners: [LosingServer.Manner] = [.request, .answer, .gateway]
        for number in 1...40 {
            let served = try await served()
            try await served.geodatabase.load()
            try await add("first.png", 1_000, to: "N0", in: served.geodatabase)
            let geodatabase = try await generated(served, model)
            try await add("large.png", 300_001, to: "N0", in: served.geodatabase)
            try await add("small.png", 7, to: "N1", in: served.geodatabase)
            try await add("mine.png", 50_000, to: "N2", in: geodatabase)
            let losing = LosingServer(served.server, number, manners[number % manners.count])
            for _ in 0..<2 { if (try? await sync(geodatabase, losing.transport).run()) != nil { break } }
            _ = try await sync(geodatabase, served.server).run()
            let (here, there) = (try await files(geodatabase), try await files(served.geodatabase))
            #expect(here == there && there.count == 4, "\(number): \(here.mapValues(\.count))")
            if !losing.hasLost { return }
        }
        Issue.record("So many answers there are not.")
    }

    @Test func `a sync that an outage has failed goes on from its record, wherever that began, and sends nothing twice`()
        async throws
    {
        for number in 1...40 {
            let served = try await served()
            let geodatabase = try await generated(served)
            let table = try geodatabase.table(named: "Things")
            _ = try await table.applyEdits(FeatureEdits(adds: [ServedReplicas.feature("new", at: 9)], usesGlobalIDs: true))
            let asked = Mutex(0)
            let transport = StubTransport { [server = served.server] request in
                let own = asked.withLock { asked in
                    asked += 1
                    return asked
                }
                // It is carried out, and from then on nobody answers.
                if own == number { _ = try await server.send(request) }
                guard own < number else { throw TransportError(.connectionLost, url: request.url) }
                return try await server.send(request)
            }
            var configuration = Self.configuration
            configuration.outage.tolerance = .zero
            let job = try sync(geodatabase, transport, configuration)
            let end = await Result { try await job.run() }
            let hasFailed = if case .failure = end { true } else { false }
            if hasFailed { #expect(job.record.failure?.isRetryable == true, "\(number): \(end)") }
            let access = ServiceAccess(credentials: CredentialStore(), transport: served.server)
            let next = try Job<SyncGeodatabaseWork>(
                restoring: try JobRecord(json: job.record.json), configuration: Self.configuration
            ) { access }
            if hasFailed {
                try next.retry()
                _ = try await next.output
            }
            #expect(try await names(served.geodatabase) == ["N0", "N1", "N2", "new"], "\(number)")
            #expect(try await names(geodatabase) == ["N0", "N1", "N2", "new"], "\(number)")
            #expect(try !geodatabase.hasChangesNow(), "\(number)")
            if !hasFailed { return }
        }
        Issue.record("So many answers there are not.")
    }

    @Test func `what is in doubt of a layer is settled by a sync that leaves that layer out`() async throws {
        let tables = ["Things", "Others"].map { (ServedReplicas.definition($0), [ServedReplicas.feature("N of \($0)")]) }
        let served = try await ServedReplicas(tables)
        let geodatabase = try await generated(served, .layer)
        for table in ["Things", "Others"] {
            try await geodatabase.edit { try $0.database.execute("UPDATE \(table) SET NAME = 'mine'") }
        }
        let isFirst = Mutex(true)
        let published = served.geodatabase
        let transport = StubTransport { [server = served.server] request in
            let answer = try await server.send(request)
            let isLost = request.url.lastPathComponent == "synchronizeReplica" && isFirst.withLock { $0 }
            guard isLost else { return answer }
            isFirst.withLock { $0 = false }
            try await published.edit { try $0.database.execute("UPDATE Others SET NAME = 'theirs'") }
            throw TransportError(.connectionLost, url: request.url)
        }
        var configuration = Self.configuration
        configuration.outage.tolerance = .zero
        _ = try? await sync(geodatabase, transport, configuration).run()
        let layers = try #require(try await geodatabase.replica).layers
        let id = try #require(layers.first { $0.tableName == "Things" }?.id)
        let parameters = SyncGeodatabaseParameters(layerOptions: [SyncLayerOption(layerID: id)])
        _ = try await task(served.server).makeSyncGeodatabaseJob(
            parameters: parameters, geodatabase: geodatabase, configuration: Self.configuration
        ).run()
        #expect(try !geodatabase.hasChangesNow())
        _ = try await sync(geodatabase, served.server).run()
        for (table, name) in [("Things", "mine"), ("Others", "theirs")] {
            for place in [geodatabase, served.geodatabase] {
                let found = try await place.ask { package in
                    let statement = try package.database.prepare("SELECT NAME FROM \(table)")
                    return try statement.step() ? statement.string(0) : ""
                }
                #expect(found == name)
            }
        }
    }

    @Test func `a copy in another reference is brought in step both ways`() async throws {
        let served = try await served()
        let geodatabase = try await generated(served, .geodatabase, .webMercator)
        let table = try geodatabase.table(named: "Things")
        #expect(table.info.spatialReference == .webMercator)
        let here = MapPoint(x: 1_113_194.9079327357, y: 0, spatialReference: .webMercator)
        var mine = ServedReplicas.feature("mine")
        mine.geometry = .point(here)
        _ = try await table.applyEdits(FeatureEdits(adds: [mine], usesGlobalIDs: true))
        try await served.edit(FeatureEdits(adds: [ServedReplicas.feature("theirs", at: 20)]))
        _ = try await sync(geodatabase, served.server).run()
        let there = try #require(try await point(named: "mine", in: served.geodatabase))
        #expect(there.spatialReference == .wgs84 && abs(there.x - 10) < 1e-9 && abs(there.y) < 1e-9)
        let come = try #require(try await point(named: "theirs", in: geodatabase))
        #expect(come.spatialReference == .webMercator && abs(come.x - 2_226_389.8158654715) < 1e-6)
    }

    private func point(named name: String, in geodatabase: Geodatabase) async throws -> MapPoint? {
        let parameters = QueryParameters(whereClause: "NAME = '\(name)'")
        for try await feature in try await geodatabase.table(named: "Things").queryFeatures(using: parameters) {
            if case .point(let point)? = feature.geometry { return point }
        }
        return nil
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
