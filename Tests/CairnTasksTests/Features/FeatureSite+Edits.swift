import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Synchronization

extension FeatureSite {
    /// How often the edit that was carried out most often was.
    var mostRepeated: Int { state.withLock { $0.carriedOut.values.max() ?? 0 } }

    func edits(_ fields: [String: String]) -> HonestAnswer {
        let key = fields.filter { $0.key != "token" }.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: "&")
        return .json(carryOut(fields, key).text())
    }

    func serviceEdits(_ fields: [String: String]) -> HonestAnswer {
        let layers = (fields["edits"].flatMap { try? JSONValue(parsing: $0) })?.array ?? []
        let answers = layers.map { layer -> JSONValue in
            var own = fields
            for name in ["adds", "updates", "deletes"] { own[name] = layer[name]?.text() }
            let answer = carryOut(own, layer.text())
            return .object((answer.object ?? [:]).merging(["id": layer["id"] ?? 0]) { $1 })
        }
        return .json(JSONValue.array(answers).text())
    }

    private func carryOut(_ fields: [String: String], _ key: String) -> JSONValue {
        func list(_ name: String) -> [JSONValue] { (fields[name].flatMap { try? JSONValue(parsing: $0) })?.array ?? [] }
        let deletes = list("deletes").isEmpty ? FeatureModel.numbers(fields["deletes"]).map(JSONValue.integer) : list("deletes")
        let usesGlobalIDs = fields["useGlobalIds"] == "true"
        return state.withLock { state in
            let before = state
            let results: [(name: String, results: [JSONValue])] = [
                ("addResults", list("adds").map { Self.add($0, to: &state, usesGlobalIDs) }),
                ("updateResults", list("updates").map { Self.update($0, in: &state, usesGlobalIDs) }),
                ("deleteResults", deletes.map { Self.delete($0, in: &state) }),
            ]
            let hasFailed = results.contains { $0.results.contains { $0["success"]?.bool == false } }
            if hasFailed, fields["rollbackOnFailure"] != "false" {
                state = before
                return .object(
                    Dictionary(uniqueKeysWithValues: results.map { ($0.name, .array($0.results.map(Self.takenBack))) }))
            }
            state.carriedOut[key, default: 0] += 1
            return .object(Dictionary(uniqueKeysWithValues: results.map { ($0.name, .array($0.results)) }))
        }
    }

    private static func takenBack(_ result: JSONValue) -> JSONValue {
        result["success"]?.bool == false ? result : refusal(result["objectId"]?.int, "Operation rolled back.")
    }

    private static func refusal(_ id: Int?, _ words: String) -> JSONValue {
        ["objectId": .integer(id ?? -1), "success": false, "error": ["code": 1000, "description": .string(words)]]
    }

    private static func success(_ id: Int, _ row: Feature?) -> JSONValue {
        ["objectId": .integer(id), "globalId": row?.attributes["GlobalID"]?.esriJSON ?? .null, "success": true]
    }

    private static func add(_ json: JSONValue, to state: inout State, _ usesGlobalIDs: Bool) -> JSONValue {
        var row = feature(json)
        // A name may have forty characters.
        if (row.attributes["NAME"]?.string?.count ?? 0) > 40 { return refusal(nil, "NAME is too long.") }
        if !usesGlobalIDs || row.attributes["GlobalID"] == nil { row.attributes["GlobalID"] = .string(UUID().uuidString) }
        for field in fields where row.attributes[field.name] == nil { row.attributes[field.name] = .null }
        state.add(row)
        return success(state.nextID - 1, row)
    }

    private static func place(_ key: JSONValue?, in state: State) -> Int? {
        guard let text = key?.string else { return key?.int.flatMap { state.rows[$0] == nil ? nil : $0 } }
        let plain = text.trimmingCharacters(in: ["{", "}"]).lowercased()
        return state.rows.first { $0.value.attributes["GlobalID"]?.string?.lowercased() == plain }?.key
    }

    private static func update(_ json: JSONValue, in state: inout State, _ usesGlobalIDs: Bool) -> JSONValue {
        let change = feature(json)
        let key = json["attributes"]?[usesGlobalIDs ? "GlobalID" : "OBJECTID"]
        guard let id = place(key, in: state) else { return refusal(key?.int, "There is no such feature.") }
        for (name, value) in change.attributes where name != "OBJECTID" && name != "GlobalID" {
            state.rows[id]?.attributes[name] = value
        }
        if let geometry = change.geometry { state.rows[id]?.geometry = geometry }
        return success(id, state.rows[id])
    }

    private static func delete(_ key: JSONValue, in state: inout State) -> JSONValue {
        guard let id = place(key, in: state) else { return refusal(key.int, "There is no such feature.") }
        let row = state.rows.removeValue(forKey: id)
        state.attachments[id] = nil
        return success(id, row)
    }

    private static func feature(_ json: JSONValue) -> Feature {
        let set = try? FeatureSet(esriJSON: [
            "fields": .array(fields.map(\.esriJSON)), "features": [json], "spatialReference": ["wkid": 4326],
        ])
        return set?.features.first ?? Feature()
    }
}
