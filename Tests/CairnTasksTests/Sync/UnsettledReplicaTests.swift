import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Copies and edits in between: asked for and not had, carried out and not noted, refused as a whole.
@Suite(.timeLimit(.minutes(5)))
struct UnsettledReplicaTests {
    @Test func `a copy that a service which is gone may have made is named by who cancels`() async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let job = Mutex<Job<GenerateGeodatabaseWork>?>(nil)
        let isGone = Mutex(false)
        let transport = StubTransport { request in
            if isGone.withLock(\.self) { throw TransportError(.connectionLost, url: request.url) }
            let answer = try site.answer(request)
            guard request.url.lastPathComponent == "createReplica" else { return answer }
            isGone.withLock { $0 = true }
            job.withLock(\.self)?.cancel()
            throw TransportError(.connectionLost, url: request.url)
        }
        let made = try folder.generateJob(GenerateGeodatabaseParameters(), transport)
        job.withLock { $0 = made }
        try made.start()
        try await made.waitUntilFinished()
        job.withLock { $0 = nil }
        #expect(made.status == .canceled && site.replicaCount == 1)
        #expect(made.record.unconfirmedServerJobIDs == [made.work.replicaName])
    }

    @Test func `a copy whose answer was lost is forgotten before another one is asked for`() async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let before = Mutex<[Int]>([])
        let transport = LossyTransport.of(site) { request in
            guard request.url.lastPathComponent == "createReplica" else { return .none }
            return before.withLock { before in
                before.append(site.replicaCount)
                return before.count < 3 ? .answer : .none
            }
        }
        _ = try await folder.generateJob(GenerateGeodatabaseParameters(), transport).run()
        #expect(before.withLock(\.self) == [0, 0, 0] && site.replicaCount == 1)
    }

    @Test func `tokens in addresses that a service gives are not kept`() throws {
        let base = ReplicaSite.url
        let address = "\(base.absoluteString)/jobs/j1?f=json&TOKEN=hush&token=hush"
        for name in ["statusUrl", "resultUrl", "URL"] {
            let answer = try ReplicaAnswer(AnswerPart([name: .string(address)], of: base), base: base)
            #expect(answer.statusURL ?? answer.dataURL == URL(string: "\(base.absoluteString)/jobs/j1?f=json"))
            #expect(try !JSONValue(encoding: answer).text().contains("hush"))
        }
    }

    @Test(arguments: [
        ("?key=abc123", "?key=abc123"), ("?f=json&apikey=hush&x=a%2Bb+c", "?f=json&x=a%2Bb+c"), ("?access%5Ftoken=hush", ""),
        ("?url=https%3A%2F%2Fh%3Ftoken%3Dhush", ""), (";jsessionid=hush?f=json", "?f=json"), ("?f=json#token=hush", "?f=json"),
        ("?jobId=5&back=https://p.example/?token=hush", "?jobId=5&back=https://p.example/"),
        ("?f=json;token=hush", "?f=json"),
        ("?https://o.example/x?token=hush&f=json", "?https://o.example/x?f=json"), ("?token=hush&f=json&sig=1", "?f=json"),
        ("/;token=hush/x;;jsessionid=hush", "//x;"), ("?sig&f=json", "?f=json"),
        (";v=2;token=hush/x?id=5&&y#part", ";v=2/x?id=5&&y#part"),
    ])
    func `an address that a service gives is taken as it is, but for a secret of which nobody can ask it to be without`(
        given: String, kept: String
    ) throws {
        let base = ReplicaSite.url
        let address = "\(base.absoluteString)/jobs/j1"
        for name in ["statusUrl", "resultUrl"] {
            let answer = try ReplicaAnswer(AnswerPart([name: .string(address + given)], of: base), base: base)
            #expect((answer.statusURL ?? answer.dataURL)?.absoluteString == address + kept)
        }
    }

    @Test(arguments: ["sig=hush", "sv=1&X-Amz-Signature=hush", "x=1;signature=hush"])
    func `an address that is good by its signature is refused, for without that it is good for nothing`(query: String) throws {
        let base = ReplicaSite.url
        let address = "\(base.absoluteString)/out?\(query)"
        #expect {
            _ = try ReplicaAnswer(AnswerPart(["resultUrl": .string(address)], of: base), base: base)
        } throws: {
            "\($0)".contains("by a signature") && "\($0)".contains("Ask the service's owner") && !"\($0)".contains("hush")
        }
    }

    @Test func `a sync whose end was not noted gives what it had come to, and takes nothing over again`() async throws {
        let site = ReplicaSite(rows: 5)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.addTree("added")
        site.edit(ReplicaSite.id(4), "theirs")
        let job = Mutex<Job<SyncGeodatabaseWork>?>(nil)
        let kept = Mutex<JobRecord?>(nil)
        let transport = StubTransport { request in
            if request.url.path().contains("/files/") { kept.withLock { $0 = job.withLock { $0?.record } } }
            return try site.answer(request)
        }
        let made = try folder.syncJob(SyncGeodatabaseParameters(), transport)
        job.withLock { $0 = made }
        let result = try await made.run()
        job.withLock { $0 = nil }
        #expect(result.layers.map(\.uploadedCount) == [1] && result.layers.map(\.downloadedCount) == [1])
        site.edit(ReplicaSite.id(5), "later")
        let seen = kept.withLock(\.self)
        let record = try #require(seen)
        let access = folder.access()
        let next = try Job<SyncGeodatabaseWork>(restoring: record, configuration: SyncFolder.configuration) { access }
        #expect(try await next.run() == result)
        #expect(site.carriedOut == ["add added": 1])
        #expect(try await !geodatabase.treeNames().values.contains("later"))
    }

    @Test func `what was not taken at all can be brought to the service by another way`() async throws {
        let site = ReplicaSite(rows: 3)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.addTree("added")
        let transport = StubTransport { request in
            guard request.url.lastPathComponent == "synchronizeReplica" else { return try site.answer(request) }
            return .json(#"{"error":{"code":400,"message":"Not today."}}"#)
        }
        await #expect(throws: ServiceError.self) { _ = try await folder.syncJob(SyncGeodatabaseParameters(), transport).run() }
        let delta = folder.url.appending(path: "delta.json")
        #expect(try await GeodatabaseSyncTask.exportDelta(of: geodatabase, to: delta))
        #expect(try String(contentsOf: delta, encoding: .utf8).contains("added"))
    }
}
