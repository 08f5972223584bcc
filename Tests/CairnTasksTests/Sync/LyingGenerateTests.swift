import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Copies that are not what was asked for.
@Suite(.timeLimit(.minutes(5)))
struct LyingGenerateTests {
    /// What becomes of a copy, and words for why it is of no use.
    struct Lie: Sendable, CustomTestStringConvertible {
        let words: String
        let members: [String: JSONValue?]

        var testDescription: String { words }

        func told(_ truth: JSONValue) -> String {
            JSONValue.object(
                (truth.object ?? [:]).merging(members.compactMapValues { $0 ?? .some(.null) }) { $1 }.filter { !$1.isNull }
            )
            .text()
        }
    }

    private static func tree(_ number: Int, _ id: JSONValue) -> JSONValue {
        ["attributes": ["OBJECTID": .integer(number), "NAME": "x", "GlobalID": id], "geometry": ["x": 1, "y": 1]]
    }

    private static let id = JSONValue.string(ReplicaSite.id(1))

    private static let lies: [Lie] = [
        Lie(words: "it has no layers", members: ["layers": .null]),
        Lie(words: "layer 0 is missing, which has 3 features", members: ["layers": []]),
        Lie(words: "layer 0 is missing", members: ["layers": [["id": 0]]]),
        Lie(words: "layer 0 is missing", members: ["layers": [["id": 0, "features": .null]]]),
        Lie(words: "are no list", members: ["layers": ["id": 0, "features": []]]),
        Lie(words: "are no list", members: ["layers": [["id": 0, "features": "none"]]]),
        Lie(words: "a layer 9", members: ["layers": [["id": 0, "features": []], ["id": 9, "features": [tree(1, id)]]]]),
        Lie(words: "does not name", members: ["layers": [["id": 0, "features": []], ["features": [tree(1, id)]]]]),
        Lie(words: "does not hold all", members: ["exceededTransferLimit": true]),
        Lie(words: "has no global id", members: ["layers": [["id": 0, "features": [tree(1, .null)]]]]),
        Lie(words: "has no global id, but nonsense", members: ["layers": [["id": 0, "features": [tree(1, "nonsense")]]]]),
        Lie(words: "a feature twice", members: ["layers": [["id": 0, "features": [tree(1, id), tree(2, id)]]]]),
        Lie(words: "names no generation", members: ["replicaServerGen": .null]),
        Lie(words: "-5 is no generation", members: ["replicaServerGen": -5]),
        Lie(words: "is no generation", members: ["replicaServerGen": "\u{7}"]),
        Lie(words: "of another copy, R9", members: ["replicaID": "R9"]),
    ]

    @Test(arguments: lies, [false, true])
    func `a copy that is not what was asked for is not made, and a job tried again has another one made`(
        lie: Lie, isEmbedding: Bool
    )
        async throws
    {
        var abilities = ReplicaSite.Abilities()
        (abilities.isAsync, abilities.isEmbedding) = (!isEmbedding, isEmbedding)
        let site = ReplicaSite(abilities)
        // Of one that tells the id before its data, the data are compared with that.
        if isEmbedding, lie.members["replicaID"] != nil { return }
        let folder = try SyncFolder(site)
        let transport = LyingTransport.of(site, isEmbedding ? "createReplica" : "files/", times: 1) { lie.told($0) }
        let job = try folder.generateJob(GenerateGeodatabaseParameters(), transport)
        await #expect {
            _ = try await job.run()
        } throws: {
            "\($0)".contains("cannot be used: \(lie.words)") || "\($0)".contains(lie.words) && "\($0)".contains("cannot be used")
        }
        #expect(site.replicaCount == 0 && !folder.names.contains("it's.gpkg"))
        try job.retry()
        try await job.waitUntilFinished()
        #expect(job.status == .succeeded && site.replicaCount == 1 && folder.names == ["it's.gpkg"])
        let geodatabase = Geodatabase(fileURL: folder.file)
        try await geodatabase.load()
        #expect(try await geodatabase.treeNames().count == 3)
    }

    @Test func `a layer without features may be left out`() async throws {
        var abilities = ReplicaSite.Abilities()
        (abilities.isAsync, abilities.isEmbedding) = (false, true)
        let site = ReplicaSite(abilities, rows: 0)
        let folder = try SyncFolder(site)
        let transport = LyingTransport.of(site, "createReplica") { Lie(words: "", members: ["layers": []]).told($0) }
        let geodatabase = try await folder.generateJob(GenerateGeodatabaseParameters(), transport).run().geodatabase
        try await geodatabase.load()
        #expect(try await geodatabase.treeNames().isEmpty)
    }

    @Test(arguments: ["GUID", "OBJECTID"])
    func `a field of global ids that is not there, or is that of object ids, is none`(field: String) async throws {
        let site = ReplicaSite()
        let folder = try SyncFolder(site)
        let transport = LyingTransport.of(site, "0") { truth in
            JSONValue.object((truth.object ?? [:]).merging(["globalIdField": .string(field)]) { $1 }).text()
        }
        let job = try folder.generateJob(GenerateGeodatabaseParameters(), transport)
        await #expect(throws: SyncError.noGlobalIDs(layer: "o'Trees")) { _ = try await job.run() }
        #expect(site.state.withLock { $0.made } == 0)
    }
}
