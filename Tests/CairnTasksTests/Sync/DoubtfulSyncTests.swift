import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Syncs of which nobody knows at first what they have come to.
@Suite(.timeLimit(.minutes(5)))
struct DoubtfulSyncTests {
    /// A service whose first answers to uploads are others.
    private func transport(
        _ site: ReplicaSite, _ lies: (@Sendable (HTTPRequest, HTTPResponse) async throws -> HTTPResponse)...
    ) -> StubTransport {
        let asked = Counter()
        return StubTransport { request in
            let answer = try site.answer(request)
            guard request.url.lastPathComponent == "synchronizeReplica", request.form["edits"] != nil else { return answer }
            let number = asked.next()
            return number < lies.count ? try await lies[number](request, answer) : answer
        }
    }

    private func site(tellsStanding: Bool = true, isEmbedding: Bool = false) -> ReplicaSite {
        var abilities = ReplicaSite.Abilities()
        (abilities.tellsStanding, abilities.isEmbedding) = (tellsStanding, isEmbedding)
        return ReplicaSite(abilities, rows: 5)
    }

    @Test(arguments: [true, false]) func `conflicts of several doubts are all told`(tellsStanding: Bool) async throws {
        let site = site(tellsStanding: tellsStanding)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.renameTree(1, "mine 1")
        func lose(_ number: Int) -> @Sendable (HTTPRequest, HTTPResponse) async throws -> HTTPResponse {
            { request, _ in
                site.edit(ReplicaSite.id(number), "theirs \(number)")
                try await geodatabase.renameTree(number + 1, "mine \(number + 1)")
                throw TransportError(.connectionLost, url: request.url)
            }
        }
        let result = try await folder.syncJob(SyncGeodatabaseParameters(), transport(site, lose(1), lose(2))).run()
        let told = Set(result.layers.flatMap(\.conflicts).map { ReplicaSite.key($0.globalID) })
        #expect(told == Set([1, 2].map { ReplicaSite.key(ReplicaSite.id($0)) }))
    }

    @Test(arguments: [true, false]) func `what has arrived without an answer is counted, and its file kept`(tellsStanding: Bool)
        async throws
    {
        let site = site(tellsStanding: tellsStanding)
        let folder = try SyncFolder(site)
        try await folder.generated().renameTree(1, "mine")
        var parameters = SyncGeodatabaseParameters()
        parameters.keepsDeltas = true
        let lost = transport(site, { request, _ in throw TransportError(.connectionLost, url: request.url) })
        let result = try await folder.syncJob(parameters, lost).run()
        #expect(result.layers.map(\.uploadedCount) == [1])
        #expect(try String(contentsOf: #require(result.uploadDeltaURL), encoding: .utf8).contains("mine"))
    }

    @Test(
        arguments: [400, 403, 401, 404, 413],
        ["<html>No.</html>", #"{"error":"bad request"}"#, #"{"message":"Forbidden"}"#, "[]", #"{"error":{"message":"x"}}"#])
    func `a page of a gateway after the work was done is no refusal`(status: Int, page: String) async throws {
        let site = site()
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.renameTree(1, "mine")
        let gateway = transport(site, { _, _ in HTTPResponse(status: status, headers: [:], body: Data(page.utf8)) })
        await #expect(throws: (any Error).self) { _ = try await folder.syncJob(SyncGeodatabaseParameters(), gateway).run() }
        site.edit(ReplicaSite.id(1), "theirs")
        _ = try await folder.syncJob().run()
        #expect(site.carriedOut == ["update mine": 1] && site.name(of: ReplicaSite.id(1)) == "theirs")
        #expect(try !geodatabase.hasLocalEdits)
    }

    @Test func `an answer that cannot be kept here leaves open what has become of the edits`() async throws {
        let site = site(isEmbedding: true)
        let folder = try SyncFolder(site)
        try await folder.generated().renameTree(1, "mine")
        let blocked = URL(filePath: folder.file.path + ".sync.json")
        try FileManager.default.createDirectory(at: blocked.appending(path: "x"), withIntermediateDirectories: true)
        await #expect(throws: (any Error).self) { _ = try await folder.syncJob().run() }
        try FileManager.default.removeItem(at: blocked)
        site.edit(ReplicaSite.id(1), "theirs")
        _ = try await folder.syncJob().run()
        #expect(site.carriedOut == ["update mine": 1] && site.name(of: ReplicaSite.id(1)) == "theirs")
    }

    @Test(arguments: ["ftp://example.com/jobs/j9", "mailto:jobs@example.com"])
    func `so does one with an address that is refused`(address: String) async throws {
        let site = site()
        let folder = try SyncFolder(site)
        try await folder.generated().renameTree(1, "mine")
        let answer = #"{"statusUrl":"\#(address)"}"#
        let job = try folder.syncJob(SyncGeodatabaseParameters(), transport(site, { _, _ in .json(answer) }))
        await #expect(throws: (any Error).self) { _ = try await job.run() }
        site.edit(ReplicaSite.id(1), "theirs")
        _ = try await folder.syncJob().run()
        #expect(site.carriedOut == ["update mine": 1] && site.name(of: ReplicaSite.id(1)) == "theirs")
    }

    @Test(arguments: ["0", "0/query"]) func `a service that tells features without their ids proves nothing deleted`(
        operation: String
    ) async throws {
        let site = site(tellsStanding: false)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.deleteTree(2)
        let isLost = Mutex(false)
        let isLying = Mutex(true)
        let transport = StubTransport { request in
            let path = request.url.path(percentEncoded: false)
            if request.url.lastPathComponent == "synchronizeReplica", request.form["edits"] != nil, !isLost.withLock({ $0 }) {
                isLost.withLock { $0 = true }
                throw TransportError(.connectionLost, url: request.url)
            }
            let answer = try site.answer(request)
            guard path.hasSuffix("FeatureServer/\(operation)"), isLost.withLock({ $0 }), isLying.withLock({ $0 }) else {
                return answer
            }
            let text = String(decoding: answer.body, as: UTF8.self)
            return .json(
                text.replacing("globalIdField", with: "nothing").replacing("esriFieldTypeGlobalID", with: "esriFieldTypeString")
                    .replacing("\"GlobalID\":", with: "\"Other\":"))
        }
        let job = try folder.syncJob(SyncGeodatabaseParameters(), transport)
        await #expect { _ = try await job.run() } throws: { "\($0)".contains("without their global ids") }
        #expect(try geodatabase.hasLocalEdits && site.carriedOut.isEmpty)
        isLying.withLock { $0 = false }
        try job.retry()
        try await job.waitUntilFinished()
        #expect(site.name(of: ReplicaSite.id(2)) == nil)
        #expect(try !geodatabase.hasLocalEdits)
    }

    @Test func `one description makes several syncs`() async throws {
        let site = site()
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        let work = try folder.syncWork()
        for name in ["first", "second", "first"] {
            try await geodatabase.renameTree(1, name)
            let job = try Job(work, services: folder.access(), configuration: SyncFolder.configuration)
            #expect(try await job.run().layers.map(\.uploadedCount) == [1])
            #expect(site.name(of: ReplicaSite.id(1)) == name)
        }
    }

    @Test(arguments: [
        #"{"replicaID":"R9","status":"Completed","resultUrl":"URL"}"#
    ]) func `data that a status tells of for another copy are not taken over`(status: String) async throws {
        let site = site()
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        let before = try await geodatabase.replica
        let transport = StubTransport { request in
            let answer = try site.answer(request)
            guard request.url.path().contains("/jobs/") else { return answer }
            let url = try JSONValue(parsing: answer.body)["resultUrl"]?.string ?? ""
            return url.isEmpty ? answer : .json(status.replacing("URL", with: url))
        }
        await #expect { _ = try await folder.syncJob(SyncGeodatabaseParameters(), transport).run() } throws: {
            "\($0)".contains("another copy, R9")
        }
        #expect(try await geodatabase.replica == before)
    }
}
