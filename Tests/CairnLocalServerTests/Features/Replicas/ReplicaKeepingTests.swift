import CairnCore
import CairnGeo
@testable import CairnLocalServer
import CairnTasks
import Foundation
import Testing

/// What a server keeps of replicas, of what they have sent and of their jobs, and what it does not.
@Suite(.timeLimit(.minutes(5)))
struct ReplicaKeepingTests {
    private static let known = "{00000001-0000-4000-8000-000000000000}"

    private func served() async throws -> ServedReplicas {
        try await ServedReplicas([(ServedReplicas.definition("Things"), [ServedReplicas.feature("a", id: Self.known)])])
    }

    private func id(_ json: JSONValue) throws -> String { try #require(json["replicaID"]?.string, "\(json.text())") }
    private func generation(_ json: JSONValue) throws -> Int { try #require(json["replicaServerGen"]?.int, "\(json.text())") }

    private func update(_ id: String, _ attributes: String) -> String {
        "[{\"id\":0,\"features\":{\"updates\":[{\"attributes\":{\"GLOBALID\":\"\(id)\",\(attributes)}}]}}]"
    }

    @Test func `what others have changed comes back, though the replica has changed the same feature`() async throws {
        let served = try await served()
        let replica = try await served.replica()
        try await served.sql("UPDATE Things SET RANK = 77")
        let edits = update(Self.known, "\"NAME\":\"mine\"")
        let answer = try await served.synchronize(try id(replica), try generation(replica), ["edits": edits])
        let updated = answer["edits"]?[0]?["features"]?["updates"]?[0]?["attributes"]
        #expect(updated?["RANK"] == 77 && updated?["NAME"] == "mine", "\(answer.text())")
    }

    @Test func `who tells of a generation whose changes have been forgotten is refused`() async throws {
        let served = try await served()
        let replica = try await served.replica()
        let (id, first) = (try id(replica), try generation(replica))
        try await served.sql("UPDATE Things SET NAME = 'b'")
        let second = try generation(try await served.synchronize(id, first))
        // It tells that it has them: they are forgotten.
        try await served.sql("UPDATE Things SET NAME = 'c'")
        _ = try await served.synchronize(id, second)
        let refused = try await served.synchronize(id, first)
        #expect(refused["error"]?["code"] == 400, "\(refused.text())")
        #expect(refused.text().contains("is not known; unregister the replica, and create it anew"))
    }

    @Test func `what was refused may be tried again in the same words`() async throws {
        let served = try await served()
        let replica = try await served.replica()
        let new = "{00000002-0000-4000-8000-000000000000}"
        let edits = ["edits": update(new, "\"NAME\":\"mine\"")]
        let refused = try await served.synchronize(try id(replica), try generation(replica), edits)
        #expect(refused["edits"]?[0]?["updateResults"]?[0]?["success"] == false, "\(refused.text())")
        try await served.edit(FeatureEdits(adds: [ServedReplicas.feature("theirs", id: new)]))
        let done = try await served.synchronize(try id(replica), try generation(replica), edits)
        #expect(done["edits"]?[0]?["updateResults"]?[0]?["success"] == true, "\(done.text())")
    }

    @Test func `what became of edits is told by a server that was begun again`() async throws {
        let served = try await served()
        let replica = try await served.replica()
        let edits = update("{00000009-0000-4000-8000-000000000000}", "\"NAME\":\"x\"")
        let asked = ["edits": edits, "async": "true", "transportType": "esriTransportTypeUrl"]
        let job = try await served.synchronize(try id(replica), try generation(replica), asked)
        let status = try #require(job["statusUrl"]?.string, "\(job.text())")
        let first = try await served.result(of: status)
        #expect(first["edits"]?[0]?["updateResults"]?[0]?["success"] == false, "\(first.text())")
        try await served.restart()
        let again = try await served.result(of: status)
        #expect(again["edits"]?[0]?["updateResults"] == first["edits"]?[0]?["updateResults"], "\(again.text())")
    }

    @Test func `the data of a replica that has been brought on are not made again`() async throws {
        let served = try await served()
        let answer = try await served.post("/createReplica", ["layers": "0"])
        let url = try #require(answer["URL"]?.string, "\(answer.text())")
        let whole = try JSONValue(parsing: try await served.response(url).body)
        _ = try await served.synchronize(try id(whole), try generation(whole))
        try await served.restart()
        #expect(try JSONValue(parsing: try await served.response(url).body)["error"]?["code"] == 404)
    }

    @Test func `a replica that could not be made is none`() async throws {
        let served = try await served()
        let made = try id(try await served.replica())
        try await served.geodatabase.edit { package in
            let store = ReplicaStore("Town", package)
            let replica = try #require(try store.replica(id: made))
            let order = ReplicaOrder(replica: replica, synchronization: nil, address: "")
            var job = ReplicaJob(id: "j1", order: order)
            job.status = .failed
            try store.end(job)
            #expect(try store.replica(id: made) == nil && store.job(id: "j1")?.status == .failed)
        }
    }
}
