import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

/// What a layer says of the kinds of its features, and of what its fields take.
struct FeatureTypeTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../../shared/fixtures/feature"
    ).standardized
    private static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }
    private static let layer = URL(string: "https://example.com/arcgis/rest/services/Trees/FeatureServer/0")!

    private static var recorded: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return all.filter { $0.hasPrefix("layer_metadata") }.sorted()
    }

    private func info(_ members: String) throws -> FeatureLayerInfo {
        try FeatureLayerInfo(esriJSON: JSONValue(parsing: #"{"id": 0, "type": "Table", \#(members)}"#), of: Self.layer)
    }

    @Test(.enabled(if: isThere, "the fixtures are not there"), arguments: recorded)
    func `kinds, templates and rules of layers of others are those that they tell`(name: String) throws {
        let json = try JSONValue(parsing: Data(contentsOf: Self.folder.appending(path: name)))
        let info = try FeatureLayerInfo(esriJSON: json, of: Self.layer)
        #expect(info.featureTypes.map(\.name) == (json["types"]?.array ?? []).map { $0["name"]?.string ?? "" })
        #expect(
            info.featureTypes.flatMap(\.templates).map(\.name)
                == (json["types"]?.array ?? []).flatMap { $0["templates"]?.array ?? [] }.map { $0["name"]?.string ?? "" })
        #expect(info.templates.count == json["templates"]?.array?.count ?? 0)
        for field in json["fields"]?.array ?? [] {
            let rules = try #require(info.rules(forField: field["name"]?.string?.uppercased() ?? ""))
            let values = field["domain"]?["codedValues"]?.array ?? []
            #expect(rules.domain?.codedValues.map(\.name) ?? [] == values.compactMap { $0["name"]?.string })
            #expect(rules.isNullable == (field["nullable"]?.bool ?? true) || field["type"] == "esriFieldTypeOID")
            #expect(!rules.isEditable || field["editable"]?.bool != false && field["type"] != "esriFieldTypeOID")
        }
    }

    @Test func `a kind has its own domains, but for those it inherits, and what fills its features`() throws {
        let info = try info(
            """
            "typeIdField": "kind", "fields": [{"name": "kind", "type": "esriFieldTypeSmallInteger"}],
            "types": [
              {"id": 2, "name": "Oak", "domains": {"age": {"type": "range", "name": "Age", "range": [0, 900]}, "x": {"type": "inherited"}},
               "templates": [{"name": "Young oak", "description": "", "drawingTool": "esriFeatureEditToolPoint",
                              "prototype": {"attributes": {"kind": 2, "age": 1, "note": null}}}]},
              {"name": "of no id"}, {"id": [1], "name": "of a list"}, 7, null],
            "subtypeField": "kind", "subtypes": [{"code": 5, "name": "Low", "domains": {}}]
            """)
        #expect(info.typeIDField == "kind" && info.featureTypes.map(\.name) == ["Oak"] && info.subtypeField == "kind")
        let oak = try #require(info.featureTypes.first)
        #expect(oak.id == .integer(2) && oak.domains.keys.sorted() == ["age"] && oak.domains["age"]?.range == 0...900)
        #expect(oak.templates[0].prototype["age"] == .integer(1) && oak.templates[0].prototype["note"] == .null)
        #expect(oak.templates[0].drawingTool == "esriFeatureEditToolPoint")
        #expect(info.subtypes.map(\.id) == [.integer(5)])
    }

    @Test(arguments: [
        #"{"type": "range", "name": "r", "range": [5, 1]}"#, #"{"type": "range", "name": "r", "range": ["a"]}"#,
        #"{"type": "codedValue"}"#,
        #"{"type": "codedValue", "name": "c", "codedValues": [{"name": "a", "code": {}}]}"#, #"{"type": "weird", "name": "D"}"#,
        #"{"type": "codedValue", "name": "D"}"#, #"{"type": "range", "name": "R", "minValue": 1, "maxValue": 5}"#, "null", "7",
        #""x""#, "[]",
    ])
    func `a domain that cannot be read is none`(domain: String) throws {
        let info = try info(#""fields": [{"name": "a", "type": "esriFieldTypeInteger", "domain": \#(domain)}]"#)
        #expect(info.rules(forField: "A") == FieldRules() && info.rules(forField: "b") == nil)
    }

    @Test func `of coded values those that cannot be read are left out, and moments are moments`() throws {
        let info = try info(
            """
            "typeIdField": "WHEN", "fields": [{"name": "when", "type": "esriFieldTypeDate", "domain": {"type": "codedValue", "codedValues": [
                {"name": "day", "code": 86400000}, {"code": 0}, {"name": "list", "code": []}, {"name": null, "code": null}]}}],
            "templates": [{"name": "t", "prototype": {"attributes": {"when": 86400000}}}]
            """)
        let day = Date(timeIntervalSince1970: 86400)
        let values = try #require(info.rules(forField: "when")?.domain?.codedValues)
        #expect(values.map(\.code) == [.date(day), .date(Date(timeIntervalSince1970: 0)), .null] && values[0].name == "day")
        #expect(info.templates[0].prototype["when"] == .date(day) && info.typeIDField == "when")
    }

    @Test func `a name in other capitals is a field's where there is none with these`() throws {
        let info = try info(
            """
            "fields": [{"name": "A", "type": "esriFieldTypeInteger", "editable": false}, {"name": "a", "type": "esriFieldTypeString"}]
            """)
        #expect(info.rules(forField: "a")?.isEditable == true && info.rules(forField: "A")?.isEditable == false)
        #expect(info.fieldRules.map(\.isEditable) == [false, true] && info.rules(forField: "b") == nil)
    }

    @Test func `a relationship says which side a table is, and whether what belongs goes with it`() throws {
        let info = try info(
            """
            "fields": [], "relationships": [
              {"id": 1, "name": "has", "relatedTableId": 2, "role": "esriRelRoleOrigin", "composite": true, "keyField": "k"},
              {"id": 3, "name": "of", "composite": "yes"}]
            """)
        #expect(
            info.relationships.map(\.role) == ["esriRelRoleOrigin", nil]
                && info.relationships.map(\.isComposite) == [true, false])
        #expect(info.relationships[0].esriJSON["composite"] == true && info.relationships[1].esriJSON["role"] == nil)
    }
}
