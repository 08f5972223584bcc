@testable import CairnGeo
import CairnTesting
import Foundation
import Testing

/// Edits by chance, against a dictionary.
@Suite(.serialized)
struct GeodatabaseEditTests {
    private static let definition = FeatureTableDefinition(
        "Things",
        fields: [
            Field("NAME", length: 20), Field("N", type: .integer),
            Field("GLOBALID", type: FieldType(rawValue: "esriFieldTypeGlobalID")),
        ], globalIDField: "GLOBALID", geometryType: .point, spatialReference: .wgs84)

    private func feature(_ random: inout SeededGenerator) -> Feature {
        var attributes: Attributes = ["NAME": .string("n\(Int.random(in: 0..<9, using: &random))")]
        if Bool.random(using: &random) { attributes["n"] = .integer(.random(in: 0..<9, using: &random)) }
        // Sometimes of another type, and sometimes of a field that there is not.
        if Int.random(in: 0..<8, using: &random) == 0 { attributes["N"] = "text" }
        if Int.random(in: 0..<12, using: &random) == 0 { attributes["OTHER"] = 1 }
        let geometry = Bool.random(using: &random) ? GridShape.geometry(.point, &random) : nil
        return Feature(attributes: attributes, geometry: geometry)
    }

    private static func isSound(_ feature: Feature) -> Bool {
        feature.attributes["OTHER"] == nil && (feature.attributes["N"] ?? feature.attributes["n"])?.string == nil
    }

    /// The model: what stands in the table, by object id.
    private struct Model {
        var features: [Int: Feature] = [:]

        mutating func change(_ id: Int, _ edit: Feature) {
            for name in ["NAME", "N"] {
                if let value = edit.attributes[name] ?? edit.attributes[name.lowercased()] {
                    features[id]?.attributes[name] = value
                }
            }
            if let geometry = edit.geometry { features[id]?.geometry = geometry }
        }

        mutating func add(_ result: FeatureEditResult, _ feature: Feature) {
            guard let id = result.objectID else { return }
            features[id] = Feature(
                attributes: [
                    "OBJECTID": .integer(id), "NAME": .null, "N": .null, "GLOBALID": result.globalID.map { .string($0) } ?? .null,
                ])
            change(id, feature)
        }
    }

    @Test(arguments: [false, true])
    func `edits do what they say, and each result is its own`(usesGlobalIDs: Bool) async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        let table = try await geodatabase.createTable(Self.definition)
        var (model, random) = (Model(), SeededGenerator(seed: usesGlobalIDs ? 1 : 2))
        for _ in 0..<rounds(80, long: 2000) {
            var edits = FeatureEdits(usesGlobalIDs: usesGlobalIDs, rollsBackOnFailure: .random(using: &random))
            edits.adds = (0..<Int.random(in: 0..<4, using: &random)).map { _ in feature(&random) }
            if usesGlobalIDs {
                for index in edits.adds.indices where !Bool.random(using: &random) {
                    edits.adds[index].attributes["GLOBALID"] = .string(GlobalID.new())
                }
            }
            func known() -> Feature? { model.features.sorted { $0.key < $1.key }.map(\.value).randomElement(using: &random) }
            edits.updates = (0..<Int.random(in: 0..<4, using: &random)).map { _ in
                var update = feature(&random)
                let one = Int.random(in: 0..<10, using: &random) == 0 ? nil : known()
                update.attributes["objectid"] = one?.attributes["OBJECTID"] ?? 999_999
                // However it is written.
                update.attributes["GLOBALID"] = one?.attributes["GLOBALID"]?.string.map { .string($0.lowercased()) } ?? "none"
                return update
            }
            let doomed = Set((0..<Int.random(in: 0..<2, using: &random)).compactMap { _ in known()?.attributes["OBJECTID"]?.int })
                .sorted()
            edits.deletedObjectIDs = doomed + (Int.random(in: 0..<10, using: &random) == 0 ? [888_888] : [])
            edits.deletedGlobalIDs = edits.deletedObjectIDs.map { model.features[$0]?.attributes["GLOBALID"]?.string ?? "none" }

            let results = try await table.applyEdits(edits)
            #expect(
                results.adds.map(\.isSuccess).count == edits.adds.count && results.deletes.count == edits.deletedObjectIDs.count)
            let isUndone = edits.rollsBackOnFailure && results.firstError != nil
            for (result, add) in zip(results.adds, edits.adds) {
                #expect(result.isSuccess == (Self.isSound(add) && !isUndone))
                if usesGlobalIDs, let own = add.attributes["GLOBALID"]?.string { #expect(result.globalID == own) }
                if result.isSuccess { model.add(result, add) }
            }
            for (result, update) in zip(results.updates, edits.updates) {
                let id = update.attributes["objectid"]?.int ?? 0
                #expect(result.isSuccess == (Self.isSound(update) && id != 999_999 && !isUndone), "\(result) \(update)")
                if result.isSuccess { model.change(id, update) }
            }
            for (result, id) in zip(results.deletes, edits.deletedObjectIDs) {
                #expect(result.isSuccess == (id != 888_888 && !isUndone))
                if result.isSuccess { model.features[id] = nil }
            }
            if isUndone { #expect(results.all.allSatisfy { !$0.isSuccess } && results.firstError?.code != 1003) }
            let stored = try await table.queryFeatures(using: QueryParameters()).featureSet().features
            #expect(stored == model.features.sorted { $0.key < $1.key }.map(\.value))
        }
        #expect(model.features.count > 10)
    }

    @Test func `a global id that is there already is refused, and the others are done`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        let table = try await geodatabase.createTable(Self.definition)
        let id = GlobalID.new()
        let feature = Feature(attributes: ["GLOBALID": .string(id)])
        let edits = FeatureEdits(adds: [feature, feature, Feature()], usesGlobalIDs: true, rollsBackOnFailure: false)
        let results = try await table.applyEdits(edits)
        #expect(results.adds.map(\.isSuccess) == [true, false, true])
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == 2)
    }

    @Test func `the result of an update tells the global id that the feature keeps`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        let table = try await geodatabase.createTable(Self.definition)
        let ids = try await table.applyEdits(FeatureEdits(adds: [Feature(), Feature()])).adds.map(\.globalID)
        let sent: [Attributes] = [
            ["OBJECTID": 1, "NAME": "n", "GLOBALID": .string(ids[1] ?? "")], ["OBJECTID": 2, "globalid": "junk"],
            ["OBJECTID": 1, "GLOBALID": .null], ["OBJECTID": 2], ["OBJECTID": 99, "GLOBALID": .string(ids[0] ?? "")],
            ["OBJECTID": 1, "N": "text"],
        ]
        let edits = FeatureEdits(updates: sent.map { Feature(attributes: $0) }, rollsBackOnFailure: false)
        let results = try await table.applyEdits(edits).updates
        #expect(results.map(\.isSuccess) == [true, true, true, true, false, false])
        #expect(results.map(\.globalID) == [ids[0], ids[1], ids[0], ids[1], nil, ids[0]])
        #expect(
            try await table.queryFeatures(using: QueryParameters()).featureSet().features.map {
                $0.attributes["GLOBALID"]?.string
            } == ids)
    }

    @Test(arguments: ["junk", "", "{0AB6C5D4-1234-4ABC-9DEF-0123456789A}", "0AB6C5D412344ABC9DEF0123456789AB"])
    func `a global id that is none is refused with its feature`(id: String) async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        let table = try await geodatabase.createTable(Self.definition)
        let values: [AttributeValue] = [.string(id), 5, .null]
        let adds = values.map { Feature(attributes: ["GlobalId": $0]) }
        let results = try await table.applyEdits(FeatureEdits(adds: adds, usesGlobalIDs: true, rollsBackOnFailure: false)).adds
        #expect(results.map { $0.error?.code } == [1000, 1000, nil])
        #expect(results[0].error?.description.contains("{0AB6C5D4-1234-4ABC-9DEF-0123456789AB}") == true)
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == 1)
    }

    @Test func `a table without global ids does not take edits by them`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        let table = try await geodatabase.createTable(FeatureTableDefinition("Rows", fields: [Field("N", type: .integer)]))
        await #expect(throws: GeodatabaseError.noGlobalIDs(table: "Rows")) {
            try await table.applyEdits(FeatureEdits(deletedGlobalIDs: ["x"], usesGlobalIDs: true))
        }
    }

    @Test func `what is told of the extent holds all features after each edit`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        let table = try await geodatabase.createTable(Self.definition)
        func told() async throws -> [Double?] {
            let package = try GeoPackage(file.url, isReadOnly: true)
            let row = try package.database.prepare(
                "SELECT min_x, min_y, max_x, max_y FROM gpkg_contents WHERE table_name = 'Things'")
            _ = try row.step()
            return (0..<4).map { row.isNull($0) ? nil : row.double($0) }
        }
        #expect(try await told() == [nil, nil, nil, nil])
        func point(_ x: Double, _ y: Double) -> Feature {
            Feature(geometry: .point(MapPoint(x: x, y: y, spatialReference: .wgs84)))
        }
        _ = try await table.applyEdits(FeatureEdits(adds: [point(0.5, -1.25), point(8, 64)]))
        #expect(try await told() == [0.5, -1.25, 8, 64])
        _ = try await table.applyEdits(FeatureEdits(deletedObjectIDs: [2]))
        #expect(try await told() == [0.5, -1.25, 0.5, -1.25])
        _ = try await table.applyEdits(FeatureEdits(deletedObjectIDs: [1]))
        #expect(try await told() == [nil, nil, nil, nil])
    }

    @Test func `a transaction that throws leaves nothing, and the geodatabase goes on`() async throws {
        struct Failure: Error {}
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        await #expect(throws: Failure.self) {
            try await geodatabase.transaction { editor in
                try editor.createTable(Self.definition)
                try editor.add([Feature()], to: "Things")
                throw Failure()
            }
        }
        #expect(geodatabase.tables.isEmpty)
        let table = try await geodatabase.createTable(Self.definition)
        let ids = try await geodatabase.transaction { editor in
            let ids = try editor.add([Feature(attributes: ["N": 1]), Feature(attributes: ["N": 2])], to: "things")
            // Refused, which leaves the rest as it is.
            #expect(throws: GeodatabaseError.self) { try editor.add([Feature(attributes: ["N": "x"])], to: "things") }
            try editor.update(Feature(attributes: ["N": 3]), objectID: ids[0], in: "things")
            #expect(try editor.deleteFeatures(using: QueryParameters(whereClause: "N = 2"), from: "things") == 1)
            return ids
        }
        #expect(ids == [1, 2])
        let left = try await table.queryFeatures(using: QueryParameters()).featureSet().features
        #expect(left.map { $0.attributes["N"] } == [3])
    }
}
