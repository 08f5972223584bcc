import AGSCompat
import CairnCallbacks
import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSGeodatabaseSyncTests {
    /// Files of one test, which go with it.
    private final class Folder: Sendable {
        let url = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }
        var file: URL { url.appending(path: "copy.geodatabase") }
    }

    private let folder: Folder

    init() throws { folder = try Folder() }

    private static let everywhere = AGSEnvelope(
        xMin: -1000, yMin: -1000, xMax: 1000, yMax: 1000, spatialReference: .webMercator())

    private func service(_ count: Int = 5) async throws -> SampleService {
        try await SampleService(count: count, hasGlobalIDs: true, isSyncEnabled: true)
    }

    private func task(_ transport: any HTTPTransport) -> AGSGeodatabaseSyncTask {
        AGSGeodatabaseSyncTask(GeodatabaseSyncTask(url: SampleService.url, transport: transport))
    }

    /// A copy of the service, and the table of damage in it.
    private func generated(_ task: AGSGeodatabaseSyncTask) async throws -> (AGSGeodatabase, AGSGeodatabaseFeatureTable) {
        let job = task.generateJob(with: AGSGenerateGeodatabaseParameters(), downloadFileURL: folder.file)
        let geodatabase: AGSGeodatabase = try await answer { job.start(statusHandler: nil, completion: $0) }
        try await done { geodatabase.load(completion: $0) }
        return (geodatabase, try #require(geodatabase.geodatabaseFeatureTable(byServiceLayerID: 0)))
    }

    private func add(_ rank: Int, to table: AGSFeatureTable) async throws {
        let point = AGSPoint(x: 1, y: 2, spatialReference: .webMercator())
        try await done { table.add(table.createFeature(attributes: ["rank": rank], geometry: point), completion: $0) }
    }

    private func serverRanks(_ service: SampleService) async throws -> [Int] {
        try await service.rows().compactMap { $0.attributes["rank"]?.int }.sorted()
    }

    @Test(arguments: [true, false])
    func `what a service does not have edited is only brought here, unless something else is asked for`(isEditable: Bool)
        async throws
    {
        let service = try await SampleService(count: 2, hasGlobalIDs: true, isEditable: isEditable, isSyncEnabled: true)
        let task = task(service.server)
        let (geodatabase, table) = try await generated(task)
        #expect(table.isEditable == isEditable && table.canAddFeature == isEditable)
        let parameters: AGSSyncGeodatabaseParameters = try await answer {
            task.defaultSyncGeodatabaseParameters(with: geodatabase, completion: $0)
        }
        #expect(parameters.geodatabaseSyncDirection == (isEditable ? .bidirectional : .download))
        _ = try await service.geodatabase.table(named: "Damage").applyEdits(FeatureEdits(adds: [SampleService.feature(7)]))
        let job = task.syncJob(with: parameters, geodatabase: geodatabase)
        let _: [AGSSyncLayerResult] = try await answer { job.start(statusHandler: nil, completion: $0) }
        #expect(table.numberOfFeatures == 3)
    }

    // MARK: - Generating

    @Test func `options choose the features of a geodatabase`() async throws {
        let service = try await service()
        let parameters = AGSGenerateGeodatabaseParameters()
        let option = AGSGenerateLayerOption(layerID: 0)
        option.whereClause = "rank > 2"
        parameters.layerOptions = [option]
        parameters.extent = Self.everywhere
        let job = task(service.server).generateJob(with: parameters, downloadFileURL: folder.file)
        let geodatabase: AGSGeodatabase = try await answer { job.start(statusHandler: nil, completion: $0) }
        try await done { geodatabase.load(completion: $0) }
        #expect(geodatabase.geodatabaseFeatureTables.map(\.tableName) == ["Damage"])
        #expect(try await ranks(geodatabase.geodatabaseFeatureTables[0]) == [3, 4])
        #expect(geodatabase.isSyncEnabled && geodatabase.syncModel == .geodatabase && geodatabase.syncID != nil)
        #expect(geodatabase.serviceURL == SampleService.url && job.downloadFileURL == folder.file)
        geodatabase.close()
    }

    @Test func `what is not offered fails when the job is started, and says so`() async throws {
        let service = try await service()
        defer { withExtendedLifetime(service) {} }
        let task = task(service.server)
        let network = AGSGenerateGeodatabaseParameters()
        network.utilityNetworkSyncMode = .syncSystemTables
        let values = AGSGenerateGeodatabaseParameters()
        values.shouldSyncContingentValues = true
        let unknown = AGSGenerateGeodatabaseParameters()
        unknown.layerOptions = [AGSGenerateLayerOption()]
        unknown.layerOptions[0].queryOption = .unknown
        for (parameters, word) in [
            (network, "utilityNetworkSyncMode"), (values, "shouldSyncContingentValues"), (unknown, "layer 0"),
        ] {
            let job = task.generateJob(with: parameters, downloadFileURL: folder.file)
            await #expect {
                let _: AGSGeodatabase = try await answer { job.start(statusHandler: nil, completion: $0) }
            } throws: {
                ($0 as NSError).domain == AGSErrorDomain && ($0 as NSError).localizedDescription.contains(word)
            }
            #expect(job.status == .failed && job.result == nil && !FileManager.default.fileExists(atPath: folder.file.path))
        }
    }

    @Test func `a service without sync is refused with a word of that`() async throws {
        let service = try await SampleService(hasGlobalIDs: true)
        defer { withExtendedLifetime(service) {} }
        let task = task(service.server)
        let job = task.generateJob(with: AGSGenerateGeodatabaseParameters(), downloadFileURL: folder.file)
        await #expect {
            let _: AGSGeodatabase = try await answer { job.start(statusHandler: nil, completion: $0) }
        } throws: {
            ($0 as NSError).domain == AGSErrorDomain && ($0 as NSError).code == AGSErrorCode.commonNotImplemented.rawValue
        }
    }

    @Test func `a job that is cancelled while the service is asked fails with NSUserCancelledError, and leaves no copy there`()
        async throws
    {
        let service = try await service()
        let (arrived, never) = (Gate(), Gate())
        let transport = service.holding("createReplica", arrived, until: never)
        let job = task(transport).generateJob(with: AGSGenerateGeodatabaseParameters(), downloadFileURL: folder.file)
        let outcome = Level<Int>(0)
        job.start(statusHandler: nil) { (_: AGSGeodatabase?, error) in outcome.send((error as NSError?)?.code ?? -1) }
        try await arrived.pass()
        job.progress.cancel()
        never.open()
        while outcome.value == 0 { await Task.yield() }
        #expect(outcome.value == NSUserCancelledError && job.status == .failed)
        let replicas = try await service.server.send(
            HTTPRequest(
                .get,
                SampleService.url.appending(path: "replicas").appending(queryItems: [URLQueryItem(name: "f", value: "json")])))
        #expect(String(decoding: replicas.body, as: UTF8.self) == "[]")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    // MARK: - Bringing in step

    @Test func `a direction sends only, and keeps what was sent if it is asked to`() async throws {
        let service = try await service()
        let task = task(service.server)
        let (geodatabase, table) = try await generated(task)
        try await add(77, to: table)
        _ = try await service.geodatabase.table(named: "Damage").applyEdits(FeatureEdits(adds: [SampleService.feature(88)]))
        let parameters: AGSSyncGeodatabaseParameters = try await answer {
            task.defaultSyncGeodatabaseParameters(with: geodatabase, syncDirection: .upload, completion: $0)
        }
        #expect(parameters.geodatabaseSyncDirection == .upload && parameters.layerOptions.isEmpty)
        parameters.keepGeodatabaseDeltas = true
        let job = task.syncJob(with: parameters, geodatabase: geodatabase)
        #expect(job.geodatabaseDeltaInfo == nil && job.parameters?.keepGeodatabaseDeltas == true)
        let _: [AGSSyncLayerResult] = try await answer { job.start(statusHandler: nil, completion: $0) }
        #expect(try await serverRanks(service) == [0, 1, 2, 3, 4, 77, 88])
        #expect(try await ranks(table) == [0, 1, 2, 3, 4, 77])
        let deltas = try #require(job.geodatabaseDeltaInfo)
        #expect(deltas.uploadDeltaFileURL.map { FileManager.default.fileExists(atPath: $0.path) } == true)
        #expect(deltas.geodatabaseFileURL == folder.file && deltas.featureServiceURL == SampleService.url)

        let both = task.syncJob(with: .bidirectional, rollbackOnFailure: true, geodatabase: geodatabase)
        #expect(both.parameters?.rollbackOnFailure == true && both.parameters?.geodatabaseSyncDirection == .bidirectional)
        let _: [AGSSyncLayerResult] = try await answer { both.start(statusHandler: nil, completion: $0) }
        #expect(try await ranks(table) == [0, 1, 2, 3, 4, 77, 88] && both.geodatabaseDeltaInfo == nil)
        geodatabase.close()
    }

    @Test func `a geodatabase that is no copy is refused`() async throws {
        let service = try await service()
        defer { withExtendedLifetime(service) {} }
        let task = task(service.server)
        let plain: AGSGeodatabase = try await answer { AGSGeodatabase.create(withFileURL: folder.file, completion: $0) }
        #expect(!plain.isSyncEnabled && plain.syncID == nil && plain.syncModel == .none && plain.serviceURL == nil)
        let job = task.syncJob(with: AGSSyncGeodatabaseParameters(), geodatabase: plain)
        await #expect {
            let _: [AGSSyncLayerResult] = try await answer { job.start(statusHandler: nil, completion: $0) }
        } throws: {
            ($0 as NSError).domain == AGSErrorDomain && ($0 as NSError).code == AGSErrorCode.commonInvalidArgument.rawValue
        }
        await #expect { try await done { task.unregisterGeodatabase(plain, completion: $0) } } throws: {
            ($0 as NSError).domain == AGSErrorDomain
        }
        plain.close()
    }

    @Test func `a geodatabase whose file is lost is forgotten by its id`() async throws {
        let service = try await service()
        let task = task(service.server)
        let (geodatabase, table) = try await generated(task)
        let id = try #require(geodatabase.syncID)
        try await done { task.unregisterGeodatabase(withSyncID: id, completion: $0) }
        try await add(77, to: table)
        let job = task.syncJob(with: .bidirectional, rollbackOnFailure: false, geodatabase: geodatabase)
        await #expect {
            let _: [AGSSyncLayerResult] = try await answer { job.start(statusHandler: nil, completion: $0) }
        } throws: { ($0 as NSError).domain == AGSErrorDomain || ($0 as NSError).domain == AGSServicesErrorDomain }
        #expect(geodatabase.hasLocalEdits() && job.result == nil)
        geodatabase.close()
    }

    @Test func `local edits are exported as a delta, if there are any`() async throws {
        let service = try await service()
        defer { withExtendedLifetime(service) {} }
        let (geodatabase, table) = try await generated(task(service.server))
        let file = folder.url.appending(path: "edits.json")
        func exported() async throws -> Bool {
            try await answer { completion in
                AGSGeodatabaseSyncTask.exportDelta(with: geodatabase, outputFileURL: file) { completion($0, $1) }
            }
        }
        #expect(try await exported() == false)
        try await add(77, to: table)
        #expect(try await exported() && FileManager.default.fileExists(atPath: file.path))
        try Data("{".utf8).write(to: file)
        await #expect {
            let _: [AGSSyncLayerResult] = try await answer {
                AGSGeodatabaseSyncTask.importDelta(with: geodatabase, deltaPath: file, completion: $0)
            }
        } throws: { ($0 as NSError).domain == AGSErrorDomain && ($0 as NSError).code == AGSErrorCode.commonFile.rawValue }
        geodatabase.close()
    }

    @Test func `what has come from the service is taken over by a copy of the file`() async throws {
        let service = try await service()
        let task = task(service.server)
        let (first, _) = try await generated(task)
        first.close()
        let twin = folder.url.appending(path: "twin.geodatabase")
        try FileManager.default.copyItem(at: folder.file, to: twin)
        _ = try await service.geodatabase.table(named: "Damage").applyEdits(FeatureEdits(adds: [SampleService.feature(88)]))
        let parameters = AGSSyncGeodatabaseParameters()
        (parameters.keepGeodatabaseDeltas, parameters.geodatabaseSyncDirection) = (true, .download)
        let job = task.syncJob(with: parameters, geodatabase: AGSGeodatabase(fileURL: folder.file))
        let _: [AGSSyncLayerResult] = try await answer { job.start(statusHandler: nil, completion: $0) }
        #expect(job.geodatabaseDeltaInfo?.uploadDeltaFileURL == nil)
        let delta = try #require(job.geodatabaseDeltaInfo?.downloadDeltaFileURL)

        let geodatabase = AGSGeodatabase(fileURL: twin)
        try await done { geodatabase.load(completion: $0) }
        let results: [AGSSyncLayerResult] = try await answer {
            AGSGeodatabaseSyncTask.importDelta(with: geodatabase, deltaPath: delta, completion: $0)
        }
        #expect(results.allSatisfy { $0.editResults.isEmpty } && results.contains { $0.tableName == "Damage" })
        #expect(try await ranks(try #require(geodatabase.geodatabaseFeatureTable(withName: "Damage"))) == [0, 1, 2, 3, 4, 88])
        geodatabase.close()
    }

    // MARK: - By HTTP

    @Test func `jobs are restored from property lists without anything being registered`() async throws {
        let service = try await service()
        let root = try await service.server.start()
        let task = AGSGeodatabaseSyncTask(url: root.appending(path: "arcgis/rest/services/Town/FeatureServer"))
        func restored<Kind: AGSJob>(_ job: Kind, _ format: PropertyListSerialization.PropertyListFormat) throws -> Kind? {
            let data = try PropertyListSerialization.data(fromPropertyList: job.toJSON(), format: format, options: 0)
            return try AGSJob.fromJSON(PropertyListSerialization.propertyList(from: data, format: nil)) as? Kind
        }
        let generate = try #require(
            try restored(task.generateJob(with: AGSGenerateGeodatabaseParameters(), downloadFileURL: folder.file), .xml))
        let geodatabase: AGSGeodatabase = try await answer { generate.start(statusHandler: nil, completion: $0) }
        try await done { geodatabase.load(completion: $0) }
        try await add(77, to: try #require(geodatabase.geodatabaseFeatureTable(byServiceLayerID: 0)))
        let sync = try #require(
            try restored(task.syncJob(with: .bidirectional, rollbackOnFailure: false, geodatabase: geodatabase), .binary))
        #expect(throws: (any Error).self) { try AGSGenerateGeodatabaseJob.fromJSON(sync.toJSON()) }
        let _: [AGSSyncLayerResult] = try await answer { sync.start(statusHandler: nil, completion: $0) }
        #expect(try await serverRanks(service) == [0, 1, 2, 3, 4, 77])
        // One that has ended is rebuilt without the service.
        await service.server.stop()
        let ended = try #require(try restored(sync, .xml))
        #expect(ended.status == .paused && ended.result == nil)
        let results: [AGSSyncLayerResult] = try await answer { ended.start(statusHandler: nil, completion: $0) }
        #expect(results.map(\.layerID) == [0, 1] && ended.status == .succeeded)
        geodatabase.close()
    }
}
