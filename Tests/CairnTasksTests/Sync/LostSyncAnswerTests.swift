import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// What is found out of edits whose answer was lost.
@Suite(.timeLimit(.minutes(5)))
struct LostSyncAnswerTests {
    /// Loses the first answer to a sync, and then does something else.
    private func losing(_ site: ReplicaSite, _ then: @escaping @Sendable () -> Void = {}) -> StubTransport {
        let isFirst = Mutex(true)
        return StubTransport { request in
            let answer = try site.answer(request)
            guard request.url.lastPathComponent == "synchronizeReplica",
                isFirst.withLock({ first in
                    defer { first = false }
                    return first
                })
            else { return answer }
            then()
            throw TransportError(.connectionLost, url: request.url)
        }
    }

    @Test(arguments: [true, false])
    func `what the service has refused stays a local edit`(tellsStanding: Bool) async throws {
        var abilities = ReplicaSite.Abilities()
        (abilities.refused, abilities.tellsStanding) = ([ReplicaSite.id(1)], tellsStanding)
        let site = ReplicaSite(abilities, rows: 5)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.renameTree(1, "refused")
        try await geodatabase.renameTree(3, "taken")
        let result = try await folder.syncJob(SyncGeodatabaseParameters(), losing(site)).run()
        #expect(result.layers[0].editResults.map(\.globalID) == [ReplicaSite.id(1)])
        #expect(try geodatabase.hasLocalEdits)
        #expect(site.carriedOut == ["update taken": 1])
        #expect(try await geodatabase.treeNames()[ReplicaSite.key(ReplicaSite.id(1))] == "refused")
    }

    @Test(arguments: [true, false])
    func `what was added and others have deleted since is not added again`(tellsStanding: Bool) async throws {
        var abilities = ReplicaSite.Abilities()
        abilities.tellsStanding = tellsStanding
        let site = ReplicaSite(abilities, rows: 5)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.addTree("added")
        let transport = losing(site) {
            let id = site.state.withLock { $0.rows.first { $0.value.feature?["attributes"]?["NAME"] == "added" }?.key }
            site.edit(id ?? "", nil)
        }
        let result = try await folder.syncJob(SyncGeodatabaseParameters(), transport).run()
        #expect(site.carriedOut == ["add added": 1])
        #expect(try await !geodatabase.treeNames().values.contains("added"))
        #expect(result.layers[0].conflicts.map(\.server) == [.delete])
        #expect(try !geodatabase.hasLocalEdits)
    }

    @Test func `a layer that is out of reach when it is asked about lost edits is asked again`() async throws {
        let site = ReplicaSite(rows: 5)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.renameTree(3, "taken")
        let isAway = Atomic(false)
        let lossy = losing(site) { isAway.store(true, ordering: .relaxed) }
        let transport = StubTransport { request in
            if request.url.lastPathComponent == "0", isAway.exchange(false, ordering: .relaxed) {
                throw TransportError(.connectionLost, url: request.url)
            }
            return try await lossy.send(request)
        }
        _ = try await folder.syncJob(SyncGeodatabaseParameters(), transport).run()
        #expect(!isAway.load(ordering: .relaxed) && site.carriedOut == ["update taken": 1])
        #expect(try !geodatabase.hasLocalEdits)
    }

    @Test func `a copy that is made when another one has been asked for does not stay`() async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let late = Mutex<HTTPRequest?>(nil)
        let isFirst = Mutex(true)
        let transport = StubTransport { request in
            if request.url.lastPathComponent == "createReplica",
                isFirst.withLock({ first in
                    defer { first = false }
                    return first
                })
            {
                late.withLock { $0 = request }
                throw TransportError(.connectionLost, url: request.url)
            }
            let held = late.withLock { late -> HTTPRequest? in
                guard request.url.path().contains("/files/") else { return nil }
                defer { late = nil }
                return late
            }
            if let held { _ = try site.answer(held) }
            return try site.answer(request)
        }
        _ = try await folder.generateJob(GenerateGeodatabaseParameters(), transport).run()
        #expect(site.replicaCount == 1)
    }
}
