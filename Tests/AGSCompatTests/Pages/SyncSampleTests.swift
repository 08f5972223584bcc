import AGSCompat
import CairnCallbacks
import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct SyncSampleTests {
    private let folder: GeodatabaseFolder

    init() throws { folder = try GeodatabaseFolder() }

    @Test func `samples of old code make a geodatabase, edit it and bring it in step over HTTP, on main`() async throws {
        let service = try await SampleService(count: 5, hasGlobalIDs: true, isSyncEnabled: true)
        let url = service.server.url(of: "Town", .featureServer, at: try await service.server.start())
        let controller = GenerateViewController()
        controller.syncTask = AGSGeodatabaseSyncTask(url: url)
        await withCheckedContinuation { continuation in
            controller.finished = { continuation.resume() }
            controller.addFeatureLayers()
        }
        #expect(controller.messages == ["0 Damage", "1 Repairs"])
        controller.messages = []
        await withCheckedContinuation { continuation in
            controller.finished = { continuation.resume() }
            controller.generate(MapTown.area, folder.file)
        }
        let geodatabase = try #require(controller.generatedGeodatabase)
        #expect(geodatabase === controller.generateJob.result && controller.generateJob.jobType == .generateGeodatabase)
        #expect(
            controller.messages.last == "succeeded" && controller.generateJob.parameters?.layerOptions.map(\.layerID) == [0, 1])
        try await done { geodatabase.load(completion: $0) }
        let table = try #require(geodatabase.geodatabaseFeatureTable(withName: "Damage"))
        #expect(try await ranks(table) == [0, 1, 2, 3, 4] && !geodatabase.hasLocalEdits())

        let point = AGSPoint(x: 1, y: 2, spatialReference: .webMercator())
        try await done { table.add(table.createFeature(attributes: ["rank": 77], geometry: point), completion: $0) }
        _ = try await service.geodatabase.table(named: "Damage").applyEdits(FeatureEdits(adds: [SampleService.feature(88)]))
        #expect(geodatabase.hasLocalEdits())
        let sync = SyncViewController()
        sync.generatedGeodatabase = geodatabase
        let results = await withCheckedContinuation { continuation in
            sync.finished = { results in
                #expect(CallbackQueue.isMain)
                continuation.resume(returning: results?.map { "\($0.layerID) \($0.tableName) \($0.editResults.count)" })
            }
            sync.syncGeodatabase(with: url)
        }
        #expect(results == ["0 Damage 0", "1 Repairs 0"])
        await SyncViewController.printed.wait(for: "Job succeeded")
        #expect(sync.syncJob.status == .succeeded && sync.syncJob.jobType == .syncGeodatabase)
        let served = try await service.rows().compactMap { $0.attributes["rank"]?.int }
        #expect(served.sorted() == [0, 1, 2, 3, 4, 77, 88])
        #expect(try await ranks(table) == [0, 1, 2, 3, 4, 77, 88] && !geodatabase.hasLocalEdits())

        await withCheckedContinuation { continuation in
            controller.finished = { continuation.resume() }
            controller.unregister()
        }
        #expect(controller.messages.last == "unregistered" && !geodatabase.isSyncEnabled)
        geodatabase.close()
        await service.server.stop()
    }
}
