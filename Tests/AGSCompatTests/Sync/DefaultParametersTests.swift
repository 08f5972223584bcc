import AGSCompat
import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// The parameters that a task makes of what its service can do.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct DefaultParametersTests {
    private let folder: GeodatabaseFolder

    init() throws { folder = try GeodatabaseFolder() }

    private static let everywhere = AGSEnvelope(
        xMin: -1000, yMin: -1000, xMax: 1000, yMax: 1000, spatialReference: .webMercator())

    private func task(_ transport: any HTTPTransport) -> AGSGeodatabaseSyncTask {
        AGSGeodatabaseSyncTask(GeodatabaseSyncTask(url: SampleService.url, transport: transport))
    }

    private func generating(_ task: AGSGeodatabaseSyncTask) async throws -> AGSGenerateGeodatabaseParameters {
        try await answer { task.defaultGenerateGeodatabaseParameters(withExtent: Self.everywhere, completion: $0) }
    }

    private func generated(_ task: AGSGeodatabaseSyncTask) async throws -> AGSGeodatabase {
        let job = task.generateJob(with: try await generating(task), downloadFileURL: folder.file)
        let geodatabase: AGSGeodatabase = try await answer { job.start(statusHandler: nil, completion: $0) }
        try await done { geodatabase.load(completion: $0) }
        return geodatabase
    }

    @Test func `layers are brought up to date each for itself where the service does that`() async throws {
        let service = try await SampleService(count: 1, hasGlobalIDs: true, isSyncEnabled: true)
        #expect(try await generating(task(service.server)).syncModel == .layer)
        let told: [(JSONValue, AGSSyncModel)] = [
            (["supportsPerReplicaSync": true], .geodatabase), (["supportsPerLayerSync": true], .layer), ([:], .geodatabase),
        ]
        for (capabilities, syncModel) in told {
            let task = task(service.saying(["syncCapabilities": capabilities]))
            #expect(try await generating(task).syncModel == syncModel)
        }
        #expect(try await generating(task(service.saying(["syncEnabled": false]))).syncModel == .none)
    }

    @Test func `what is made by default parameters is brought in step by default parameters`() async throws {
        let service = try await SampleService(count: 2, hasGlobalIDs: true, isSyncEnabled: true)
        let task = task(service.server)
        let geodatabase = try await generated(task)
        #expect(geodatabase.syncModel == .layer)
        let table = try #require(geodatabase.geodatabaseFeatureTable(byServiceLayerID: 0))
        let point = AGSPoint(x: 1, y: 2, spatialReference: .webMercator())
        try await done { table.add(table.createFeature(attributes: ["rank": 9], geometry: point), completion: $0) }
        _ = try await service.geodatabase.table(named: "Damage").applyEdits(FeatureEdits(adds: [SampleService.feature(7)]))
        let parameters: AGSSyncGeodatabaseParameters = try await answer {
            task.defaultSyncGeodatabaseParameters(with: geodatabase, completion: $0)
        }
        #expect(parameters.layerOptions.map(\.layerID) == [0, 1])
        #expect(parameters.layerOptions.map(\.syncDirection) == [.bidirectional, .bidirectional])
        let job = task.syncJob(with: parameters, geodatabase: geodatabase)
        let _: [AGSSyncLayerResult] = try await answer { job.start(statusHandler: nil, completion: $0) }
        #expect(try await ranks(table) == [0, 1, 7, 9])
        #expect(try await service.rows().count == 4 && !geodatabase.hasLocalEdits())
        geodatabase.close()
    }

    @Test func `no parameters that send are made for a service that takes no edits`() async throws {
        let service = try await SampleService(count: 1, hasGlobalIDs: true, isEditable: false, isSyncEnabled: true)
        let task = task(service.server)
        let geodatabase = try await generated(task)
        let usual: AGSSyncGeodatabaseParameters = try await answer {
            task.defaultSyncGeodatabaseParameters(with: geodatabase, completion: $0)
        }
        #expect(usual.geodatabaseSyncDirection == .download)
        #expect(usual.layerOptions.map(\.syncDirection) == [.download, .download])
        for direction in [AGSSyncDirection.upload, .bidirectional] {
            let error = await #expect(throws: NSError.self) {
                let _: AGSSyncGeodatabaseParameters = try await answer {
                    task.defaultSyncGeodatabaseParameters(with: geodatabase, syncDirection: direction, completion: $0)
                }
            }
            #expect(error?.domain == AGSErrorDomain && error?.code == AGSErrorCode.commonNoPermission.rawValue)
        }
        let asked: AGSSyncGeodatabaseParameters = try await answer {
            task.defaultSyncGeodatabaseParameters(with: geodatabase, syncDirection: .download, completion: $0)
        }
        #expect(asked.geodatabaseSyncDirection == .download)
        geodatabase.close()
    }
}
