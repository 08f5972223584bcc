import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Testing

/// A service that says that all is well, and does not say what has become of each edit.
@Suite(.timeLimit(.minutes(5)))
struct SilentAnswerTests {
    private static let lies: [JSONValue] = [
        [:], ["edits": []], ["edits": [["id": 0]]], ["edits": .null],
        ["edits": [["id": 0, "addResults": .null, "updateResults": []]]],
        [
            "edits": [
                [
                    "id": 7, "addResults": [["success": true]], "updateResults": [["success": true]],
                    "deleteResults": [["success": true]],
                ]
            ]
        ],
        ["edits": [["id": 0, "addResults": [["success": true]], "updateResults": [["success": true]]]]],
        ["responseType": "esriReplicaResponseTypeNoEdits", "replicaServerGen": 5000],
    ]

    private func edited() async throws -> (ReplicaSite, SyncFolder, Geodatabase) {
        var abilities = ReplicaSite.Abilities()
        (abilities.isAsync, abilities.isEmbedding) = (false, true)
        let site = ReplicaSite(abilities, rows: 3)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.addTree("added")
        try await geodatabase.renameTree(1, "renamed")
        try await geodatabase.deleteTree(2)
        return (site, folder, geodatabase)
    }

    private let all = ["add added": 1, "update renamed": 1, "delete \(ReplicaSite.key(ReplicaSite.id(2)))": 1]

    /// - Parameter carriesOut: Whether the service does what it is asked for.
    private func liar(_ site: ReplicaSite, _ lie: JSONValue, carriesOut: Bool) -> StubTransport {
        StubTransport { request in
            guard request.url.lastPathComponent == "synchronizeReplica", request.form["edits"] != nil else {
                return try site.answer(request)
            }
            if carriesOut { _ = try site.answer(request) }
            return HTTPResponse(headers: ["content-type": "application/json"], body: lie.data())
        }
    }

    @Test(arguments: lies)
    func `what a silent service has carried out is found there, and not sent again`(lie: JSONValue) async throws {
        let (site, folder, geodatabase) = try await edited()
        _ = try await folder.syncJob(SyncGeodatabaseParameters(), liar(site, lie, carriesOut: true)).run()
        #expect(site.carriedOut == all)
        #expect(try !geodatabase.hasLocalEdits)
        #expect(Set(try await geodatabase.treeNames().values) == site.names)
    }

    @Test(arguments: lies)
    func `what a silent service has not carried out stays a local edit, and goes with a later sync`(lie: JSONValue) async throws {
        let (site, folder, geodatabase) = try await edited()
        let job = try folder.syncJob(SyncGeodatabaseParameters(), liar(site, lie, carriesOut: false))
        await #expect {
            _ = try await job.run()
        } throws: { error in
            if case SyncError.outcomeUnknown? = error as? SyncError { true } else { "\(error)".contains("nobody knows whether") }
        }
        #expect(site.carriedOut.isEmpty)
        #expect(try geodatabase.hasLocalEdits)
        _ = try await folder.syncJob().run()
        #expect(site.carriedOut == all)
        #expect(try !geodatabase.hasLocalEdits)
    }

    @Test(arguments: [["data": "%%%"], ["url": ""], [:], ["data": "YWJj", "size": 4]] as [[String: JSONValue]])
    func `a file that cannot be taken fails the sync, which goes on from the same generation`(content: [String: JSONValue])
        async throws
    {
        let (site, folder, geodatabase) = try await edited()
        let before = try await geodatabase.replica
        let file = JSONValue.object(
            content.merging([
                "parentGlobalId": .string(ReplicaSite.id(3)), "globalId": .string(ReplicaSite.id(50)), "name": "leaf.txt",
            ]) { $1 })
        let answer: JSONValue = ["replicaServerGen": 5000, "edits": [["id": 0, "attachments": ["adds": [file]]]]]
        let transport = StubTransport { request in
            guard request.url.lastPathComponent == "synchronizeReplica" else { return try site.answer(request) }
            return HTTPResponse(headers: ["content-type": "application/json"], body: answer.data())
        }
        let job = try folder.syncJob(SyncGeodatabaseParameters(syncDirection: .download), transport)
        await #expect { _ = try await job.run() } throws: { "\($0)".contains("attachment") }
        #expect(try await geodatabase.replica == before)
    }
}
