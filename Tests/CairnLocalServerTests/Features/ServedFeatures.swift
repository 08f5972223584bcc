import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import Foundation
import Testing

/// A FeatureServer over a geodatabase in a folder of its own, which goes with it.
final class ServedFeatures: Sendable {
    let geodatabase: Geodatabase
    let server: LocalServer
    let folder: URL

    /// - Parameter tables: Their definitions, with the features of each.
    init(
        _ tables: [(FeatureTableDefinition, [Feature])], isEditable: Bool = false, maxRecordCount: Int = 2000,
        limits: ServerLimits = ServerLimits()
    ) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        geodatabase = try await Geodatabase.create(at: folder.appending(path: "data.gpkg"))
        try await geodatabase.transaction { editor in
            for (definition, features) in tables {
                try editor.createTable(definition)
                try editor.add(features, to: definition.name)
            }
        }
        let source = PublishedFeatures(geodatabase, isEditable: isEditable, maxRecordCount: maxRecordCount)
        server = LocalServer(features: ["Town": source], limits: limits)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static let service = "arcgis/rest/services/Town/FeatureServer"

    /// What is answered in this process.
    func response(
        _ path: String, _ fields: [String: String] = [:], method: HTTPRequest.Method = .get, at base: String = "http://local"
    ) async throws -> HTTPResponse {
        let fields = ["f": "json"].merging(fields) { $1 }
        let address = "\(base)/\(Self.service)\(path)"
        let transport: any HTTPTransport = base == "http://local" ? server : .standard
        guard method == .post else {
            let url = try #require(URL(string: "\(address)?\(FormEncoding.encode(fields))"))
            return try await transport.send(HTTPRequest(.get, url, timeout: nil))
        }
        let url = try #require(URL(string: address))
        let body = HTTPRequestBody.data(Data(FormEncoding.encode(fields).utf8))
        let type = ["content-type": "application/x-www-form-urlencoded"]
        return try await transport.send(HTTPRequest(.post, url, headers: type, body: body, timeout: nil))
    }

    func json(_ path: String, _ fields: [String: String] = [:], method: HTTPRequest.Method = .get) async throws -> JSONValue {
        try JSONValue(parsing: try await response(path, fields, method: method).body)
    }

    func post(_ path: String, _ fields: [String: String] = [:]) async throws -> JSONValue {
        try await json(path, fields, method: .post)
    }

    /// The features of an answer.
    func features(_ path: String, _ fields: [String: String] = [:]) async throws -> FeatureSet {
        let json = try await json(path, fields)
        #expect(json["error"] == nil, "\(json["error"]?.text() ?? "")")
        return try FeatureSet(esriJSON: json)
    }

    /// Does something while the server listens, and is told its address.
    func listening(_ body: (String) async throws -> Void) async throws {
        let url = try await server.start()
        do { try await body(url.absoluteString) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// The address of the service at a server's.
    func address(_ base: String) -> String { "\(base)/\(Self.service)" }
}
