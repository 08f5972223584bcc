import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SyncGeodatabaseTests {
    /// Edits of every kind, here.
    private func edit(_ geodatabase: Geodatabase) async throws {
        try await geodatabase.addTree("added")
        try await geodatabase.renameTree(1, "renamed")
        try await geodatabase.deleteTree(2)
    }

    private let all = ["add added": 1, "update renamed": 1, "delete \(ReplicaSite.key(ReplicaSite.id(2)))": 1]

    @Test(arguments: [(true, false, false), (false, false, false), (false, true, false), (true, false, true)])
    func `edits of both sides come to the other, each once`(isAsync: Bool, isEmbedding: Bool, isByLayer: Bool) async throws {
        var abilities = ReplicaSite.Abilities()
        (abilities.isAsync, abilities.isEmbedding, abilities.isByLayer) = (isAsync, isEmbedding, isByLayer)
        abilities.generation = 1 << 53
        let site = ReplicaSite(abilities, rows: 5)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated(isByLayer ? .layer : .geodatabase)
        try await edit(geodatabase)
        site.edit(ReplicaSite.id(4), "theirs")
        site.edit(ReplicaSite.id(5), nil)
        site.edit(ReplicaSite.id(77), "new")
        let result = try await folder.syncJob().run()
        #expect(site.carriedOut == all)
        #expect(site.names == ["added", "renamed", "tree 3", "theirs", "new"])
        #expect(Set(try await geodatabase.treeNames().values) == site.names)
        #expect(result.layers.map(\.uploadedCount) == [3] && result.layers.map(\.downloadedCount) == [3] && !result.hasErrors)
        #expect(try !geodatabase.hasLocalEdits)
        let second = try await folder.syncJob().run()
        #expect(site.carriedOut == all && second.layers.map(\.downloadedCount) == [0])
        try await geodatabase.close()
        #expect(folder.names == ["it's.gpkg"])
    }

    @Test(arguments: [true, false], [LossyTransport.Loss.request, .answer])
    func `edits arrive once, whatever is lost`(tellsStanding: Bool, loss: LossyTransport.Loss) async throws {
        var abilities = ReplicaSite.Abilities()
        abilities.tellsStanding = tellsStanding
        let site = ReplicaSite(abilities, rows: 5)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await edit(geodatabase)
        let isFirst = Mutex(true)
        let transport = LossyTransport.of(site) { request in
            guard request.url.lastPathComponent == "synchronizeReplica" else { return .none }
            return isFirst.withLock { first in
                defer { first = false }
                return first ? loss : .none
            }
        }
        _ = try await folder.syncJob(SyncGeodatabaseParameters(), transport).run()
        #expect(site.carriedOut == all)
        #expect(Set(try await geodatabase.treeNames().values) == site.names && site.names.contains("renamed"))
        #expect(try !geodatabase.hasLocalEdits)
    }

    @Test(arguments: [true, false])
    func `what another has overwritten while an answer was lost is not overwritten again`(tellsStanding: Bool) async throws {
        var abilities = ReplicaSite.Abilities()
        abilities.tellsStanding = tellsStanding
        let site = ReplicaSite(abilities, rows: 5)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.renameTree(1, "mine")
        let isFirst = Mutex(true)
        let transport = LossyTransport.of(site) { request in
            guard request.url.lastPathComponent == "synchronizeReplica" else { return .none }
            return isFirst.withLock { first in
                defer { first = false }
                return first ? .answer : .none
            }
        }
        let lossy = StubTransport { request in
            do { return try await transport.send(request) } catch {
                site.edit(ReplicaSite.id(1), "theirs")
                throw error
            }
        }
        _ = try await folder.syncJob(SyncGeodatabaseParameters(), lossy).run()
        #expect(site.name(of: ReplicaSite.id(1)) == "theirs")
        #expect(try await geodatabase.treeNames()[ReplicaSite.key(ReplicaSite.id(1))] == "theirs")
        #expect(try !geodatabase.hasLocalEdits)
    }

    @Test func `what is edited while a sync runs goes with the next one, and is not overwritten`() async throws {
        let site = ReplicaSite(rows: 5)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.renameTree(1, "first")
        try await geodatabase.addTree("short")
        let transport = StubTransport { request in
            let answer = try site.answer(request)
            if request.url.lastPathComponent == "synchronizeReplica" {
                site.edit(ReplicaSite.id(3), "theirs")
                try await geodatabase.renameTree(1, "second")
                try await geodatabase.renameTree(3, "mine")
                var parameters = QueryParameters(whereClause: "NAME = 'short'")
                parameters.returnsGeometry = false
                _ = try await geodatabase.trees.applyEdits(
                    FeatureEdits(deletedObjectIDs: geodatabase.trees.queryObjectIDs(using: parameters)))
            }
            return answer
        }
        _ = try await folder.syncJob(SyncGeodatabaseParameters(), transport).run()
        #expect(site.carriedOut == ["update first": 1, "add short": 1])
        #expect(try await geodatabase.treeNames()[ReplicaSite.key(ReplicaSite.id(1))] == "second")
        let next = try await folder.syncJob().run()
        #expect(site.carriedOut["update second"] == 1 && site.carriedOut["update mine"] == 1)
        #expect(site.name(of: ReplicaSite.id(1)) == "second" && !site.names.contains("short"))
        #expect(Set(try await geodatabase.treeNames().values) == site.names)
        #expect(!next.hasErrors)
    }

    @Test func `features that were changed on both sides are told of`() async throws {
        let site = ReplicaSite(rows: 5)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.renameTree(1, "mine")
        try await geodatabase.renameTree(2, "also mine")
        site.edit(ReplicaSite.id(1), "theirs")
        site.edit(ReplicaSite.id(2), nil)
        let download = try await folder.syncJob(SyncGeodatabaseParameters(syncDirection: .download)).run()
        #expect(site.carriedOut == [:])
        let conflicts = download.layers[0].conflicts.sorted { $0.globalID < $1.globalID }
        #expect(conflicts.map(\.server) == [.update, .delete] && conflicts.allSatisfy(\.isLocalKept))
        #expect(Set(try await geodatabase.treeNames().values).isSuperset(of: ["mine", "also mine"]))
        // The last who sends wins; what was deleted there is added anew.
        _ = try await folder.syncJob().run()
        #expect(site.carriedOut == ["update mine": 1, "add also mine": 1])
        #expect(Set(try await geodatabase.treeNames().values) == site.names)
    }

    @Test func `what is only sent leaves the rest to the next sync`() async throws {
        let site = ReplicaSite(rows: 5)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await edit(geodatabase)
        site.edit(ReplicaSite.id(4), "theirs")
        _ = try await folder.syncJob(SyncGeodatabaseParameters(syncDirection: .upload)).run()
        #expect(site.carriedOut == all)
        #expect(try await !geodatabase.treeNames().values.contains("theirs"))
        let result = try await folder.syncJob(SyncGeodatabaseParameters(syncDirection: .download)).run()
        #expect(try await geodatabase.treeNames().values.contains("theirs"))
        #expect(result.layers[0].conflicts == [] && site.carriedOut == all)
    }

    @Test(arguments: [true, false])
    func `what the service refuses stays a local edit`(isAllOrNothing: Bool) async throws {
        var abilities = ReplicaSite.Abilities()
        abilities.refused = [ReplicaSite.id(1)]
        let site = ReplicaSite(abilities, rows: 5)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.renameTree(1, "refused")
        try await geodatabase.renameTree(3, "taken")
        let result = try await folder.syncJob(SyncGeodatabaseParameters(rollsBackOnFailure: isAllOrNothing)).run()
        #expect(result.layers[0].editResults.map(\.error?.description) == ["No."])
        #expect(result.layers[0].editResults.map(\.globalID) == [ReplicaSite.id(1)])
        #expect(result.layers[0].uploadedCount == (isAllOrNothing ? 0 : 1))
        #expect(try geodatabase.hasLocalEdits)
        #expect(try await geodatabase.treeNames()[ReplicaSite.key(ReplicaSite.id(1))] == "refused")
    }

    @Test func `files that are attached go with their features`() async throws {
        let site = ReplicaSite(rows: 3)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        let trees = try geodatabase.trees
        for (number, name) in [(1, "a.txt"), (1, "b.txt"), (2, "c.txt")] {
            let bytes = Data((0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* number) })
            _ = try await trees.addAttachment(
                NewAttachment(name: name, contentType: "text/plain", content: .data(bytes)), toFeature: number)
        }
        _ = try await folder.syncJob().run()
        #expect(site.carriedOut == ["file a.txt": 1, "file b.txt": 1, "file c.txt": 1])
        let kept = site.state.withLock { $0.files.values.compactMap(\.feature) }
        let bytes = kept.first { $0["name"]?.string == "a.txt" }?["data"]?.string.flatMap { Data(base64Encoded: $0) }
        #expect(bytes == Data((0..<400_000).map { UInt8(truncatingIfNeeded: $0) }))
        #expect(kept.first { $0["name"]?.string == "c.txt" }?["parentGlobalId"]?.string == ReplicaSite.id(2))
        #expect(try !geodatabase.hasLocalEdits)
        // With its feature a file goes by itself.
        let ids = try await trees.queryAttachments(ofFeatures: [1])[1]?.map(\.id) ?? []
        _ = try await trees.deleteAttachments([ids[0]], ofFeature: 1)
        try await geodatabase.deleteTree(2)
        _ = try await folder.syncJob().run()
        #expect(site.carriedOut["delete file"] == 1 && site.replicaCount == 1)
        // Another copy gets them.
        try await geodatabase.close()
        let other = try await folder.generated()
        #expect(try await other.trees.queryAttachments(ofFeatures: [1])[1]?.map(\.size) == [400_000])
    }

    @Test func `the work keeps the contract of jobs`() async throws {
        let contract = JobWorkContract<SyncGeodatabaseWork>(
            isSame: { $0.layers.map(\.layerID) == $1.layers.map(\.layerID) && !$1.hasErrors },
            make: {
                let folder = try SyncFolder(ReplicaSite(rows: 5))
                let geodatabase = try await folder.generated()
                try await self.edit(geodatabase)
                try await geodatabase.close()
                return (try folder.syncWork(), folder.access())
            })
        try await contract.verify()
    }

    @Test func `of two syncs of one geodatabase the second waits to be asked again`() async throws {
        let folder = try SyncFolder(ReplicaSite())
        _ = try await folder.generated()
        let lock = try SyncLock(of: folder.file)
        await #expect(throws: SyncError.underWay(path: folder.file.path)) { _ = try await folder.syncJob().run() }
        lock.release()
        _ = try await folder.syncJob().run()
    }

    @Test func `a sync that was given up is settled by the next one`() async throws {
        let site = ReplicaSite(rows: 5)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await edit(geodatabase)
        let job = Mutex<Job<SyncGeodatabaseWork>?>(nil)
        let transport = StubTransport { request in
            let answer = try site.answer(request)
            if request.url.lastPathComponent == "synchronizeReplica" { job.withLock(\.self)?.cancel() }
            return answer
        }
        let made = try folder.syncJob(SyncGeodatabaseParameters(), transport)
        job.withLock { $0 = made }
        try made.start()
        try await made.waitUntilFinished()
        job.withLock { $0 = nil }
        #expect(made.status == .canceled && site.carriedOut == all)
        #expect(try geodatabase.hasLocalEdits)
        _ = try await folder.syncJob().run()
        #expect(site.carriedOut == all)
        #expect(try !geodatabase.hasLocalEdits)
    }
}
