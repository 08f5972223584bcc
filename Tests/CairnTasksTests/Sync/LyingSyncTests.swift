import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Testing

/// What others have changed, told wrongly.
@Suite(.timeLimit(.minutes(5)))
struct LyingSyncTests {
    private static let tree =
        #"{"attributes":{"OBJECTID":9,"NAME":"ninth","GlobalID":"00000000-0000-4000-8000-000000000009"},"geometry":{"x":9,"y":1}}"#

    /// Answers of which something would be lost, and words for why.
    private static let unusable: [(String, String)] = [
        (#"{"replicaServerGen":5000,"edits":[{"id":7,"features":{"adds":[\#(tree)]}}]}"#, "layer 7"),
        (#"{"replicaServerGen":5000,"edits":[{"features":{"adds":[\#(tree)]}}]}"#, "does not name"),
        (#"{"replicaServerGen":5000,"edits":[{"id":"zero","features":{"adds":[\#(tree)]}}]}"#, "does not name"),
        (#"{"replicaServerGen":5000,"edits":[{"id":0,"features":{"update":[\#(tree)]}}]}"#, "features.update"),
        (#"{"replicaServerGen":5000,"edits":[{"id":0,"feature":[\#(tree)]}]}"#, "'feature'"),
        (#"{"replicaServerGen":5000,"edits":[{"id":0,"features":{"adds":{"0":\#(tree)}}}]}"#, "no list"),
        (#"{"replicaServerGen":5000,"edits":[{"id":0,"features":"adds"}]}"#, "no list"),
        (#"{"replicaServerGen":5000,"edits":{"id":0}}"#, "no list"),
        (
            #"{"replicaServerGen":5000,"exceededTransferLimit":true,"edits":[{"id":0,"features":{"adds":[\#(tree)]}}]}"#,
            "exceeded"
        ),
        (
            #"{"replicaServerGen":5000,"edits":[{"id":0,"exceededTransferLimit":true,"features":{"adds":[\#(tree)]}}]}"#,
            "exceeded"
        ),
        ("{}", "what has changed"),
        (#"{"replicaServerGen":5000}"#, "what has changed"),
        (#"{"replicaServerGen":5000,"edits":null}"#, "what has changed"),
        (#"{"replicaID":"R9","replicaServerGen":5000,"edits":[]}"#, "another copy"),
        (#"{"replicaServerGen":-5,"edits":[]}"#, "no generation"),
        (#"{"replicaServerGen":1e300,"edits":[]}"#, "no generation"),
        (#"{"replicaServerGen":"a\u0007b","edits":[]}"#, "no generation"),
        (#"{"replicaServerGen":\#(String(repeating: "9", count: 300)),"edits":[]}"#, "no generation"),
        (#"{"replicaServerGen":{},"edits":[]}"#, "no generation"),
        (#"{"replicaServerGen":999,"edits":[]}"#, "is before 1000"),
        (#"{"replicaServerGen":5000,"edits":[{"id":0,"features":{"adds":[{"attributes":{"NAME":"ninth"}}]}}]}"#, "no global id"),
        (
            #"{"replicaServerGen":5000,"edits":[{"id":0,"features":{"updates":[{"attributes":{"NAME":"ninth","GlobalID":"nine"}}]}}]}"#,
            "no global id"
        ),
        (#"{"replicaServerGen":5000,"edits":[{"id":0,"features":{"deleteIds":[5]}}]}"#, "no global id"),
        (#"{"replicaServerGen":5000,"edits":[{"id":0,"features":{"deleteIds":[null]}}]}"#, "no global id"),
        (#"{"replicaServerGen":5000,"edits":[{"id":0,"features":{"deletes":["nonsense"]}}]}"#, "no global id"),
        (#"{"replicaServerGen":5000,"edits":[{"id":0,"features":{"adds":[{"geometry":7}]}}]}"#, "cannot be read"),
        (#"{"replicaServerGen":"½","edits":[]}"#, "no generation"),
        (#"{"replicaServerGen":"a-token-of-somebody","edits":[]}"#, "no generation"),
        (#"{"responseType":"esriReplicaResponseTypeReplacementData","replicaServerGen":5000,"layers":[]}"#, "all anew"),
        (#"{"replicaServerGen":5000,"edits":[{"id":0,"attachments":{"deleteIds":[5]}}]}"#, "no global id"),
        (#"{"replicaServerGen":5000,"edits":[{"id":0,"attachments":{"deleteIds":["nonsense"]}}]}"#, "no global id"),
        (
            #"{"replicaServerGen":5000,"edits":[{"id":0,"attachments":{"adds":[{"parentGlobalId":"\#(ReplicaSite.id(1))","name":"n","data":"QQ=="}]}}]}"#,
            "no global id"
        ),
        (
            #"{"replicaServerGen":5000,"edits":[{"id":0,"attachments":{"adds":[{"parentGlobalId":"x","globalId":"\#(ReplicaSite.id(7))","name":"n","data":"QQ=="}]}}]}"#,
            "no global id"
        ),
    ]

    private func site(isEmbedding: Bool) -> ReplicaSite {
        var abilities = ReplicaSite.Abilities()
        (abilities.isAsync, abilities.isEmbedding) = (false, isEmbedding)
        return ReplicaSite(abilities, rows: 3)
    }

    @Test(arguments: unusable)
    func `what would lose something is not taken over, and a job tried again asks anew`(lie: String, words: String) async throws {
        let site = site(isEmbedding: true)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.renameTree(1, "mine")
        let (before, names) = (try await geodatabase.replica, try await geodatabase.treeNames())
        site.edit(ReplicaSite.id(9), "ninth")
        let transport = LyingTransport.of(site, "synchronizeReplica", times: 1) { _ in lie }
        let job = try folder.syncJob(SyncGeodatabaseParameters(syncDirection: .download), transport)
        await #expect {
            _ = try await job.run()
        } throws: {
            "\($0)".contains("cannot be used") && "\($0)".contains(words)
        }
        #expect(try await geodatabase.replica == before)
        #expect(try await geodatabase.treeNames() == names)
        try job.retry()
        try await job.waitUntilFinished()
        #expect(job.status == .succeeded)
        #expect(Set(try await geodatabase.treeNames().values) == ["mine", "tree 2", "tree 3", "ninth"])
        #expect(try geodatabase.hasLocalEdits)
    }

    @Test func `data of another copy, and data that end before their end, are fetched anew by who tries again`() async throws {
        for lie in [#"{"replicaID":"R9","replicaServerGen":5000,"edits":[]}"#, #"{"replicaServerGen":5000,"edits":["#] {
            let site = site(isEmbedding: false)
            let folder = try SyncFolder(site)
            let geodatabase = try await folder.generated()
            site.edit(ReplicaSite.id(9), "ninth")
            let transport = StubTransport { request in
                let isFirst = request.url.lastPathComponent == "3.json"
                return isFirst ? HTTPResponse(status: 200, headers: [:], body: Data(lie.utf8)) : try site.answer(request)
            }
            let job = try folder.syncJob(SyncGeodatabaseParameters(), transport)
            await #expect { _ = try await job.run() } throws: { "\($0)".contains("cannot be used") }
            try job.retry()
            try await job.waitUntilFinished()
            #expect(job.status == .succeeded)
            #expect(try await geodatabase.treeNames().values.contains("ninth"))
        }
    }

    @Test(arguments: [
        #"{"replicaServerGen":5000,"Edits":[{"ID":0,"Features":{"Adds":[\#(tree)]}}]}"#,
        #"{"replicaServerGen":"5000","edits":[{"id":"0","features":{"inserts":[\#(tree)],"updates":null,"deleteIds":[]},"addResults":null}]}"#,
        #"{"replicaID":"r1","replicaServerGen":5000,"edits":[{"id":0,"adds":[\#(tree)]}],"exceededTransferLimit":false}"#,
    ])
    func `names that are written otherwise mean the same`(answer: String) async throws {
        let site = site(isEmbedding: true)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        let transport = LyingTransport.of(site, "synchronizeReplica") { _ in answer }
        _ = try await folder.syncJob(SyncGeodatabaseParameters(), transport).run()
        #expect(try await geodatabase.treeNames().values.contains("ninth"))
        #expect(try await geodatabase.replica?.generation == "5000")
    }

    @Test func `no edits are none where the service says so`() async throws {
        let site = site(isEmbedding: true)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        let transport = LyingTransport.of(site, "synchronizeReplica") { _ in
            #"{"responseType":"esriReplicaResponseTypeNoEdits","replicaServerGen":5000,"statusUrl":""}"#
        }
        let result = try await folder.syncJob(SyncGeodatabaseParameters(), transport).run()
        #expect(result.layers.allSatisfy { $0.downloadedCount == 0 })
        #expect(try await geodatabase.replica?.generation == "5000")
    }

    @Test(arguments: ["Cancelled", "esriJobFailed", "esriJobCancelled", "ESRI_JOB_TIMED_OUT", "Deleted"])
    func `work that the service has given up is not waited for`(word: String) async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        _ = try await folder.generated()
        let transport = LyingTransport.of(site, "jobs/") { _ in #"{"status":"\#(word)"}"# }
        let job = try folder.syncJob(SyncGeodatabaseParameters(), transport)
        await #expect { _ = try await job.run() } throws: { "\($0)".contains("could not do it") && "\($0)".contains(word) }
        let other = try SyncFolder(site)
        await #expect { _ = try await other.generateJob(.init(), transport).run() } throws: {
            "\($0)".contains("could not do it")
        }
    }

    @Test func `work that is done and names no data has not told what has changed`() async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        let before = try await geodatabase.replica
        let transport = LyingTransport.of(site, "jobs/") { _ in #"{"status":"Completed"}"# }
        let job = try folder.syncJob(SyncGeodatabaseParameters(), transport)
        await #expect { _ = try await job.run() } throws: { "\($0)".contains("what has changed") }
        #expect(try await geodatabase.replica == before)
    }
}
