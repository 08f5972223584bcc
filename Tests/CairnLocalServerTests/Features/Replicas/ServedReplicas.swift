import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import Foundation
import Testing

/// A FeatureServer whose features are kept in step with replicas, over a file of its own. It can be ended and begun again.
final class ServedReplicas {
    let folder: URL
    private(set) var geodatabase: Geodatabase
    private(set) var server: LocalServer
    private let isEditable: Bool
    private let users: [String: String]

    static func definition(_ name: String, _ type: GeometryType? = .point) -> FeatureTableDefinition {
        var definition = FeatureTableDefinition(
            name, fields: [Field("NAME"), Field("RANK", type: .integer)], geometryType: type, spatialReference: .wgs84)
        definition.fields.append(Field("GLOBALID", type: FieldType(rawValue: "esriFieldTypeGlobalID")))
        definition.globalIDField = "GLOBALID"
        return definition
    }

    static func feature(_ name: String, rank: Int = 0, id: String = "{\(UUID().uuidString)}", at x: Double = 1) -> Feature {
        Feature(
            attributes: ["NAME": .string(name), "RANK": .integer(rank), "GLOBALID": .string(id)],
            geometry: .point(MapPoint(x: x, y: 2, spatialReference: .wgs84)))
    }

    init(_ tables: [(FeatureTableDefinition, [Feature])], isEditable: Bool = true, users: [String: String] = [:]) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        geodatabase = try await Geodatabase.create(at: folder.appending(path: "data.gpkg"))
        try await geodatabase.transaction { editor in
            for (definition, features) in tables {
                try editor.createTable(definition)
                try editor.add(features, to: definition.name)
            }
        }
        (self.isEditable, self.users) = (isEditable, users)
        server = Self.server(geodatabase, isEditable, users)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func server(_ geodatabase: Geodatabase, _ isEditable: Bool, _ users: [String: String]) -> LocalServer {
        LocalServer(
            features: ["Town": PublishedFeatures(geodatabase, isEditable: isEditable, isSyncEnabled: true)], users: users)
    }

    /// Ends the server with all that it holds, and begins another one over the same file.
    func restart() async throws {
        let url = geodatabase.url
        server = LocalServer()
        try await geodatabase.close()
        geodatabase = Geodatabase(fileURL: url)
        server = Self.server(geodatabase, isEditable, users)
    }

    static let service = "http://local/arcgis/rest/services/Town/FeatureServer"

    func response(_ address: String, headers: [String: String] = [:]) async throws -> HTTPResponse {
        try await server.send(HTTPRequest(.get, try #require(URL(string: address)), headers: headers, timeout: nil))
    }

    func get(_ path: String, _ fields: [String: String] = [:]) async throws -> JSONValue {
        let query = FormEncoding.encode(["f": "json"].merging(fields) { $1 })
        let address = path.hasPrefix("http") ? path : Self.service + path
        return try JSONValue(parsing: try await response("\(address)?\(query)").body)
    }

    func post(_ path: String, _ fields: [String: String] = [:]) async throws -> JSONValue {
        let url = try #require(URL(string: path.hasPrefix("http") ? path : Self.service + path))
        let body = HTTPRequestBody.data(Data(FormEncoding.encode(["f": "json"].merging(fields) { $1 }).utf8))
        let type = ["content-type": "application/x-www-form-urlencoded"]
        let response = try await server.send(HTTPRequest(.post, url, headers: type, body: body, timeout: nil))
        return try JSONValue(parsing: response.body)
    }

    /// A replica of some layers, embedded in the answer.
    func replica(_ fields: [String: String] = [:]) async throws -> JSONValue {
        let standard = ["layers": "0", "transportType": "esriTransportTypeEmbedded"]
        return try await post("/createReplica", standard.merging(fields) { $1 })
    }

    func synchronize(_ replica: String, _ generation: Int?, _ fields: [String: String] = [:]) async throws -> JSONValue {
        var standard = ["replicaID": replica, "transportType": "esriTransportTypeEmbedded", "syncDirection": "bidirectional"]
        standard["replicaServerGen"] = generation.map { "\($0)" }
        return try await post("/synchronizeReplica", standard.merging(fields) { $1 })
    }

    /// Makes an edit of somebody else's.
    @discardableResult
    func edit(_ edits: FeatureEdits, _ table: String = "Things") async throws -> FeatureEditResults {
        var edits = edits
        edits.usesGlobalIDs = true
        try await geodatabase.load()
        return try await geodatabase.table(named: table).applyEdits(edits)
    }

    /// Does something by plain SQL, as another program does.
    func sql(_ text: String) async throws {
        try await geodatabase.load()
        try await geodatabase.edit { package in try package.database.execute(text) }
    }
}

extension ServedReplicas {
    /// What a job gives, once it has ended.
    func result(of statusURL: String) async throws -> JSONValue {
        for _ in 0..<10_000 {
            let status = try await get(statusURL)
            switch status["status"]?.string {
            case "Completed": return try await get(try #require(status["resultUrl"]?.string, "\(status.text())"))
            case "Pending", "ExportingData", "ImportChanges": await Task.yield()
            default: return status
            }
        }
        return .null
    }
}
