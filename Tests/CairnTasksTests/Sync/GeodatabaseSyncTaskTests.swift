import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct GeodatabaseSyncTaskTests {
    @Test func `default parameters are what the service can do`() async throws {
        let site = ReplicaSite()
        let task = GeodatabaseSyncTask(url: ReplicaSite.url, transport: site.transport, credential: CredentialStore())
        let extent = Envelope(xMin: 0, yMin: 0, xMax: 9, yMax: 9, spatialReference: .wgs84)
        let parameters = try await task.makeDefaultGenerateGeodatabaseParameters(extent: .envelope(extent))
        #expect(parameters.layerOptions.map(\.layerID) == [0] && parameters.syncModel == .layer)
        #expect(try JSONValue(encoding: parameters).decode(GenerateGeodatabaseParameters.self) == parameters)
        #expect(task.info?.isSyncEnabled == true)
    }

    @Test func `a geodatabase of another service is not synchronised with this one`() async throws {
        let folder = try SyncFolder(ReplicaSite())
        let geodatabase = try await folder.generated()
        let other = try #require(URL(string: "https://example.com/rest/services/Other/FeatureServer"))
        let task = GeodatabaseSyncTask(url: other, transport: folder.site.transport, credential: CredentialStore())
        await #expect(throws: SyncError.self) {
            _ = try await task.makeDefaultSyncGeodatabaseParameters(geodatabase: geodatabase)
        }
    }

    @Test(arguments: ["key", "oauth_token", "X-Amz-Credential"])
    func `an address with a secret makes no job of a sync, unless it stands in the geodatabase`(name: String) async throws {
        let folder = try SyncFolder(ReplicaSite())
        let geodatabase = try await folder.generated()
        let url = try #require(URL(string: "\(ReplicaSite.url.absoluteString)?\(name)=hunter2longsecret"))
        let task = GeodatabaseSyncTask(url: url, transport: folder.site.transport, credential: CredentialStore())
        func work(_ geodatabase: Geodatabase) throws -> SyncGeodatabaseWork {
            try task.makeSyncGeodatabaseJob(parameters: SyncGeodatabaseParameters(), geodatabase: geodatabase).work
        }
        let plain = try await Geodatabase.create(at: folder.url.appending(path: "plain.gpkg"))
        for other in [geodatabase, plain, Geodatabase(fileURL: folder.url.appending(path: "none.gpkg"))] {
            #expect {
                try work(other)
            } throws: {
                $0 is ServiceURL.HoldsSecret && "\($0)".contains("Leave that out") && !"\($0)".contains("hunter2")
            }
        }
        var replica = try #require(try await geodatabase.replica)
        replica.serviceURL = url
        try await geodatabase.setReplica(replica)
        #expect(try work(geodatabase).service.url == url)
    }

    @Test func `a copy of the file is made known to a service that can be told, and is brought in step by itself`() async throws {
        var abilities = ReplicaSite.Abilities()
        let unable = try SyncFolder(ReplicaSite(abilities))
        let task = GeodatabaseSyncTask(url: ReplicaSite.url, transport: unable.site.transport, credential: CredentialStore())
        let refused = try await unable.generated()
        await #expect(throws: SyncError.self) { try await task.registerGeodatabase(refused) }
        #expect(unable.site.replicaCount == 1)
        abilities.capabilities.append("supportsRegisteringExistingData")
        let site = ReplicaSite(abilities, rows: 3)
        let folder = try SyncFolder(site)
        let first = try await folder.generated()
        let (id, name) = (try #require(try await first.syncID), try #require(try await first.replica?.name))
        try await first.close()
        let copy = folder.url.appending(path: "copy.gpkg")
        try FileManager.default.copyItem(at: folder.file, to: copy)
        let second = Geodatabase(fileURL: copy)
        try await second.load()
        let able = GeodatabaseSyncTask(url: ReplicaSite.url, transport: site.transport, credential: CredentialStore())
        try await able.registerGeodatabase(second)
        let replica = try #require(try await second.replica)
        #expect(replica.id != id && replica.name.hasPrefix("\(name)-") && site.replicaCount == 2)
        try await second.addTree("of the copy")
        _ = try await able.makeSyncGeodatabaseJob(
            parameters: SyncGeodatabaseParameters(), geodatabase: second, configuration: SyncFolder.configuration
        ).run()
        #expect(site.carriedOut == ["add of the copy": 1])
        _ = try await folder.syncJob().run()
        let synced = Geodatabase(fileURL: folder.file)
        try await synced.load()
        #expect(try await synced.treeNames() == second.treeNames() && site.carriedOut == ["add of the copy": 1])
    }

    @Test func `what the service has forgotten is a file like others`() async throws {
        let folder = try SyncFolder(ReplicaSite())
        let geodatabase = try await folder.generated()
        let task = GeodatabaseSyncTask(url: ReplicaSite.url, transport: folder.site.transport, credential: CredentialStore())
        try await task.unregisterGeodatabase(geodatabase)
        #expect(try await geodatabase.syncID == nil && folder.site.replicaCount == 0)
        // What is not known is forgotten already.
        try await task.unregisterGeodatabase(syncID: "R1")
        await #expect(throws: SyncError.noReplica(path: folder.file.path)) { _ = try await folder.syncJob().run() }
    }

    @Test func `local edits go into a file, and edits of the service come from one`() async throws {
        let site = ReplicaSite(rows: 4)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        let delta = folder.url.appending(path: "delta.json")
        #expect(try await !GeodatabaseSyncTask.exportDelta(of: geodatabase, to: delta))
        try await geodatabase.addTree("new \"tree\"")
        #expect(try await GeodatabaseSyncTask.exportDelta(of: geodatabase, to: delta))
        let json = try JSONValue(parsing: Data(contentsOf: delta))
        #expect(json["replicaID"]?.string == "R1")
        #expect(json["edits"]?[0]?["features"]?["adds"]?[0]?["attributes"]?["NAME"]?.string == "new \"tree\"")
        #expect(try geodatabase.hasLocalEdits)
        // A copy of the file gets what this one has got.
        try await geodatabase.close()
        let copy = folder.url.appending(path: "copy.gpkg")
        try FileManager.default.copyItem(at: folder.file, to: copy)
        site.edit(ReplicaSite.id(2), "theirs")
        let result = try await folder.syncJob(SyncGeodatabaseParameters(keepsDeltas: true)).run()
        let download = try #require(result.downloadDeltaURL)
        #expect(try JSONValue(parsing: Data(contentsOf: try #require(result.uploadDeltaURL)))["edits"]?[0]?["id"]?.int == 0)
        let other = Geodatabase(fileURL: copy)
        let imported = try await GeodatabaseSyncTask.importDelta(download, into: other)
        #expect(imported.map(\.downloadedCount) == [1])
        #expect(try await other.treeNames()[ReplicaSite.key(ReplicaSite.id(2))] == "theirs")
    }

    @Test(arguments: [
        "", "[]", "{\"edits\":[{\"id\":0,\"features\":{\"adds\":[{\"geo", "{\"edits\":[{\"id\":9,\"features\":{}}]}",
        "{\"replicaID\":\"other\"}",
    ])
    func `what is no delta changes nothing`(text: String) async throws {
        let folder = try SyncFolder(ReplicaSite())
        let geodatabase = try await folder.generated()
        let file = folder.url.appending(path: "wrong.json")
        try Data(text.utf8).write(to: file)
        await #expect(throws: SyncError.self) { _ = try await GeodatabaseSyncTask.importDelta(file, into: geodatabase) }
        #expect(try await geodatabase.treeNames().count == 3)
    }

    @Test func `where a full disk has no room for what has come, a sync that keeps it can be retried`() async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.close()
        site.edit(ReplicaSite.id(2), "theirs")
        let job = try folder.syncJob(SyncGeodatabaseParameters(keepsDeltas: true))
        try DiskTrouble.withReason({ $0.hasSuffix(".sync-delta.partial") ? ENOSPC : nil }) { try job.start() }
        await #expect(throws: SystemError.self) { try await job.output }
        #expect(job.record.failure?.isRetryable == true)
        try job.retry()
        #expect(try await job.output.downloadDeltaURL != nil)
    }
}
