import CairnCore
import CairnGeo
import CairnTesting
import Foundation

/// What a client has of a layer, and does with it: the simplest that follows the rules.
struct ModelReplica {
    let id: String
    private(set) var generation: Int
    private(set) var rows: [String: [String: JSONValue]] = [:]
    /// What was refused though it was there.
    private(set) var failures: [JSONValue] = []
    private var adds: Set<String> = []
    private var updates: Set<String> = []
    private var deletes: Set<String> = []
    let isPerLayer: Bool

    init?(_ answer: JSONValue) {
        guard let id = answer["replicaID"]?.string, let generation = Self.generation(answer) else { return nil }
        (self.id, self.generation, isPerLayer) = (id, generation, answer["layerServerGens"] != nil)
        for feature in answer["layers"]?[0]?["features"]?.array ?? [] { put(feature) }
    }

    private static func generation(_ answer: JSONValue) -> Int? {
        answer["replicaServerGen"]?.int ?? answer["layerServerGens"]?[0]?["serverGen"]?.int
    }

    private static func key(_ feature: JSONValue) -> String { feature["attributes"]?["GLOBALID"]?.string ?? "" }

    private mutating func put(_ feature: JSONValue) {
        var attributes = feature["attributes"]?.object ?? [:]
        attributes["OBJECTID"] = nil
        rows[Self.key(feature)] = attributes
    }

    /// Changes something.
    mutating func edit(_ number: Int, _ random: inout SeededGenerator) {
        let known = rows.keys.sorted().randomElement(using: &random)
        switch (Int.random(in: 0..<3, using: &random), known) {
        case (0, let id?):
            rows[id] = nil
            updates.remove(id)
            if adds.remove(id) == nil { deletes.insert(id) }
        case (1, let id?):
            rows[id]?["NAME"] = .string("u\(number)")
            if !adds.contains(id) { updates.insert(id) }
        default:
            let id = "{\(UUID().uuidString)}"
            rows[id] = ["GLOBALID": .string(id), "NAME": .string("a\(number)"), "RANK": .integer(number)]
            adds.insert(id)
        }
    }

    /// What is asked with the edits that have not been told yet.
    var request: [String: String] {
        func features(_ ids: Set<String>) -> JSONValue {
            .array(ids.sorted().map { ["attributes": .object(rows[$0] ?? [:])] })
        }
        let edits: JSONValue = [
            [
                "id": 0,
                "features": [
                    "adds": features(adds), "updates": features(updates),
                    "deleteIds": .array(deletes.sorted().map { .string($0) }),
                ],
            ]
        ]
        var fields = ["replicaID": id, "syncDirection": "bidirectional", "edits": edits.text()]
        if isPerLayer {
            fields["syncLayers"] = "[{\"id\":0,\"serverGen\":\"\(generation)\"}]"
        } else {
            fields["replicaServerGen"] = "\(generation)"
        }
        return fields
    }

    /// Takes what is new.
    mutating func take(_ answer: JSONValue) -> Bool {
        guard let generation = Self.generation(answer), let layer = answer["edits"]?[0] else { return false }
        for name in ["addResults", "updateResults", "deleteResults"] {
            failures += (layer[name]?.array ?? []).filter { $0["success"] != true && $0["error"]?["code"] != 1019 }
        }
        for name in ["adds", "updates"] { (layer["features"]?[name]?.array ?? []).forEach { put($0) } }
        for id in layer["features"]?["deleteIds"]?.array ?? [] { rows[id.string ?? ""] = nil }
        self.generation = generation
        (adds, updates, deletes) = ([], [], [])
        return true
    }
}
