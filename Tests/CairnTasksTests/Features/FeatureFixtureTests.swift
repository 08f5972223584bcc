import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// What was recorded from servers is read as it says.
struct FeatureFixtureTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../../shared/fixtures"
    ).standardized

    private static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    private static func names(_ kind: String, _ prefix: String) -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: kind).path)) ?? []
        return all.filter { $0.hasPrefix(prefix) }.sorted()
    }

    private static func data(_ path: String) throws -> Data { try Data(contentsOf: folder.appending(path: path)) }

    private static func json(_ path: String) throws -> JSONValue { try JSONValue(parsing: data(path)) }

    /// A layer whose queries get this answer.
    private static func table(_ body: Data, _ metadata: String) -> ServiceFeatureTable {
        let transport = StubTransport { request in
            request.url.lastPathComponent == "query" ? HTTPResponse(body: body) : .json(metadata)
        }
        return ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
    }

    /// Without object ids and pages, so that there is one request, and the answer is taken as it is.
    private static let plain = #"{"id":0,"type":"Table","fields":[],"supportedQueryFormats":"JSON"}"#
    private static let plainPBF = #"{"id":0,"type":"Table","fields":[],"supportedQueryFormats":"JSON, PBF"}"#

    @Test(.enabled(if: isThere, "the fixtures are not there"), arguments: names("feature", "layer_metadata"))
    func `a layer's metadata are read, and written so that they are read again`(name: String) throws {
        let json = try Self.json("feature/\(name)")
        let info = try FeatureLayerInfo(esriJSON: json, of: FeatureSite.layer)
        #expect(info.name == json["name"]?.string && info.id == json["id"]?.int && info.json == json)
        #expect(info.fields.map(\.name) == json["fields"]?.array?.compactMap { $0["name"]?.string })
        let oid = json["fields"]?.array?.first { $0["type"] == "esriFieldTypeOID" }?["name"]?.string
        #expect(info.objectIDField == json["objectIdField"]?.string ?? oid && info.objectIDField != nil)
        #expect(
            info.queryCapabilities.contains(.pagination) == (json["advancedQueryCapabilities"]?["supportsPagination"] == true))
        #expect(info.geometryType?.rawValue == json["geometryType"]?.string)
        var again = try FeatureLayerInfo(esriJSON: info.esriJSON, of: FeatureSite.layer)
        again.json = info.json
        #expect(again == info)
        let unknown = json.object?.filter { info.esriJSON[$0.key] == nil && !$0.value.isNull && $0.value != "" }
        #expect(unknown?.isEmpty == true, "\(unknown ?? [:])")
    }

    @Test(.enabled(if: isThere, "the fixtures are not there")) func `all layers at once are read each as one`() throws {
        let all = try Self.json("feature/layers_all.json")
        let infos = try ((all["layers"]?.array ?? []) + (all["tables"]?.array ?? [])).map {
            try FeatureLayerInfo(esriJSON: $0, of: FeatureSite.layer)
        }
        #expect(
            infos.map(\.name) == ["Wells", "KSFields3", "KSTOPS"] && infos.map(\.kind) == [.featureLayer, .featureLayer, .table])
        #expect(infos.allSatisfy { $0.objectIDField == "OBJECTID" })
    }

    @Test(.enabled(if: isThere, "the fixtures are not there"), arguments: names("feature", "featureserver"))
    func `a service's metadata are read, and written so that they are read again`(name: String) throws {
        let json = try Self.json("feature/\(name)")
        let info = try FeatureServiceInfo(esriJSON: json, of: FeatureSite.url)
        #expect(info.layers.map(\.id) == json["layers"]?.array?.compactMap { $0["id"]?.int } && info.json == json)
        #expect(info.isSyncEnabled == json["syncEnabled"]?.bool)
        // In both spellings.
        #expect(info.syncCapabilities.contains(.async))
        var again = try FeatureServiceInfo(esriJSON: info.esriJSON, of: FeatureSite.url)
        again.json = info.json
        #expect(again == info)
    }

    @Test(
        .enabled(if: isThere, "the fixtures are not there"),
        arguments: names("feature", "query_").filter { !$0.contains("only") && !$0.contains("ids") })
    func `a set of features is read as the plain decoder reads it`(name: String) async throws {
        let data = try Self.data("feature/\(name)")
        let json = try JSONValue(parsing: data)
        let right = try FeatureSet(esriJSON: json)
        let table = Self.table(data, Self.plain)
        if right.exceededTransferLimit {
            // All of it cannot be had of a service that gives neither pages nor ids.
            await #expect(throws: TransportError.self) { try await table.queryFeatures() }
            return
        }
        let found = try await table.queryFeatures().featureSet()
        #expect(found.features.count == json["features"]?.array?.count && !found.features.isEmpty)
        #expect(found.features == right.features && found.fields == right.fields)
        #expect(found.spatialReference == right.spatialReference)
    }

    @Test(.enabled(if: isThere, "the fixtures are not there")) func `numbers of queries are read`() async throws {
        let layer =
            #"{"id":0,"type":"Feature Layer","geometryType":"esriGeometryPoint","fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"}],"advancedQueryCapabilities":{"supportsReturningQueryExtent":true}}"#
        let ids = try Self.data("feature/query_ids_carson.json")
        let right = try JSONValue(parsing: ids)["objectIds"]?.array?.compactMap(\.int).sorted()
        #expect(try await Self.table(ids, layer).queryObjectIDs() == right && right?.count == 100)
        #expect(try await Self.table(Self.data("feature/query_count_only.json"), layer).queryFeatureCount() == 1)
        #expect(try await Self.table(Self.data("feature/query_extent_only_NaN_strings.json"), layer).queryExtent() == nil)
        let query = StatisticsQuery([
            Statistic(.min, of: "fid", named: "MIN(SHAPE.fid) AS THE_MIN"),
            Statistic(.max, of: "fid", named: "MAX(SHAPE.fid) AS THE_MAX"),
        ])
        let rows = try await Self.table(Self.data("feature/query_statistics_tuolumne.json"), layer).queryStatistics(query)
        #expect(rows.map(\.values) == [[1, 167]])
    }

    @Test(
        .enabled(if: isThere, "the fixtures are not there"),
        arguments: names("feature-pbf", "pbf").filter { $0.hasSuffix(".pbf") })
    func `features in Protocol Buffers are those of the expected GeoJSON`(name: String) async throws {
        let expected =
            try Self.json("feature-pbf/\(name.replacing(".pbf", with: ".geojson"))")["featureCollection"]?["features"]?.array
            ?? []
        let found = try await Self.table(try Self.data("feature-pbf/\(name)"), Self.plainPBF).queryFeatures().featureSet()
            .features
        #expect(found.count == expected.count && !found.isEmpty)
        for (feature, other) in zip(found, expected) {
            let properties = other["properties"]?.object ?? [:]
            #expect(Set(feature.attributes.names) == Set(properties.keys))
            for (name, value) in feature.attributes where properties[name]?.double != nil {
                #expect(abs((value.esriJSON.double ?? .nan) - (properties[name]?.double ?? .nan)) < 1e-6, "\(name)")
            }
            for (name, value) in feature.attributes where properties[name]?.string != nil {
                #expect(value.string == properties[name]?.string)
            }
        }
    }

    @Test(.enabled(if: isThere, "the fixtures are not there")) func `results of edits are read`() async throws {
        let edits = FeatureEdits(
            adds: [Feature(), Feature()], updates: [Feature(), Feature()], deletedObjectIDs: [9, 625], rollsBackOnFailure: false)
        let body = try Self.data("feature/spec_editResults.json")
        let transport = StubTransport { request in
            request.url.lastPathComponent == "applyEdits" ? HTTPResponse(body: body) : .json(Self.plain)
        }
        let results = try await ServiceFeatureTable(url: FeatureSite.layer, transport: transport).applyEdits(edits)
        #expect(results.all.map(\.objectID) == [37, nil, 463, 462, 9, 625])
        #expect(results.all.map { $0.error?.code } == [nil, 50, nil, 30, nil, 60])
        #expect(results.firstError?.description == "Cannot add unapproved parcels.")
    }

    @Test(.enabled(if: isThere, "the fixtures are not there"), arguments: names("errors", ""))
    func `an error of a server is one, whatever is asked for`(name: String) async throws {
        let body = try Self.data("errors/\(name)")
        let table = Self.table(body, Self.plain)
        await #expect(throws: ServiceError.self) { try await table.queryFeatures() }
        await #expect(throws: ServiceError.self) { try await table.queryFeatureCount() }
        await #expect(throws: ServiceError.self) { try await Self.table(body, Self.plainPBF).queryFeatures() }
    }
}
