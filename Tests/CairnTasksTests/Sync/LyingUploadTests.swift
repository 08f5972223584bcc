import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// What has become of local edits, told wrongly.
@Suite(.timeLimit(.minutes(5)))
struct LyingUploadTests {
    private let carriedOut = ["update renamed": 1, "delete \(ReplicaSite.key(ReplicaSite.id(2)))": 1]

    private func edited(tellsStanding: Bool = true) async throws -> (ReplicaSite, SyncFolder, Geodatabase) {
        var abilities = ReplicaSite.Abilities()
        (abilities.isAsync, abilities.isEmbedding, abilities.tellsStanding) = (false, true, tellsStanding)
        let site = ReplicaSite(abilities, rows: 3)
        let folder = try SyncFolder(site)
        let geodatabase = try await folder.generated()
        try await geodatabase.renameTree(1, "renamed")
        try await geodatabase.deleteTree(2)
        return (site, folder, geodatabase)
    }

    @Test(arguments: [true, false], [500, 504, 1000, 0])
    func `an error that is told after the work was done is no refusal`(tellsStanding: Bool, code: Int) async throws {
        let (site, folder, geodatabase) = try await edited(tellsStanding: tellsStanding)
        let error = #"{"error":{"code":\#(code),"message":"Unable to complete operation.","details":[]}}"#
        let transport = LyingTransport.of(site, "synchronizeReplica", times: 1) { _ in error }
        let first = try folder.syncJob(SyncGeodatabaseParameters(), transport)
        // One that may pass is asked after by the job itself.
        let isFailed: Bool
        do { isFailed = try await first.run().layers.isEmpty } catch { isFailed = true }
        #expect(isFailed == (code != 504) && site.carriedOut == carriedOut)
        site.edit(ReplicaSite.id(1), "of others")
        _ = try await folder.syncJob().run()
        #expect(site.carriedOut == carriedOut)
        #expect(site.name(of: ReplicaSite.id(1)) == "of others")
        #expect(Set(try await geodatabase.treeNames().values) == ["of others", "tree 3"])
        #expect(try !geodatabase.hasLocalEdits)
    }

    @Test(arguments: [500, 400, 403])
    func `an error that is told instead of the work leaves the edits to a later sync`(code: Int) async throws {
        let (site, folder, geodatabase) = try await edited()
        let error = #"{"error":{"code":\#(code),"message":"No.","details":[]}}"#
        let transport = LyingTransport.of(site, "synchronizeReplica", times: 1, carriesOut: false) { _ in error }
        let first = try folder.syncJob(SyncGeodatabaseParameters(), transport)
        await #expect(throws: (any Error).self) { _ = try await first.run() }
        #expect(try geodatabase.hasLocalEdits && site.carriedOut.isEmpty)
        _ = try await folder.syncJob().run()
        #expect(site.carriedOut == carriedOut)
        #expect(try !geodatabase.hasLocalEdits)
    }

    @Test func `a generation that has not moved does not say that edits which were only sent have not arrived`() async throws {
        let (site, folder, geodatabase) = try await edited()
        let isLost = Mutex(false)
        let transport = StubTransport { request in
            if request.url.path.contains("/replicas/") { return .json(#"{"replicaID":"R1","replicaServerGen":1000}"#) }
            let answer = try site.answer(request)
            guard request.url.lastPathComponent == "synchronizeReplica",
                !isLost.withLock({ isLost in
                    defer { isLost = true }
                    return isLost
                })
            else { return answer }
            throw TransportError(.connectionLost, url: request.url)
        }
        _ = try? await folder.syncJob(SyncGeodatabaseParameters(syncDirection: .upload), transport).run()
        #expect(isLost.withLock { $0 })
        _ = try await folder.syncJob().run()
        #expect(site.carriedOut == carriedOut)
        #expect(try !geodatabase.hasLocalEdits)
    }

    /// Results of features 1 (updated) and 2 (deleted), neither of which is carried out, and how many edits they are believed of.
    private static let results: [(updates: String, deletes: String, sent: Int)] = [
        (#"[{"globalId":"ID1","success":true}]"#, #"[{"globalId":"ID1","success":true}]"#, 1),
        (#"[{"globalId":"ID1","success":true},{"globalId":"ID1","success":true}]"#, "[]", 0),
        (#"[{"globalId":"ID8","success":true}]"#, #"[{"globalId":"ID9","success":true}]"#, 0),
        (#"[{"globalId":"ID1"}]"#, #"[null]"#, 0),
        (#"[{}]"#, #"[{"globalId":"ID2","success":null}]"#, 0),
        (#"[{"globalId":"ID1","success":"true"}]"#, #"[{"GLOBALID":"id2","Success":true}]"#, 2),
        (#"[{"success":true}]"#, #"[{"success":true}]"#, 2),
    ]

    @Test(arguments: results)
    func `a result counts for the edit whose id it has, once`(updates: String, deletes: String, sent: Int) async throws {
        let (site, folder, geodatabase) = try await edited()
        let text = #"{"replicaServerGen":5000,"edits":[{"id":0,"updateResults":\#(updates),"deleteResults":\#(deletes)}]}"#
        let lie = ["1", "2", "8", "9"].reduce(text) {
            $0.replacing("ID\($1)", with: ReplicaSite.id(Int($1)!)).replacing(
                "id\($1)", with: ReplicaSite.id(Int($1)!).lowercased())
        }
        let transport = LyingTransport.of(site, "synchronizeReplica", carriesOut: false) { _ in lie }
        let job = try folder.syncJob(SyncGeodatabaseParameters(), transport)
        if sent == 2 {
            _ = try await job.run()
            #expect(try !geodatabase.hasLocalEdits)
        } else {
            await #expect { _ = try await job.run() } throws: { "\($0)".contains("nobody knows whether") }
            #expect(try geodatabase.hasLocalEdits)
        }
    }
}
