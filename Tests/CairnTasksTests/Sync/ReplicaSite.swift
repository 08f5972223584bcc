import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Synchronization

/// A feature service with one layer that is kept in memory: it makes copies, takes edits and counts them, and forgets no copy by itself.
final class ReplicaSite: Sendable {
    struct Abilities: Sendable {
        var isAsync = true
        var isByLayer = false
        var tellsStanding = true
        var isEmbedding = false
        var wantsSQLite = false
        /// How often a job is asked for before it is done.
        var questions = 1
        /// Where generations begin.
        var generation = 1_000
        /// What is refused of an upload, by global id.
        var refused: Set<String> = []
        var capabilities = [
            "supportsAsync", "supportsPerLayerSync", "supportsPerReplicaSync", "supportsSyncModelNone",
            "supportsRollbackOnFailure",
            "supportsSyncDirectionControl",
        ]
    }

    struct Row: Sendable {
        var feature: JSONValue?
        var generation: Int
        /// Whether it was there before.
        var isNew: Bool
    }

    struct Replica: Sendable {
        var name: String
        var generation: Int
        var syncs = 0
    }

    struct State: Sendable {
        var rows: [String: Row] = [:]
        var files: [String: Row] = [:]
        var generation: Int
        var replicas: [String: Replica] = [:]
        var jobs: [String: (answer: JSONValue?, questions: Int)] = [:]
        var documents: [String: String] = [:]
        var count = 0
        /// How often each edit has been carried out.
        var carriedOut: [String: Int] = [:]
        /// The most copies that there were at one time.
        var made = 0
    }

    static let url = URL(string: "https://example.com/rest/services/Trees/FeatureServer")!

    let abilities: Abilities
    let state: Mutex<State>

    init(_ abilities: Abilities = Abilities(), rows: Int = 3) {
        self.abilities = abilities
        var state = State(generation: abilities.generation)
        for number in 1...max(1, rows) where number <= rows {
            let id = Self.id(number)
            state.rows[id] = Row(
                feature: Self.feature(id, number, "tree \(number)"), generation: abilities.generation, isNew: true)
        }
        self.state = Mutex(state)
    }

    static func id(_ number: Int) -> String {
        let digits = String(number)
        return "{00000000-0000-4000-8000-\(String(repeating: "0", count: 12 - digits.count))\(digits)}"
    }

    static func feature(_ id: String, _ number: Int, _ name: String) -> JSONValue {
        [
            "attributes": ["OBJECTID": .integer(number), "NAME": .string(name), "GlobalID": .string(id)],
            "geometry": ["x": .integer(number), "y": 1],
        ]
    }

    /// What somebody else does to a feature in the service; nil deletes it.
    func edit(_ id: String, _ name: String?) {
        state.withLock { state in
            state.generation += 1
            let old = state.rows[id]
            let number = old?.feature?["attributes"]?["OBJECTID"]?.int ?? 900 + state.rows.count
            let feature = name.map { Self.feature(id, number, $0) }
            state.rows[id] = Row(feature: feature, generation: state.generation, isNew: old?.feature == nil)
        }
    }

    func name(of id: String) -> String? {
        state.withLock { $0.rows.first { Self.key($0.key) == Self.key(id) }?.value.feature?["attributes"]?["NAME"]?.string }
    }

    var names: Set<String> {
        state.withLock { Set($0.rows.values.compactMap { $0.feature?["attributes"]?["NAME"]?.string }) }
    }

    static func key(_ id: String) -> String { id.uppercased().filter { $0 != "{" && $0 != "}" } }

    var replicaCount: Int { state.withLock(\.replicas.count) }
    var carriedOut: [String: Int] { state.withLock(\.carriedOut) }

    var transport: StubTransport { StubTransport { try self.answer($0) } }

    // MARK: - Answers

    func answer(_ request: HTTPRequest) throws -> HTTPResponse {
        let path = request.url.path(percentEncoded: false).components(separatedBy: "FeatureServer").last ?? ""
        let fields = request.method == .get ? FormEncoding.decode(request.url.query(percentEncoded: true) ?? "") : request.form
        let parts = path.split(separator: "/").map(String.init)
        switch parts.first {
        case nil: return json(metadata)
        case "0" where parts.count == 1: return json(layer)
        case "0": return json(query(fields))
        case "createReplica": return json(create(fields))
        case "synchronizeReplica": return json(try synchronize(fields))
        case "unRegisterReplica":
            let isKnown = state.withLock { $0.replicas.removeValue(forKey: fields["replicaID"] ?? "") != nil }
            return json(isKnown ? ["success": true] : ["error": ["code": 400, "message": "There is no such replica."]])
        case "replicas": return json(replicas(parts.dropFirst().first))
        case "jobs": return json(job(parts[1]))
        case "files":
            return HTTPResponse(status: 200, headers: [:], body: Data(state.withLock { $0.documents[parts[1]] ?? "" }.utf8))
        default: return HTTPResponse(status: 404, headers: [:], body: Data())
        }
    }

    private func json(_ value: JSONValue) -> HTTPResponse { .json(value.text()) }

    private var metadata: JSONValue {
        let flags = abilities.capabilities.filter { $0 != "supportsAsync" || abilities.isAsync }
        return [
            "syncEnabled": true, "capabilities": "Query,Editing,Sync", "spatialReference": ["wkid": 4326],
            "syncCapabilities": .object(Dictionary(uniqueKeysWithValues: flags.map { ($0, JSONValue.bool(true)) })),
            "layers": [["id": 0, "name": "o'Trees", "geometryType": "esriGeometryPoint"]], "tables": [],
        ]
    }

    private var layer: JSONValue {
        [
            "id": 0, "name": "o'Trees", "type": "Feature Layer", "geometryType": "esriGeometryPoint", "objectIdField": "OBJECTID",
            "globalIdField": "GlobalID", "hasAttachments": true,
            "extent": ["xmin": 0, "ymin": 0, "xmax": 1, "ymax": 1, "spatialReference": ["wkid": 4326]],
            "fields": [
                ["name": "OBJECTID", "type": "esriFieldTypeOID"], ["name": "NAME", "type": "esriFieldTypeString"],
                ["name": "GlobalID", "type": "esriFieldTypeGlobalID"],
            ],
        ]
    }

    private func query(_ fields: [String: String]) -> JSONValue {
        let asked = (fields["where"] ?? "").uppercased()
        let wanted = fields["objectIds"].map { Set($0.split(separator: ",").map(String.init)) }
        let features = state.withLock { state in
            state.rows.values.compactMap(\.feature).filter { feature in
                let id = feature["attributes"]?["OBJECTID"]?.text() ?? ""
                return wanted?.contains(id) ?? (asked == "1=1")
                    || asked.contains(Self.key(feature["attributes"]?["GlobalID"]?.string ?? "?"))
            }
        }
        if fields["returnCountOnly"] == "true" { return ["count": .integer(features.count)] }
        if fields["returnIdsOnly"] == "true" {
            return [
                "objectIdFieldName": "OBJECTID", "objectIds": .array(features.compactMap { $0["attributes"]?["OBJECTID"] }),
            ]
        }
        return [
            "objectIdFieldName": "OBJECTID", "fields": layer["fields"] ?? [], "features": .array(features),
        ]
    }

    private func replicas(_ id: String?) -> JSONValue {
        let replicas = state.withLock(\.replicas)
        if let id {
            guard let replica = replicas[id], abilities.tellsStanding else {
                return ["error": ["code": 400, "message": "Not known."]]
            }
            return ["replicaID": .string(id), "replicaName": .string(replica.name), "lastSyncDate": .integer(replica.syncs)]
        }
        return .array(replicas.map { ["replicaID": .string($0.key), "replicaName": .string($0.value.name)] })
    }

    private func create(_ fields: [String: String]) -> JSONValue {
        let id = state.withLock { state in
            state.count += 1
            state.made += 1
            let id = "R\(state.count)"
            if fields["syncModel"] != "none" {
                state.replicas[id] = Replica(name: fields["replicaName"] ?? "", generation: state.generation)
            }
            return id
        }
        var members = head(id, fields["replicaName"] ?? "")
        let (rows, files) = state.withLock { ($0.rows.values.compactMap(\.feature), $0.files.values.compactMap(\.feature)) }
        members["layers"] = [["id": 0, "features": .array(rows), "attachments": .array(files)]]
        members["syncModel"] = .string(fields["syncModel"] ?? "")
        return deliver(members, fields)
    }

    private func head(_ id: String, _ name: String) -> [String: JSONValue] {
        let generation = JSONValue.integer(state.withLock(\.generation))
        var members: [String: JSONValue] = ["replicaID": .string(id), "replicaName": .string(name)]
        if abilities.isByLayer {
            members["layerServerGens"] = [["id": 0, "serverGen": generation]]
        } else {
            members["replicaServerGen"] = generation
        }
        return members
    }

    private func deliver(_ members: [String: JSONValue], _ fields: [String: String]) -> JSONValue {
        if abilities.isEmbedding { return .object(members) }
        return state.withLock { state in
            state.count += 1
            let name = "\(state.count).json"
            state.documents[name] = abilities.wantsSQLite ? "SQLite format 3\0 and more" : JSONValue.object(members).text()
            let url = JSONValue.string("\(Self.url.absoluteString)/files/\(name)")
            guard fields["async"] == "true" else { return ["URL": url, "replicaID": members["replicaID"] ?? .null] }
            state.jobs["j\(state.count)"] = (["status": "Completed", "resultUrl": url], abilities.questions)
            return ["statusUrl": .string("\(Self.url.absoluteString)/jobs/j\(state.count)")]
        }
    }

    private func job(_ id: String) -> JSONValue {
        state.withLock { state in
            guard let job = state.jobs[id] else { return ["error": ["code": 404, "message": "There is no such job."]] }
            state.jobs[id]?.questions -= 1
            return job.questions > 0 ? ["status": "ExportingData"] : job.answer ?? ["status": "Failed"]
        }
    }

    // MARK: - Edits

    private func synchronize(_ fields: [String: String]) throws -> JSONValue {
        let id = fields["replicaID"] ?? ""
        guard let replica = state.withLock({ $0.replicas[id] }) else { return ["error": ["code": 400, "message": "Not known."]] }
        let direction =
            try fields["syncLayers"].map { try JSONValue(parsing: $0)[0]?["syncDirection"]?.string } ?? fields["syncDirection"]
        let since =
            try fields["syncLayers"].map { try JSONValue(parsing: $0)[0]?["serverGen"]?.int }
            ?? fields["replicaServerGen"].flatMap { Int($0) }
        let edits = try fields["edits"].map { try JSONValue(parsing: $0)[0] ?? .null } ?? .null
        let sent = state.withLock { state in
            state.replicas[id]?.syncs += 1
            return edits.isNull ? [:] : take(edits, &state)
        }
        var members = head(id, replica.name)
        if direction != "upload" {
            let changes = state.withLock { state in
                state.rows.filter { $0.value.generation > since ?? 0 && sent[Self.key($0.key)] == nil }
            }
            let present = changes.filter { $0.value.feature != nil }
            members["edits"] = [
                [
                    "features": [
                        "adds": .array(present.filter(\.value.isNew).compactMap(\.value.feature)),
                        "updates": .array(present.filter { !$0.value.isNew }.compactMap(\.value.feature)),
                        "deleteIds": .array(changes.filter { $0.value.feature == nil }.map { .string($0.key) }),
                    ],
                    "addResults": results(edits["features"]?["adds"]), "updateResults": results(edits["features"]?["updates"]),
                    "deleteResults": results(edits["features"]?["deleteIds"]), "id": 0,
                    "attachmentResults": fileResults(edits["attachments"]),
                ]
            ]
        } else {
            members["edits"] = [
                [
                    "id": 0, "addResults": results(edits["features"]?["adds"]),
                    "updateResults": results(edits["features"]?["updates"]),
                    "deleteResults": results(edits["features"]?["deleteIds"]),
                    "attachmentResults": fileResults(edits["attachments"]),
                ]
            ]
        }
        return deliver(members, fields)
    }

    private func fileResults(_ files: JSONValue?) -> JSONValue {
        [
            "addResults": results(files?["adds"]), "updateResults": results(files?["updates"]),
            "deleteResults": results(files?["deleteIds"]),
        ]
    }

    private func globalID(_ edit: JSONValue) -> String {
        edit.string ?? edit["globalId"]?.string ?? edit["attributes"]?["GlobalID"]?.string ?? ""
    }

    private func results(_ list: JSONValue?) -> JSONValue {
        .array(
            (list?.array ?? []).map { edit in
                let id = globalID(edit)
                let isRefused = abilities.refused.contains(id)
                var members: [String: JSONValue] = ["globalId": .string(id), "success": .bool(!isRefused)]
                if isRefused { members["error"] = ["code": 1000, "description": "No."] }
                return .object(members)
            })
    }

    private func take(_ edits: JSONValue, _ state: inout State) -> [String: Bool] {
        state.generation += 1
        var taken: [String: Bool] = [:]
        let features = edits["features"]
        for (list, kind) in [("adds", "add"), ("updates", "update"), ("deleteIds", "delete")] {
            for edit in features?[list]?.array ?? [] where !abilities.refused.contains(globalID(edit)) {
                let id = state.rows.keys.first { Self.key($0) == Self.key(globalID(edit)) } ?? globalID(edit)
                let name = edit["attributes"]?["NAME"]?.string
                state.count += 1
                var feature = edit.object ?? [:]
                var attributes = feature["attributes"]?.object ?? [:]
                attributes["OBJECTID"] = .integer(10_000 + state.count)
                feature["attributes"] = .object(attributes)
                state.carriedOut["\(kind) \(name ?? Self.key(id))", default: 0] += 1
                state.rows[id] = Row(
                    feature: kind == "delete" ? nil : .object(feature), generation: state.generation,
                    isNew: state.rows[id]?.feature == nil)
                taken[Self.key(id)] = true
            }
        }
        for list in ["adds", "updates"] {
            for file in edits["attachments"]?[list]?.array ?? [] {
                state.carriedOut["file \(file["name"]?.string ?? "")", default: 0] += 1
                state.files[file["globalId"]?.string ?? ""] = Row(feature: file, generation: state.generation, isNew: true)
            }
        }
        for file in edits["attachments"]?["deleteIds"]?.array ?? [] {
            state.carriedOut["delete file", default: 0] += 1
            state.files[file.string ?? ""] = nil
        }
        return taken
    }
}
