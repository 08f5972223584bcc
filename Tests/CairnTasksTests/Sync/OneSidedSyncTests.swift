import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Syncs that only send or only fetch, are cancelled or are refused in part: what is left is told, and known.
@Suite(.timeLimit(.minutes(5)))
struct OneSidedSyncTests {
    @Test(arguments: [true, false])
    func `what is only sent is not sent over what others have done while its answer was lost`(tellsStanding: Bool) async throws {
        var abilities = ReplicaSite.Abilities()
        abilities.tellsStanding = tellsStanding
        let site = ReplicaSite(abilities, rows: 5)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.renameTree(1, "mine")
        let isFirst = Mutex(true)
        let transport = StubTransport { request in
            let answer = try site.answer(request)
            let isLost =
                request.url.lastPathComponent == "synchronizeReplica"
                && isFirst.withLock { first in
                    defer { first = false }
                    return first
                }
            guard isLost else { return answer }
            site.edit(ReplicaSite.id(1), "theirs")
            throw TransportError(.connectionLost, url: request.url)
        }
        _ = try await folder.syncJob(SyncGeodatabaseParameters(syncDirection: .upload), transport).run()
        #expect(site.name(of: ReplicaSite.id(1)) == "theirs" && site.carriedOut == ["update mine": 1])
        #expect(try !geodatabase.hasLocalEdits)
        _ = try await folder.syncJob().run()
        #expect(try await geodatabase.treeNames()[ReplicaSite.key(ReplicaSite.id(1))] == "theirs")
    }

    @Test func `what both have deleted is no edit any more`() async throws {
        let site = ReplicaSite(rows: 3)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.deleteTree(2)
        site.edit(ReplicaSite.id(2), nil)
        let result = try await folder.syncJob(SyncGeodatabaseParameters(syncDirection: .download)).run()
        #expect(result.layers.flatMap(\.conflicts) == [])
        #expect(try !geodatabase.hasLocalEdits)
        _ = try await folder.syncJob().run()
        #expect(site.carriedOut == [:])
    }

    @Test func `a sync that the service is still carrying out is named by who cancels`() async throws {
        var abilities = ReplicaSite.Abilities()
        abilities.questions = 1_000_000
        let site = ReplicaSite(rows: 3)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.addTree("added")
        let busy = ReplicaSite(abilities, rows: 3)
        busy.state.withLock { state in state.replicas = site.state.withLock(\.replicas) }
        let job = Mutex<Job<SyncGeodatabaseWork>?>(nil)
        let transport = StubTransport { request in
            let answer = try busy.answer(request)
            if request.url.path().contains("/jobs/") { job.withLock(\.self)?.cancel() }
            return answer
        }
        let made = try folder.syncJob(SyncGeodatabaseParameters(), transport)
        job.withLock { $0 = made }
        try made.start()
        try await made.waitUntilFinished()
        job.withLock { $0 = nil }
        #expect(made.status == .canceled)
        #expect(made.record.unconfirmedServerJobIDs.contains { $0.contains("/jobs/") })
    }

    @Test func `what was refused alone can be brought to the service by another way`() async throws {
        var abilities = ReplicaSite.Abilities()
        abilities.refused = [ReplicaSite.id(1)]
        let site = ReplicaSite(abilities, rows: 3)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.renameTree(1, "refused")
        try await geodatabase.renameTree(3, "taken")
        _ = try await folder.syncJob().run()
        let delta = folder.url.appending(path: "delta.json")
        #expect(try await GeodatabaseSyncTask.exportDelta(of: geodatabase, to: delta))
        let updates = try JSONValue(parsing: Data(contentsOf: delta))["edits"]?[0]?["features"]?["updates"]
        #expect(updates?.array?.compactMap { $0["attributes"]?["NAME"]?.string } == ["refused"])
    }
}
