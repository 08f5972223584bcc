import CairnCore
import CairnGeo
import CairnTesting
import Foundation
import Testing

/// Edits by chance on all sides, replicas that are kept in step by chance, answers that are lost, servers that are begun again.
@Suite(.timeLimit(.minutes(5)))
struct ReplicaModelTests {
    private func rows(_ served: ServedReplicas) async throws -> [String: [String: JSONValue]] {
        let answer = try await served.replica(["syncModel": "none"])
        var rows: [String: [String: JSONValue]] = [:]
        for feature in answer["layers"]?[0]?["features"]?.array ?? [] {
            var attributes = feature["attributes"]?.object ?? [:]
            attributes["OBJECTID"] = nil
            rows[attributes["GLOBALID"]?.string ?? ""] = attributes
        }
        return rows
    }

    /// Keeps a replica in step, as real clients have to: some answers come late, and some not at all, and it asks again in the same words.
    private func synchronize(
        _ replica: inout ModelReplica, _ served: ServedReplicas, _ random: inout SeededGenerator
    ) async throws {
        let fields = replica.request
        for _ in 0..<Int.random(in: 0...2, using: &random) { _ = try await ask(fields, served, &random) }
        let answer = try await ask(fields, served, &random)
        let isTaken = replica.take(answer)
        #expect(isTaken && replica.failures.isEmpty, "\(answer.text())")
    }

    private func ask(
        _ fields: [String: String], _ served: ServedReplicas, _ random: inout SeededGenerator
    ) async throws -> JSONValue {
        if Int.random(in: 0..<6, using: &random) == 0 { try await served.restart() }
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            return try await served.post(
                "/synchronizeReplica", fields.merging(["transportType": "esriTransportTypeEmbedded"]) { $1 })
        case 1:
            let answer = try await served.post("/synchronizeReplica", fields)
            if Bool.random(using: &random) { try await served.restart() }
            return try await served.get(try #require(answer["URL"]?.string, "\(answer.text())"))
        default:
            let answer = try await served.post("/synchronizeReplica", fields.merging(["async": "true"]) { $1 })
            if Bool.random(using: &random) { try await served.restart() }
            return try await served.result(of: try #require(answer["statusUrl"]?.string, "\(answer.text())"))
        }
    }

    /// What others do with the server's features.
    private func edit(_ served: ServedReplicas, _ number: Int, _ random: inout SeededGenerator) async throws {
        let statements = [
            "UPDATE Things SET NAME = 's\(number)' WHERE OBJECTID = \(Int.random(in: 1...30, using: &random))",
            "DELETE FROM Things WHERE OBJECTID = \(Int.random(in: 1...30, using: &random))",
            "INSERT INTO Things (NAME, RANK) VALUES ('s\(number)', \(number))",
        ]
        try await served.sql(statements.randomElement(using: &random) ?? "")
    }

    @Test(arguments: 1...4) func `whatever is edited where, in the end all have the same`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let features = (0..<10).map { ServedReplicas.feature("N\($0)", rank: $0) }
        let served = try await ServedReplicas([(ServedReplicas.definition("Things"), features)])
        var replicas: [ModelReplica] = []
        for model in ["perReplica", "perLayer", "perReplica"] {
            let answer = try await served.replica(["syncModel": model])
            replicas.append(try #require(ModelReplica(answer), "\(answer.text())"))
        }
        if seed == 2 { try await served.sql("UPDATE cairn_generation SET value = \((1 << 53) + 1)") }
        for number in 0..<40 {
            let index = Int.random(in: 0..<3, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: try await synchronize(&replicas[index], served, &random)
            case 1: try await edit(served, number, &random)
            default: replicas[index].edit(number, &random)
            }
        }
        for _ in 0..<2 {
            for index in replicas.indices { try await synchronize(&replicas[index], served, &random) }
        }
        let all = try await rows(served)
        for replica in replicas {
            #expect(replica.rows == all, "\(seed) \(Set(replica.rows.keys).symmetricDifference(all.keys))")
        }
    }
}
