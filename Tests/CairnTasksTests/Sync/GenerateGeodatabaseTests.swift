import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct GenerateGeodatabaseTests {
    @Test(arguments: [(true, false, false), (false, false, false), (false, true, false), (true, false, true)])
    func `a geodatabase is made of a service, whose edits are tracked`(isAsync: Bool, isEmbedding: Bool, isByLayer: Bool)
        async throws
    {
        var abilities = ReplicaSite.Abilities()
        (abilities.isAsync, abilities.isEmbedding, abilities.isByLayer) = (isAsync, isEmbedding, isByLayer)
        // Beyond what a Double keeps.
        abilities.generation = (1 << 53) + 1
        let site = ReplicaSite(abilities, rows: 20)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated(isByLayer ? .layer : .geodatabase)
        #expect(try await geodatabase.treeNames().count == 20)
        #expect(try await geodatabase.treeNames()[ReplicaSite.key(ReplicaSite.id(7))] == "tree 7")
        let replica = try #require(try await geodatabase.replica)
        #expect((replica.generation ?? replica.layers[0].generation) == "9007199254740993")
        #expect(replica.id == "R1" && replica.name.hasPrefix("o'copy \"1\"-"))
        #expect(try !geodatabase.hasLocalEdits)
        try await geodatabase.addTree("mine")
        #expect(try geodatabase.hasLocalEdits)
        try await geodatabase.close()
        #expect(folder.names == ["it's.gpkg"] && site.replicaCount == 1)
    }

    @Test func `the work keeps the contract of jobs`() async throws {
        let site = ReplicaSite(rows: 8)
        let contract = JobWorkContract<GenerateGeodatabaseWork>(
            isSame: { _, second in
                let geodatabase = second.geodatabase
                try await geodatabase.load()
                return try await geodatabase.treeNames().count == 8
            },
            make: {
                let folder = try SyncFolder(site)
                return (try folder.generateWork(), folder.access())
            })
        try await contract.verify()
    }

    @Test(arguments: [LossyTransport.Loss.request, .answer])
    func `a copy whose answer is lost is found by its name and does not stay`(loss: LossyTransport.Loss) async throws {
        let site = ReplicaSite()
        let left = Mutex(2)
        let folder = try SyncFolder(site)
        let transport = LossyTransport.of(site) { request in
            guard request.url.lastPathComponent == "createReplica" else { return .none }
            return left.withLock { left in
                left -= 1
                return left >= 0 ? loss : .none
            }
        }
        let job = try folder.generateJob(GenerateGeodatabaseParameters(), transport)
        let geodatabase = try await job.run().geodatabase
        try await geodatabase.load()
        #expect(try await geodatabase.treeNames().count == 3)
        #expect(site.replicaCount == 1)
        let id = try await geodatabase.syncID
        #expect(site.state.withLock { $0.replicas[id ?? ""] != nil })
    }

    @Test(arguments: ["createReplica", "jobs", "files"])
    func `what is cancelled leaves nothing, here and there`(operation: String) async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let job = Mutex<Job<GenerateGeodatabaseWork>?>(nil)
        let transport = StubTransport { request in
            let answer = try site.answer(request)
            if request.url.path().contains("/\(operation)") { job.withLock(\.self)?.cancel() }
            return answer
        }
        let made = try folder.generateJob(GenerateGeodatabaseParameters(), transport)
        job.withLock { $0 = made }
        try made.start()
        try await made.waitUntilFinished()
        #expect(made.status == .canceled)
        #expect(site.replicaCount == 0 && folder.names == [])
        job.withLock { $0 = nil }
    }

    @Test func `a service that gives only Esri's format is told of, and keeps no copy`() async throws {
        var abilities = ReplicaSite.Abilities()
        abilities.wantsSQLite = true
        let site = ReplicaSite(abilities)
        let folder = try SyncFolder(site)
        await #expect(throws: SyncError.onlyEsriFormat(service: ReplicaSite.url.absoluteString)) {
            _ = try await folder.generateJob().run()
        }
        #expect(site.replicaCount == 0 && !folder.names.contains("it's.gpkg"))
    }

    @Test func `a copy that is never brought up to date is known to nobody`() async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated(.none)
        #expect(try await geodatabase.replica == nil && site.replicaCount == 0)
        #expect(try await geodatabase.treeNames().count == 3)
    }

    @Test func `what a service does not do it is not asked for`() async throws {
        var abilities = ReplicaSite.Abilities()
        abilities.capabilities = ["supportsPerReplicaSync"]
        let folder = try SyncFolder(ReplicaSite(abilities))
        await #expect(throws: SyncError.self) { _ = try await folder.generated(.layer) }
        await #expect(throws: SyncError.self) { _ = try await folder.generated(.none) }
        let absent = GenerateGeodatabaseParameters(layerOptions: [GenerateLayerOption(layerID: 7)])
        await #expect(throws: FeatureError.self) { _ = try await folder.generateJob(absent).run() }
        #expect(folder.site.state.withLock(\.made) == 0)
    }

    @Test func `data that are gone before they have come are asked for again`() async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let isFirst = Mutex(true)
        let transport = StubTransport { request in
            let isGone =
                request.url.path().contains("/files/")
                && isFirst.withLock { first in
                    defer { first = false }
                    return first
                }
            return isGone ? HTTPResponse(status: 404, headers: [:], body: Data()) : try site.answer(request)
        }
        let geodatabase = try await folder.generateJob(GenerateGeodatabaseParameters(), transport).run().geodatabase
        try await geodatabase.load()
        #expect(try await geodatabase.treeNames().count == 3 && site.replicaCount == 1)
    }

    @Test(arguments: [false, true])
    func `a copy in whose place another comes is forgotten by the service`(isLossy: Bool) async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let first = try await folder.generated()
        let old = try await first.syncID
        try await first.close()
        let left = Mutex(isLossy ? 2 : 0)
        let transport = LossyTransport.of(site) { request in
            guard request.url.lastPathComponent == "unRegisterReplica" else { return .none }
            return left.withLock { left in
                left -= 1
                return left >= 0 ? .request : .none
            }
        }
        let second = try await folder.generateJob(GenerateGeodatabaseParameters(), transport).run().geodatabase
        let new = try await second.syncID
        try await second.close()
        #expect(new != old && site.state.withLock { Array($0.replicas.keys) } == [new])
        #expect(folder.names == ["it's.gpkg"])
    }

    @Test func `for the service of a copy that is replaced nobody waits, if it is another and has gone`() async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let first = try await folder.generated()
        var replica = try #require(try await first.replica)
        replica.serviceURL = try #require(URL(string: "https://gone.example.com/rest/services/Trees/FeatureServer"))
        try await first.setReplica(replica)
        try await first.close()
        let asked = Mutex(0)
        let transport = StubTransport { request in
            guard request.url.host() == "gone.example.com" else { return try site.answer(request) }
            asked.withLock { $0 += 1 }
            throw TransportError(.refused, url: request.url)
        }
        let job = try folder.generateJob(GenerateGeodatabaseParameters(), transport)
        let new = try await job.run().geodatabase
        #expect(asked.withLock(\.self) == 1)
        #expect(job.messages.contains { $0.severity == .warning && $0.text.contains("still keeps the copy") })
        #expect(try await new.syncID != replica.id)
    }

    @Test func `a copy with edits that its service has not got is not replaced`() async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.addTree("mine")
        try await geodatabase.close()
        await #expect(throws: SyncError.unsentEdits(path: folder.file.path)) { try await folder.generateJob().run() }
        let kept = Geodatabase(fileURL: folder.file)
        try await kept.load()
        #expect(try kept.hasLocalEdits && site.replicaCount == 1)
        try await kept.close()
        #expect(folder.names == ["it's.gpkg"])
    }

    @Test func `edits that are made while another is made are not replaced either`() async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let first = try await folder.generated()
        let old = try #require(try await first.syncID)
        try await first.close()
        let transport = StubTransport { request in
            let answer = try site.answer(request)
            if request.url.path().contains("/files") {
                let geodatabase = Geodatabase(fileURL: folder.file)
                try await geodatabase.load()
                try await geodatabase.addTree("mine")
                try await geodatabase.close()
            }
            return answer
        }
        let job = try folder.generateJob(GenerateGeodatabaseParameters(), transport)
        await #expect(throws: SyncError.unsentEdits(path: folder.file.path)) { try await job.run() }
        try await job.cancelAndWait()
        #expect(site.state.withLock { Array($0.replicas.keys) } == [old])
        #expect(folder.names == ["it's.gpkg"])
    }

    @Test func `of a copy that was moved nothing is asked of the service when its output is asked for`() async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let job = try Job(try folder.generateWork(), services: folder.access(), configuration: SyncFolder.configuration)
        let output = try await job.run().url
        let asked = Mutex(0)
        let transport = StubTransport { request in
            if ["unRegisterReplica", "createReplica"].contains(request.url.lastPathComponent) { asked.withLock { $0 += 1 } }
            return try await site.transport.send(request)
        }
        try FileManager.default.moveItem(atPath: output.path, toPath: output.path + "-moved")
        let access = folder.access(transport)
        let restored = try Job<GenerateGeodatabaseWork>(restoring: job.record) { access }
        let error = await #expect(throws: PartialOutputTrouble.self) { try await restored.output }
        #expect(error?.description.contains("is not there any more") == true)
        #expect(asked.withLock(\.self) == 0 && site.replicaCount == 1)
    }

    @Test func `what is in its place stays, here and there, when its job is cancelled`() async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let work = try folder.generateWork()
        let job = try Job(work, services: folder.access(), configuration: SyncFolder.configuration)
        let id = try #require(try await job.run().geodatabase.syncID)
        // As if the process had ended just before its job had.
        let checkpoint = try #require(job.record.checkpoint).decode(GenerateGeodatabaseWork.Checkpoint.self)
        try await work.cancelServerJobs([work.replicaName], services: folder.access())
        await work.discardPartialResults(of: UUID(), services: folder.access())
        try await work.cancelServerJobs([work.replicaName], after: checkpoint, services: folder.access())
        await work.discardPartialResults(of: UUID(), after: checkpoint, services: folder.access())
        #expect(site.state.withLock { Array($0.replicas.keys) } == [id] && folder.names == ["it's.gpkg"])
    }
}
