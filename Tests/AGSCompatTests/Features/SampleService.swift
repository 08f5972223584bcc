import AGSCompat
import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation

/// A feature service over a geodatabase in a folder of its own, which goes with it.
final class SampleService: Sendable {
    let server: LocalServer
    let geodatabase: Geodatabase
    private let folder: URL

    static let fields = [
        Field("typdamage", length: 40), Field("primcause", length: 40), Field("rank", type: .integer), Field("seen", type: .date),
        Field("GLOBALID", type: FieldType(rawValue: "esriFieldTypeGlobalID")),
    ]

    static func definition(_ name: String, hasGlobalIDs: Bool) -> FeatureTableDefinition {
        var definition = FeatureTableDefinition(
            name, fields: hasGlobalIDs ? fields : fields.dropLast(), globalIDField: hasGlobalIDs ? "GLOBALID" : nil,
            geometryType: .point, spatialReference: .webMercator)
        definition.hasAttachments = true
        return definition
    }

    /// - Parameter count: How many features each of the two tables has.
    init(count: Int = 0, hasGlobalIDs: Bool = false, isEditable: Bool = true, isSyncEnabled: Bool = false) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        geodatabase = try await Geodatabase.create(at: folder.appending(path: "data.gpkg"))
        for name in ["Damage", "Repairs"] {
            let table = try await geodatabase.createTable(Self.definition(name, hasGlobalIDs: hasGlobalIDs))
            _ = try await table.applyEdits(FeatureEdits(adds: (0..<count).map(Self.feature)))
        }
        server = LocalServer(features: [
            "Town": PublishedFeatures(geodatabase, isEditable: isEditable, isSyncEnabled: isSyncEnabled, maxRecordCount: 7)
        ])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    static func feature(_ number: Int) -> Feature {
        Feature(
            attributes: [
                "typdamage": .string(["Minor", "Major", "Destroyed"][number % 3]), "primcause": .string("cause \(number)"),
                "rank": .integer(number), "seen": .date(Date(timeIntervalSince1970: Double(number) * 86_400)),
            ],
            geometry: .point(MapPoint(x: Double(number) * 10, y: Double(number % 10), spatialReference: .webMercator)))
    }

    static let url = URL(string: "http://local/arcgis/rest/services/Town/FeatureServer")!

    func table(transport: (any HTTPTransport)? = nil) -> AGSServiceFeatureTable {
        AGSServiceFeatureTable(ServiceFeatureTable(url: Self.url.appending(path: "0"), transport: transport ?? server))
    }

    /// A transport that tells when the first request of an operation has arrived, and holds its answer back.
    ///
    /// - Parameter transport: Who answers; nil for the service.
    func holding(
        _ operation: String, _ hasArrived: Gate, until mayAnswer: Gate, of transport: (any HTTPTransport)? = nil
    ) -> StubTransport {
        StubTransport { [self] request in
            let response = try await (transport ?? server).send(request)
            if request.url.lastPathComponent == operation {
                hasArrived.open()
                try await mayAnswer.pass()
            }
            return response
        }
    }

    /// The service, which says something else of itself, or of a layer.
    ///
    /// - Parameter path: The end of the address of which that is said.
    func saying(_ members: [String: JSONValue], of path: String = "FeatureServer") -> StubTransport {
        StubTransport { [self] request in
            let response = try await server.send(request)
            guard request.url.lastPathComponent == path, let own = (try? JSONValue(parsing: response.body))?.object else {
                return response
            }
            return .json(JSONValue.object(own.merging(members) { $1 }).text())
        }
    }

    func serviceGeodatabase() -> AGSServiceGeodatabase {
        AGSServiceGeodatabase(ServiceGeodatabase(url: Self.url, transport: server))
    }

    /// What the service has.
    func rows(_ table: String = "Damage") async throws -> [Feature] {
        try await geodatabase.table(named: table).queryFeatures(using: QueryParameters()).featureSet().features
    }
}
