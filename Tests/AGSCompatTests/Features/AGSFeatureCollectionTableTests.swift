import AGSCompat
import CairnGeo
import CairnTasks
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct AGSFeatureCollectionTableTests {
    @Test func `a table has the columns of another, and a name of its own`() async throws {
        let fields = [
            AGSField.textField(withName: "name", alias: "Name", length: 20), AGSField.dateField(withName: "seen", alias: ""),
            AGSField.doubleField(withName: "d", alias: ""), AGSField.floatField(withName: "f", alias: ""),
            AGSField.longIntField(withName: "l", alias: ""), AGSField.shortIntField(withName: "s", alias: ""),
        ]
        #expect(fields.map(\.type) == [.text, .date, .double, .float, .int32, .int16] && fields[0].length == 20)
        #expect(fields.allSatisfy { $0.isEditable && $0.allowNull })
        let first = AGSFeatureCollectionTable(fields: fields, geometryType: .point, spatialReference: .webMercator())
        let second = AGSFeatureCollectionTable(featureTable: first)
        #expect(second.fields == first.fields && second.geometryType == .point && second.spatialReference == .webMercator())
        second.displayName = "Clusters"
        #expect(second.displayName == "Clusters" && first.displayName == first.tableName)
    }

    private static let fields = [
        AGSField(fieldType: .text, name: "name", alias: "Name", length: 50, domain: nil, editable: true, allowNull: false),
        AGSField(fieldType: .int32, name: "rank", alias: "", length: 0, domain: nil, editable: true, allowNull: true),
    ]

    private func made() -> AGSFeatureCollectionTable {
        AGSFeatureCollectionTable(fields: Self.fields, geometryType: .point, spatialReference: .webMercator())
    }

    @Test func `what is added is asked for as any table's features are`() async throws {
        let table = made()
        #expect(table.fields.map(\.name) == ["OBJECTID", "name", "rank"] && !(table.field(forName: "name")?.allowNull ?? true))
        #expect(table.geometryType == .point && table.isEditable && table.loadStatus == .notLoaded && table.numberOfFeatures == 0)
        let features = (1...9).map { rank in
            table.createFeature(
                attributes: ["name": "n\(rank)", "rank": rank],
                geometry: AGSPoint(x: Double(rank), y: 0, spatialReference: .webMercator()))
        }
        try await done { table.add(features, completion: $0) }
        #expect(table.loadStatus == .loaded && table.numberOfFeatures == 9 && table.extent?.xMax == 9)
        #expect(try await query(table, "rank > 7").compactMap { $0.attributes["name"] as? String } == ["n8", "n9"])
        features[8].attributes["name"] = "last"
        try await done { table.update(features[8], completion: $0) }
        try await done { table.delete(features[0], completion: $0) }
        let names = table.featureEnumerator().allObjects.compactMap { $0.attributes["name"] as? String }
        #expect(names == ["n2", "n3", "n4", "n5", "n6", "n7", "n8", "last"])
        await #expect(throws: (any Error).self) {
            try await done { table.add(table.createFeature(attributes: ["no": 1], geometry: nil), completion: $0) }
        }
    }

    @Test func `features that it is made of are there at once, in its coordinates`() async throws {
        let mercator = AGSPoint(x: 111_319.490793, y: 0, spatialReference: .webMercator())
        let elements = [
            AGSGraphic(
                geometry: AGSPoint(x: 0, y: 0, spatialReference: .wgs84()), symbol: nil, attributes: ["name": "a", "rank": 1]),
            AGSGraphic(
                geometry: mercator, symbol: nil, attributes: ["name": "b", "rank": 2, "more": Date(timeIntervalSince1970: 5)]),
        ]
        let table = AGSFeatureCollectionTable(geoElements: elements, fields: nil)
        #expect(table.fields.map(\.name) == ["OBJECTID", "more", "name", "rank"])
        #expect(table.fields.map(\.type) == [.OID, .date, .text, .int32] && table.numberOfFeatures == 2)
        let set = table.featureEnumerator().allObjects
        #expect(set.map { $0.attributes["name"] as? String } == ["a", "b"])
        #expect(abs(((set[1].geometry as? AGSPoint)?.x ?? 0) - 1) < 1e-9)
        #expect(try await query(table, "rank = 2").count == 1)
        let copy = AGSFeatureCollectionTable(featureSet: table)
        #expect(try await query(copy).count == 2 && copy.featureEnumerator().allObjects.count == 2)
    }

    @Test(arguments: [0, 1])
    func `what does not fit is told when it is loaded, and used`(which: Int) async {
        let wrong: [[String: Any]] = [["name": NSObject()], ["name": "a", "rank": "no number"]]
        let graphic = AGSGraphic(geometry: nil, symbol: nil, attributes: wrong[which])
        let table = AGSFeatureCollectionTable(geoElements: [graphic], fields: Self.fields)
        await #expect(throws: (any Error).self) { try await done { table.load(completion: $0) } }
        await #expect(throws: (any Error).self) { try await query(table) }
        #expect(table.loadStatus == .failedToLoad)
        if which == 0 { #expect(table.featureEnumerator().allObjects.isEmpty) }
    }

    @Test func `names that a table has of its own are left to its fields`() async throws {
        let names = ["OBJECTID", "objectid_", "SHAPE", "fid"]
        let fields = names.map {
            AGSField(fieldType: .text, name: $0, alias: $0, length: 0, domain: nil, editable: true, allowNull: true)
        }
        let table = AGSFeatureCollectionTable(fields: fields, geometryType: .point, spatialReference: nil, hasZ: true, hasM: true)
        let point = AGSPoint(x: 1, y: 2, z: 3, m: 4, spatialReference: .wgs84())
        let attributes = Dictionary(uniqueKeysWithValues: names.map { ($0, "value of \($0)") })
        try await done { table.add(table.createFeature(attributes: attributes, geometry: point), completion: $0) }
        let feature = try #require(try await query(table).first)
        #expect(names.allSatisfy { feature.attributes[$0] as? String == "value of \($0)" })
        #expect((feature.geometry as? AGSPoint)?.m == 4 && table.hasZ && table.fields.count == 5)
        #expect(AGSFeatureCollection(featureCollectionTables: [table]).tables.count == 1)
    }

    @Test func `a place is not dropped where rows have none`() async throws {
        let rows = AGSFeatureCollectionTable(fields: Self.fields, geometryType: .unknown, spatialReference: nil)
        let row = rows.createFeature(attributes: ["name": "a"], geometry: AGSPointMakeWGS84(1, 2))
        await #expect { try await done { rows.add(row, completion: $0) } } throws: {
            $0.localizedDescription.contains("without places")
        }
        row.geometry = nil
        try await done { rows.add(row, completion: $0) }
        #expect(rows.numberOfFeatures == 1 && !rows.hasGeometry)
    }

    private static let ruled = [
        AGSField(fieldType: .text, name: "name", alias: "", length: 5, domain: nil, editable: true, allowNull: false),
        AGSField(fieldType: .text, name: "kind", alias: "", length: 0, domain: nil, editable: false, allowNull: false),
        AGSField(fieldType: .GUID, name: "tag", alias: "", length: 0, domain: nil, editable: true, allowNull: true),
    ]

    /// The words in which an edit is refused, with the error that other tables here have for it.
    private func refusal(_ edit: (@escaping ((any Error)?) -> Void) -> Void) async -> String {
        let error = await #expect(throws: NSError.self) { try await done(edit) }
        #expect(error?.domain == AGSErrorDomain && error?.code == AGSErrorCode.commonInvalidArgument.rawValue)
        return error?.localizedDescription ?? ""
    }

    @Test func `what a field does not take is not added`() async throws {
        let wrong: [([String: Any], String)] = [
            (["name": "longer"], "\"longer\" is longer than 5 characters"), (["NAME": "longer"], "is longer than 5 characters"),
            ([:], "it needs one"), (["name": NSNull()], "it needs one"), (["name": 5], "\"5\" is of another type"),
            (["name": "a", "tag": "b"], "\"b\" is no UUID"),
        ]
        let table = AGSFeatureCollectionTable(fields: Self.ruled, geometryType: .unknown, spatialReference: nil)
        let fine = table.createFeature(attributes: ["name": "a"], geometry: nil)
        for (attributes, words) in wrong {
            let feature = table.createFeature(attributes: attributes, geometry: nil)
            #expect(await refusal { table.add([fine, feature], completion: $0) }.hasSuffix("\(words)."))
        }
        #expect(table.numberOfFeatures == 0)
    }

    @Test func `the length of a field is that of its text, and counts for nothing else`() async throws {
        let fields = [
            AGSField(fieldType: .GUID, name: "tag", alias: "", length: 36, domain: nil, editable: true, allowNull: true),
            AGSField(fieldType: .blob, name: "data", alias: "", length: 4, domain: nil, editable: true, allowNull: true),
        ]
        let table = AGSFeatureCollectionTable(fields: fields, geometryType: .unknown, spatialReference: nil)
        let feature = table.createFeature(attributes: ["tag": UUID(), "data": "AQIDBA=="], geometry: nil)
        try await done { table.add(feature, completion: $0) }
        #expect(table.numberOfFeatures == 1)
    }

    @Test func `what a field does not take is not changed either`() async throws {
        let table = AGSFeatureCollectionTable(fields: Self.ruled, geometryType: .unknown, spatialReference: nil)
        let feature = table.createFeature(attributes: ["name": "cinq\u{E9}", "kind": "old"], geometry: nil)
        try await done { table.add(feature, completion: $0) }
        let wrong: [(String, Any, String)] = [
            ("name", "longer", "is longer than 5 characters"), ("name", NSNull(), "it needs one"),
            ("kind", "new", "it is not to be changed"), ("tag", 5, "is of another type"),
        ]
        for (name, value, words) in wrong {
            let before = feature.attributes[name]
            feature.attributes[name] = value
            #expect(await refusal { table.update(feature, completion: $0) }.hasSuffix("\(words)."))
            feature.attributes[name] = before
        }
        feature.attributes["name"] = "b"
        try await done { table.update(feature, completion: $0) }
        #expect(try await query(table).map { $0.attributes["name"] as? String } == ["b"])
    }

    @Test func `a tool is given what is in it`() async throws {
        let table = made()
        try await done { table.add(table.createFeature(attributes: ["name": "x", "rank": 3], geometry: nil), completion: $0) }
        let input = AGSGeoprocessingFeatures(featureSet: table)
        #expect(input.features?.featureEnumerator().allObjects.count == 1 && input.features?.geometryType == .point)
    }
}
