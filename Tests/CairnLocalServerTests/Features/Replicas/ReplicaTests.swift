import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ReplicaTests {
    private func served(_ count: Int = 3) async throws -> ServedReplicas {
        let features = (0..<count).map { ServedReplicas.feature("N\($0)", rank: $0, at: Double($0)) }
        return try await ServedReplicas([(ServedReplicas.definition("Things"), features)])
    }

    private func names(_ json: JSONValue?) -> [String] {
        (json?.array ?? []).map { $0["attributes"]?["NAME"]?.string ?? "" }.sorted()
    }

    @Test func `a replica has what there is, and then what is new`() async throws {
        let served = try await served()
        let replica = try await served.replica(["replicaName": "it's \"mine\", 漢"])
        #expect(replica["error"] == nil, "\(replica.text())")
        #expect(replica["replicaName"] == "it's \"mine\", 漢" && replica["responseType"] == "esriReplicaResponseTypeData")
        #expect(names(replica["layers"]?[0]?["features"]) == ["N0", "N1", "N2"])
        let id = try #require(replica["replicaID"]?.string)
        var generation = try #require(replica["replicaServerGen"]?.int)
        let first = try #require(replica["layers"]?[0]?["features"]?[0]?["attributes"]?["GLOBALID"]?.string)
        let last = try #require(replica["layers"]?[0]?["features"]?[2]?["attributes"]?["GLOBALID"]?.string)

        try await served.edit(
            FeatureEdits(
                adds: [ServedReplicas.feature("new")],
                updates: [Feature(attributes: ["GLOBALID": .string(first), "NAME": "changed"])], deletedGlobalIDs: [last]))
        var answer = try await served.synchronize(id, generation)
        #expect(answer["error"] == nil, "\(answer.text())")
        #expect(names(answer["edits"]?[0]?["features"]?["adds"]) == ["new"])
        #expect(names(answer["edits"]?[0]?["features"]?["updates"]) == ["changed"])
        #expect(answer["edits"]?[0]?["features"]?["deleteIds"] == [.string(last)])
        generation = try #require(answer["replicaServerGen"]?.int)
        answer = try await served.synchronize(id, generation)
        for name in ["adds", "updates", "deleteIds"] { #expect(answer["edits"]?[0]?["features"]?[name] == []) }
    }

    @Test func `edits are carried out, and come back to others alone`() async throws {
        let served = try await served()
        let mine = try await served.replica()
        let other = try await served.replica()
        let (id, generation) = (try #require(mine["replicaID"]?.string), try #require(mine["replicaServerGen"]?.int))
        let known = try #require(mine["layers"]?[0]?["features"]?[0]?["attributes"]?["GLOBALID"]?.string)
        let new = UUID().uuidString.lowercased()
        let edits = """
            [{"id":0,"features":{"adds":[{"attributes":{"NAME":"added","GLOBALID":"\(new)"},"geometry":{"x":5,"y":6}}],
            "updates":[{"attributes":{"GLOBALID":"\(known)","NAME":"mine"}}],"deleteIds":["{\(UUID().uuidString)}"]}}]
            """
        let answer = try await served.synchronize(id, generation, ["edits": edits])
        let layer = try #require(answer["edits"]?[0], "\(answer.text())")
        #expect(layer["addResults"]?[0]?["success"] == true && layer["updateResults"]?[0]?["success"] == true)
        #expect(layer["addResults"]?[0]?["globalId"]?.string == "{\(new.uppercased())}")
        #expect(layer["deleteResults"]?[0]?["success"] == false)
        #expect(layer["features"]?["adds"] == [] && layer["features"]?["updates"] == [])

        let told = try await served.synchronize(
            try #require(other["replicaID"]?.string), try #require(other["replicaServerGen"]?.int))
        #expect(names(told["edits"]?[0]?["features"]?["adds"]) == ["added"])
        #expect(names(told["edits"]?[0]?["features"]?["updates"]) == ["mine"])
    }
}
