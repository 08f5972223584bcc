import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Copies of which one is made where another is, or was to be.
@Suite(.timeLimit(.minutes(5)))
struct SharedOutputTests {
    private let site = ReplicaSite(rows: 3)
    private let folder: SyncFolder

    init() throws { folder = try SyncFolder(site) }

    /// A job that has written all, and could not put it in its place.
    private func blocked(_ condition: String = "", _ model: GeodatabaseSyncModel = .geodatabase) async throws -> Job<
        GenerateGeodatabaseWork
    > {
        let option = GenerateLayerOption(layerID: 0, queryOption: condition.isEmpty ? .all : .filter, whereClause: condition)
        let parameters = GenerateGeodatabaseParameters(syncModel: model, layerOptions: [option])
        // Once it writes, somebody makes a folder there.
        let (site, place, asked) = (site, folder.file, Counter())
        let transport = StubTransport { request in
            if request.url.path().hasSuffix("/replicas"), asked.next() == 0 {
                try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            }
            return try site.answer(request)
        }
        let job = try folder.generateJob(parameters, transport)
        await #expect(throws: (any Error).self) { _ = try await job.run() }
        try FileManager.default.removeItem(at: place)
        return job
    }

    private func names(_ job: Job<GenerateGeodatabaseWork>) async throws -> Set<String> {
        let geodatabase = try await job.output.geodatabase
        try await geodatabase.load()
        return Set(try await geodatabase.treeNames().values)
    }

    @Test(arguments: [GeodatabaseSyncModel.geodatabase, .none])
    func `what another job has written beside the output is not taken for one's own`(model: GeodatabaseSyncModel) async throws {
        let first = try await blocked("", model)
        site.edit(ReplicaSite.id(9), String(repeating: "ninth", count: 2000))
        let second = try await blocked("", model)
        #expect(folder.names.contains("it's.gpkg.partial"))
        try first.retry()
        #expect(try await names(first).contains("tree 1"))
        try second.retry()
        #expect(try await names(second).contains { $0.hasPrefix("ninth") })
        if model != .none { #expect(site.replicaCount == 1) }
    }

    @Test(arguments: [GeodatabaseSyncModel.geodatabase, .none])
    func `where neither is there any more, it is all made again`(model: GeodatabaseSyncModel) async throws {
        let job = try await blocked("", model)
        for name in folder.names { try FileManager.default.removeItem(at: folder.url.appending(path: name)) }
        try job.retry()
        #expect(try await names(job) == ["tree 1", "tree 2", "tree 3"])
        #expect(site.replicaCount == (model == .none ? 0 : 1))
    }

    @Test func `what stands at the output and is not the job's is not told to be`() async throws {
        let job = try await blocked()
        try FileManager.default.removeItem(at: URL(filePath: folder.file.path + ".partial"))
        try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: false)
        try job.retry()
        _ = await job.result
        #expect(job.status == .failed)
    }

    @Test func `where it cannot go is told before the service is asked`() async throws {
        try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: false)
        let transport = site.transport
        await #expect(throws: SystemError.self) {
            _ = try await folder.generateJob(GenerateGeodatabaseParameters(), transport).run()
        }
        #expect(transport.requests.isEmpty && folder.names == ["it's.gpkg"])
    }

    @Test func `another place is another copy`() throws {
        var work = try folder.generateWork()
        let name = work.replicaName
        work.output = folder.file
        #expect(work.replicaName == name)
        work.output = folder.url.appending(path: "other.gpkg")
        #expect(work.replicaName != name && work.replicaName.hasPrefix("o'copy \"1\"-"))
        #expect(work.replicaName.count == name.count)
    }

    @Test func `a layer that is named twice is one`() async throws {
        let option = GenerateLayerOption(layerID: 0, queryOption: .all)
        let job = try folder.generateJob(GenerateGeodatabaseParameters(layerOptions: [option, option]))
        let geodatabase = try await job.run().geodatabase
        try await geodatabase.load()
        #expect(geodatabase.tables.map(\.info.name) == ["o'Trees"])
    }

    @Test(arguments: ["replicas", "unRegisterReplica"])
    func `a copy of which the service does not say that it has forgotten it is told of`(
        operation: String
    ) async throws {
        let job = try await blocked()
        let work = job.work
        let lying = LyingTransport.of(site, operation, carriesOut: false) { _ in "{}" }
        await #expect(throws: (any Error).self) {
            try await work.cancelServerJobs(job.serverJobIDs, after: nil, services: folder.access(lying))
        }
        #expect(site.replicaCount == 1)
        try await work.cancelServerJobs(job.serverJobIDs, after: nil, services: folder.access())
        #expect(site.replicaCount == 0)
    }
}
