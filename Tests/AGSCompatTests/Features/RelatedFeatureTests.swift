import AGSCompat
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct RelatedFeatureTests {
    private nonisolated static func layer(_ id: Int, _ name: String) -> String {
        """
        {"id": \(id), "name": "\(name)", "type": "Table", "objectIdField": "OBJECTID", "capabilities": "Query,Editing",
         "advancedQueryCapabilities": {"supportsPagination": true, "supportsOrderBy": true, "supportsQueryRelatedPagination": true},
         "fields": [{"name": "OBJECTID", "type": "esriFieldTypeOID"}, {"name": "UNIT_NAME", "type": "esriFieldTypeString"}],
         "relationships": [{"id": 0, "name": "lives", "relatedTableId": \(1 - id), "keyField": "UNIT_NAME",
                            "cardinality": "esriRelCardinalityOneToMany"}]}
        """
    }

    private let transport = StubTransport { request in
        let feature = #"{"attributes": {"OBJECTID": 3, "UNIT_NAME": "Denali"}}"#
        let fields =
            #""fields": [{"name": "OBJECTID", "type": "esriFieldTypeOID"}, {"name": "UNIT_NAME", "type": "esriFieldTypeString"}]"#
        return switch request.url.lastPathComponent {
        case "FeatureServer":
            .json(
                #"{"layers": [], "tables": [{"id": 0, "name": "Parks", "type": "Table"}, {"id": 1, "name": "Species", "type": "Table"}]}"#
            )
        case "0": .json(Self.layer(0, "Parks"))
        case "1": .json(Self.layer(1, "Species"))
        case "m": .json(#"{"id": "m", "type": "Web Map", "title": "Parks"}"#)
        case "data":
            .json(
                #"{"operationalLayers": [{"id": "a", "layerType": "ArcGISFeatureLayer", "url": "\#(Self.url)/0"}], "tables": [{"id": "b", "url": "\#(Self.url)/1?a=b"}]}"#
            )
        case "query": .json("{\(fields), \"features\": [\(feature)]}")
        default:
            .json(
                """
                {\(fields), "relatedRecordGroups": [{"objectId": 3, "relatedRecords": [
                    {"attributes": {"OBJECTID": 7, "UNIT_NAME": "Bear"}}, {"attributes": {"OBJECTID": 9, "UNIT_NAME": "Elk"}}]}]}
                """)
        }
    }

    private nonisolated static let url = URL(string: "https://example.com/arcgis/rest/services/Parks/FeatureServer")!

    @Test func `what belongs to a feature in a table that the service does not name is of no table`() async throws {
        let parks = #"""
            {"id": 0, "name": "Parks", "type": "Table", "objectIdField": "OBJECTID", "capabilities": "Query,Editing",
             "advancedQueryCapabilities": {"supportsPagination": true, "supportsOrderBy": true, "supportsQueryRelatedPagination": true},
             "fields": [{"name": "OBJECTID", "type": "esriFieldTypeOID"}], "relationships": [{"id": 0, "name": "of"}]}
            """#
        let fields = #""fields": [{"name": "OBJECTID", "type": "esriFieldTypeOID"}]"#
        let stub = StubTransport { request in
            switch request.url.lastPathComponent {
            case "0": .json(parks)
            case "query": .json(#"{\#(fields), "features": [{"attributes": {"OBJECTID": 3}}]}"#)
            default:
                .json(
                    #"{\#(fields), "relatedRecordGroups": [{"objectId": 3, "relatedRecords": [{"attributes": {"OBJECTID": 7}}]}]}"#
                )
            }
        }
        let table = AGSServiceFeatureTable(ServiceFeatureTable(url: Self.url.appending(path: "0"), transport: stub))
        try await done { table.load(completion: $0) }
        let park = try #require(try await query(table).first)
        let results: [AGSRelatedFeatureQueryResult] = try await answer { table.queryRelatedFeatures(for: park, completion: $0) }
        let found = try #require(results.first?.featureEnumerator().allObjects.first)
        #expect(results[0].relatedTable == nil && found.featureTable == nil && found.attributes["OBJECTID"] as? Int == 7)
    }

    @Test func `tables of one map know each other, and those of another not`() async throws {
        let portal = Portal(url: URL(string: "https://example.com/portal")!, transport: transport)
        let map = AGSMap(item: AGSPortalItem(portal: AGSPortal(portal), itemID: "m"))
        try await done { map.load(completion: $0) }
        let parks = try #require((map.operationalLayers[0] as? AGSFeatureLayer)?.featureTable as? AGSServiceFeatureTable)
        let species = try #require(map.tables[0] as? AGSServiceFeatureTable)
        try await done { parks.load(completion: $0) }
        let info = try #require(parks.layerInfo?.relationshipInfos.first)
        #expect(parks.relatedTables() == [species] && parks.relatedTables(with: info) == [species])
        #expect(parks.featureLayer === map.operationalLayers[0] as? AGSFeatureLayer)
        let alone = AGSServiceFeatureTable(ServiceFeatureTable(url: Self.url.appending(path: "0"), transport: transport))
        try await done { alone.load(completion: $0) }
        #expect(alone.relatedTables()?.isEmpty == true)
        let park = try #require(try await query(parks).first)
        let results: [AGSRelatedFeatureQueryResult] = try await answer {
            (parks as AGSArcGISFeatureTable).queryRelatedFeatures(for: park, completion: $0)
        }
        #expect(results.first?.relatedTable === species)
    }

    @Test func `what belongs to a feature is found, and its table named`() async throws {
        let geodatabase = AGSServiceGeodatabase(ServiceGeodatabase(url: Self.url, transport: transport))
        try await done { geodatabase.load(completion: $0) }
        let parks = try #require(geodatabase.table(withLayerID: 0))
        let found: AGSFeatureQueryResult = try await answer { parks.queryFeatures(with: AGSQueryParameters(), completion: $0) }
        let park = try #require(Array(found).first as? AGSArcGISFeature)
        let relationshipInfo = try #require(parks.layerInfo?.relationshipInfos[0])
        let parameters = AGSRelatedQueryParameters(relationshipInfo: relationshipInfo)
        parameters.orderByFields = [AGSOrderBy(fieldName: "OBJECTID", sortOrder: .descending)]
        let results: [AGSRelatedFeatureQueryResult] = try await answer {
            parks.queryRelatedFeatures(for: park, parameters: parameters, completion: $0)
        }
        #expect(results.count == 1 && results[0].relationshipInfo?.keyField == "UNIT_NAME" && results[0].feature === park)
        #expect(results[0].featureEnumerator().allObjects.map { $0.attributes["UNIT_NAME"] as? String } == ["Bear", "Elk"])
        #expect(results[0].relatedTable === geodatabase.table(withLayerID: 1))
        try await done { geodatabase.table(withLayerID: 1)!.load(completion: $0) }
        #expect(parks.relatedTables()?.map(\.serviceLayerID) == [1])
        // Without a geodatabase, too.
        let alone = AGSServiceFeatureTable(ServiceFeatureTable(url: Self.url.appending(path: "0"), transport: transport))
        try await done { alone.load(completion: $0) }
        let again: [AGSRelatedFeatureQueryResult] = try await answer { alone.queryRelatedFeatures(for: park, completion: $0) }
        #expect((again[0].relatedTable as? AGSServiceFeatureTable)?.url == Self.url.appending(path: "1"))
    }
}
