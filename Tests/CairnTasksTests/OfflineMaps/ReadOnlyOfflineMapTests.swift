import CairnCore
import CairnGeo
import CairnOffline
@testable import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Offline maps of which a service takes no edits.
@Suite(.timeLimit(.minutes(5)))
struct ReadOnlyOfflineMapTests: OfflineMapJobs {
    /// The town, whose second service takes no edits any more.
    private func readOnly(_ town: OfflineTown) -> StubTransport {
        StubTransport { request in
            let response = try await town.transport.send(request)
            guard request.url.path().hasSuffix("Trees1/FeatureServer"), let own = (try? JSONValue(parsing: response.body))?.object
            else { return response }
            return .json(JSONValue.object(own.merging(["capabilities": "Query,Sync"]) { $1 }).text())
        }
    }

    private func add(_ name: String, to layer: String, of folder: URL) async throws {
        let package = MobileMapPackage(fileURL: folder)
        try await package.load()
        let found = try #require(package.maps[0].operationalLayers.first { $0.title == layer })
        let table = try #require(try await package.featureTable(of: found))
        let place = Geometry.point(MapPoint(x: 1, y: 1, spatialReference: .webMercator))
        let results = try await table.applyEdits(
            FeatureEdits(adds: [Feature(attributes: ["NAME": .string(name)], geometry: place)]))
        #expect(results.firstError == nil)
        try await package.close()
    }

    @Test func `where edits are only sent, a copy that has none is done though its service takes none`() async throws {
        let town = try await OfflineTown(services: 2)
        let folder = town.folder.appending(path: "offline")
        _ = try await job(work(folder), town.transport).run()
        try await add("mine", to: "Trees 0", of: folder)
        let sync = OfflineMapSyncTask(packageURL: folder, transport: readOnly(town), credential: CredentialStore())
        func run() async throws -> OfflineMapSyncResult {
            try await sync.makeSyncOfflineMapJob(
                parameters: OfflineMapSyncParameters(syncDirection: .upload), configuration: OfflineTown.configuration
            ).run()
        }
        let done = try await run()
        #expect(!done.hasErrors && done.geodatabases.count == 2, "\(done.geodatabases.compactMap(\.error))")
        #expect(done.geodatabases.allSatisfy { !$0.layers.isEmpty })
        #expect(done.geodatabases.flatMap(\.layers).reduce(0) { $0 + $1.uploadedCount } == 1)
        // What cannot be sent is told, and stays.
        try await add("kept", to: "Trees 1", of: folder)
        let failed = try await run()
        let errors = failed.geodatabases.compactMap(\.error)
        #expect(errors.count == 1 && errors[0].contains("takes no edits"), "\(errors)")
        #expect(try await sync.checkForUpdates().uploadAvailability == .available)
    }
}
