import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import AGSCompat

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct FeatureModelTests {
    private nonisolated static let trees = """
        {"id": 0, "name": "Trees", "type": "Feature Layer", "geometryType": "esriGeometryPoint", "objectIdField": "OBJECTID", "capabilities": "Query,Editing",
         "typeIdField": "kind", "subtypeField": "height",
         "fields": [{"name": "OBJECTID", "type": "esriFieldTypeOID"},
           {"name": "kind", "type": "esriFieldTypeSmallInteger", "nullable": false},
           {"name": "age", "type": "esriFieldTypeInteger", "domain": {"type": "range", "name": "Age", "range": [0, 900]}},
           {"name": "state", "type": "esriFieldTypeString", "length": 5,
            "domain": {"type": "codedValue", "name": "State", "codedValues": [{"name": "sound", "code": "s"}, {"name": "ill", "code": "i"}]}},
           {"name": "height", "type": "esriFieldTypeDouble"}, {"name": "planted", "type": "esriFieldTypeDate"},
           {"name": "tag", "type": "esriFieldTypeGUID"}, {"name": "added", "type": "esriFieldTypeDate", "editable": false}],
         "templates": [{"name": "Tree", "description": "any", "prototype": {"attributes": {"state": "s", "age": null}}}],
         "types": [{"id": 1, "name": "Oak", "domains": {"age": {"type": "range", "name": "Age of oaks", "range": [0, 500]}},
                    "templates": [{"name": "Oak", "prototype": {"attributes": {"kind": 1, "age": 3}}}]}, {"id": 2, "name": "Elm"}],
         "subtypes": [{"code": 7, "name": "High"}],
         "relationships": [{"id": 4, "name": "has", "relatedTableId": 1, "role": "esriRelRoleOrigin", "keyField": "tag",
                            "cardinality": "esriRelCardinalityOneToMany", "composite": true}]}
        """
    private nonisolated static let visits = """
        {"id": 1, "name": "Visits", "type": "Table", "objectIdField": "OBJECTID", "capabilities": "Query,Editing",
         "fields": [{"name": "OBJECTID", "type": "esriFieldTypeOID"}, {"name": "tree", "type": "esriFieldTypeGUID"}],
         "relationships": [{"id": 4, "name": "of", "relatedTableId": 0, "role": "esriRelRoleDestination", "keyField": "tree",
                            "cardinality": "esriRelCardinalityOneToMany"}]}
        """

    private func table(_ id: Int) async throws -> AGSServiceFeatureTable {
        let transport = StubTransport { request in .json(request.url.lastPathComponent == "0" ? Self.trees : Self.visits) }
        let url = URL(string: "https://example.com/arcgis/rest/services/Trees/FeatureServer")!
        let table = AGSServiceFeatureTable(ServiceFeatureTable(url: url.appending(path: "\(id)"), transport: transport))
        try await done { table.load(completion: $0) }
        return table
    }

    @Test func `a table tells its kinds, its templates and what its fields take`() async throws {
        let table = try await table(0)
        #expect(table.objectIDField == "OBJECTID" && table.typeIDField == "kind")
        #expect(table.featureTypes.map(\.name) == ["Oak", "Elm"] && table.featureTypes[1].typeID as? Int == 2)
        #expect(table.featureTemplates.map(\.name) == ["Tree"] && table.featureTemplates[0].templateDescription == "any")
        #expect(table.featureTypes == table.featureTypes && table.featureTemplates == table.featureTemplates)
        #expect(table.featureSubtypes.map(\.name) == ["High"])
        #expect(table.editableAttributeFields.map(\.name) == ["kind", "age", "state", "height", "planted", "tag"])
        #expect(table.field(forName: "KIND")?.allowNull == false && table.field(forName: "age")?.allowNull == true)
        #expect((table.field(forName: "age")?.domain as? AGSRangeDomain)?.maxValue as? Int == 900)
        #expect((table.field(forName: "state")?.domain as? AGSCodedValueDomain)?.codedValues.map(\.name) == ["sound", "ill"])
        #expect(table.layerInfo?.fields.first { $0.name == "added" }?.isEditable == false)
    }

    @Test func `new features are filled as their kind or their template says`() async throws {
        let table = try await table(0)
        let tree = try #require(table.createFeature(with: table.featureTemplates[0]))
        #expect(tree.attributes["state"] as? String == "s" && tree.attributes.count == 1 && tree.featureTable === table)
        let oak = try #require(table.createFeature(with: table.featureTypes[0]))
        #expect(oak.attributes["kind"] as? Int == 1 && oak.attributes["age"] as? Int == 3)
        #expect(table.createFeature(with: table.featureTypes[1])?.attributes["kind"] as? Int == 2)
        let high = try #require(table.createFeature(with: table.featureSubtypes[0]))
        #expect(high.attributes["height"] as? Int == 7 && high.featureSubtype?.name == "High" && oak.featureSubtype == nil)
    }

    @Test func `numbers are cast to whatever kind of number old code likes`() async throws {
        let table = try await table(0)
        let kind = table.featureTypes[1]
        let oak = try #require(table.createFeature(with: table.featureTypes[0]))
        let range = table.field(forName: "age")?.domain as? AGSRangeDomain
        for value in [kind.typeID, oak.attributes["age"], range?.maxValue, table.featureSubtypes[0].code] {
            #expect(value as? Int != nil && value as? Int64 != nil && value as? Int16 != nil && value as? Double != nil)
            #expect(value as? NSNumber != nil)
        }
        #expect(table.subtypeField == "height" && kind.typeID as? Double == 2)
    }

    @Test(arguments: [true, false]) func `features are made to belong together, from either side, and no more`(isFromOrigin: Bool)
        async throws
    {
        let (trees, visits) = (try await table(0), try await table(1))
        let tree = trees.createFeature(attributes: ["tag": "{0A}"], geometry: nil) as! AGSArcGISFeature
        let visit = visits.createFeature() as! AGSArcGISFeature
        let info = try #require(trees.layerInfo?.relationshipInfos.first)
        #expect(info.role == .origin && info.isComposite && visits.layerInfo?.relationshipInfos.first?.role == .destination)
        if isFromOrigin { tree.relate(to: visit, relationshipInfo: info) } else { visit.relate(to: tree) }
        #expect(visit.attributes["tree"] as? String == "{0A}" && tree.attributes.count == 1)
        let other = trees.createFeature(attributes: ["tag": "{0B}"], geometry: nil) as! AGSArcGISFeature
        other.unrelate(to: visit)
        #expect(visit.attributes["tree"] as? String == "{0A}")
        if isFromOrigin { tree.unrelate(to: visit) } else { visit.unrelate(to: tree) }
        #expect(visit.attributes["tree"] is NSNull)
        // Without a key there is nothing to belong to; nor by a relationship of others.
        let bare = trees.createFeature() as! AGSArcGISFeature
        bare.relate(to: visit)
        visit.relate(to: tree, relationshipInfo: info)
        tree.relate(to: tree)
        #expect(visit.attributes["tree"] is NSNull && tree.attributes.count == 1)
        // Nor by one without a value, which takes away none that is there.
        tree.relate(to: visit)
        bare.attributes["tag"] = NSNull()
        bare.relate(to: visit)
        #expect(visit.attributes["tree"] as? String == "{0A}")
    }

    @Test func `a popup says what a field takes, and why a value cannot be kept`() async throws {
        let table = try await table(0)
        let oak = try #require(table.createFeature(with: table.featureTypes[0]))
        let manager = AGSPopupManager(popup: AGSPopup(geoElement: oak))
        func field(_ name: String) throws -> AGSPopupField { try #require(manager.field(forName: name)) }
        #expect(manager.startEditing() && manager.isGeoElementValid)
        #expect(try manager.fieldType(for: field("AGE")) == .int32 && manager.featureType?.name == "Oak")
        #expect(try manager.domain(for: field("age"))?.name == "Age of oaks" && manager.length(for: field("state")) == 5)
        #expect(try manager.fieldIsNullable(field("age")) && !manager.fieldIsNullable(field("kind")))
        let ofOtherTypes: [(String, Any, String)] = [
            ("kind", 70_000, "whole numbers"), ("kind", 1.5, "whole numbers"), ("age", "old", "whole numbers"),
            ("height", "high", "numbers"),
            ("planted", 7, "dates"), ("tag", "x", "UUIDs"), ("state", 5, "texts"),
        ]
        for (name, value, words) in ofOtherTypes {
            let before = try manager.value(for: field(name)) as? NSObject
            let error = #expect(throws: NSError.self) { try manager.updateValue(value, field: field(name)) }
            #expect(error?.localizedDescription.contains(words) == true && error?.domain == AGSErrorDomain)
            #expect(try manager.value(for: field(name)) as? NSObject == before)
        }
        let wrong: [(String, Any?, String)] = [
            ("kind", nil, "must have a value"), ("age", 501, "between 0 and 500"), ("state", "x", "one of sound or ill"),
            ("state", "s23456", "longer than 5"),
        ]
        for (name, value, words) in wrong {
            let before = try manager.value(for: field(name))
            try manager.updateValue(value, field: field(name))
            let error = try #require(try manager.validationError(for: field(name)), "\(name) \(value ?? "nil")")
            #expect(error.localizedDescription.contains(words) && error.localizedDescription.contains(name), "\(name) \(error)")
            #expect(!manager.isGeoElementValid)
            try manager.updateValue(before, field: field(name))
        }
        for (name, value) in [("age", 500 as Any), ("state", "i"), ("planted", Date()), ("tag", UUID()), ("height", 2)] {
            try manager.updateValue(value, field: field(name))
        }
        #expect(try manager.isGeoElementValid && manager.validationError(for: field("added")) == nil)
        #expect(try manager.formattedValue(for: field("state")) == "ill")
    }

    @Test func `a text is a number of its field, or refused`() async throws {
        let table = try await table(0)
        let manager = AGSPopupManager(popup: AGSPopup(geoElement: table.createFeature()))
        let (kind, age) = (try #require(manager.field(forName: "kind")), try #require(manager.field(forName: "height")))
        #expect(try manager.number(from: " 12 ", field: kind) == 12 && manager.number(from: "2.5", field: age) == 2.5)
        for text in ["", "x", "40000", "1.5", "٣x", String(repeating: "9", count: 10_000)] {
            #expect(throws: (any Error).self) { try manager.number(from: text, field: kind) }
        }
        for text in ["", "nan", "inf", "one", "12abc", "0x10", "1.5.3", "1,5", "12 34", "5%", "1e400"] {
            #expect(throws: (any Error).self) { try manager.number(from: text, field: age) }
        }
    }

    @Test func `moments and ids are held against the domains of their fields`() async throws {
        let layer = #"""
            {"id": 0, "name": "T", "type": "Table", "objectIdField": "OBJECTID", "capabilities": "Query,Editing", "fields": [
              {"name": "OBJECTID", "type": "esriFieldTypeOID"}, {"name": "State", "type": "esriFieldTypeString"},
              {"name": "day", "type": "esriFieldTypeDate", "domain": {"type": "range", "name": "first", "range": [0, 86400000]}},
              {"name": "tag", "type": "esriFieldTypeGUID", "domain": {"type": "codedValue", "name": "tags", "codedValues": [
                 {"name": "one", "code": "{00000000-0000-0000-0000-000000000001}"}]}}]}
            """#
        let url = URL(string: "https://example.com/FeatureServer/0")!
        let table = AGSServiceFeatureTable(ServiceFeatureTable(url: url, transport: StubTransport { _ in .json(layer) }))
        try await done { table.load(completion: $0) }
        let definition = AGSPopupDefinition()
        (definition.title, definition.fields) = ("{STATE} {TAG}", ["STATE", "day", "tag"].map(Self.field))
        let feature = table.createFeature(attributes: ["State": "new"], geometry: nil)
        let manager = AGSPopupManager(popup: AGSPopup(geoElement: feature, popupDefinition: definition))
        #expect(manager.startEditing() && manager.title == "new " && manager.formattedValue(for: definition.fields[0]) == "new")
        try manager.updateValue("old", field: definition.fields[0])
        #expect(feature.attributes["State"] as? String == "old" && feature.attributes.count == 1)
        try manager.updateValue(Date(timeIntervalSince1970: 2e9), field: definition.fields[1])
        #expect(manager.validationError(for: definition.fields[1]) != nil)
        try manager.updateValue(Date(timeIntervalSince1970: 3600), field: definition.fields[1])
        try manager.updateValue(UUID(uuidString: "00000000-0000-0000-0000-000000000001"), field: definition.fields[2])
        #expect(manager.isGeoElementValid && manager.formattedValue(for: definition.fields[2]) == "one")
        #expect(manager.title == "old one")
        for date in [Date(timeIntervalSince1970: .nan), Date(timeIntervalSince1970: .infinity)] {
            #expect(throws: (any Error).self) { try manager.updateValue(date, field: definition.fields[1]) }
        }
        try manager.updateValue(UUID(), field: definition.fields[2])
        #expect(!manager.isGeoElementValid)
    }

    private static func field(_ name: String) -> AGSPopupField {
        let field = AGSPopupField()
        (field.fieldName, field.isEditable) = (name, true)
        return field
    }

    @Test func `a number is read as its place writes it, and what might be two is none`() {
        let (german, english) = (Locale(identifier: "de_DE"), Locale(identifier: "en_US"))
        #expect(AGSPopupManager.number("1,5", in: german) == 1.5 && AGSPopupManager.number("1.5", in: english) == 1.5)
        #expect(AGSPopupManager.number("1.500", in: german) == nil && AGSPopupManager.number("1,500", in: english) == nil)
        #expect(AGSPopupManager.number("-2e3", in: german) == -2000)
    }

    @Test func `numbers are written as the popup says`() {
        let field = AGSPopupField()
        let format = AGSPopupFieldFormat()
        (field.fieldName, field.format) = ("n", format)
        let graphic = AGSGraphic(geometry: nil, symbol: nil, attributes: ["n": 1234.5678])
        let definition = AGSPopupDefinition()
        definition.fields = [field]
        let manager = AGSPopupManager(popup: AGSPopup(geoElement: graphic, popupDefinition: definition))
        (format.decimalPlaces, format.useThousandsSeparator) = (2, true)
        #expect(manager.formattedValue(for: field).filter(\.isNumber) == "123457")
        (format.decimalPlaces, format.useThousandsSeparator) = (.max, false)
        #expect(manager.formattedValue(for: field).hasPrefix("1234"))
        graphic.attributes["n"] = "text"
        #expect(manager.formattedValue(for: field) == "text")
    }
}
