import CairnCore
@testable import CairnGeo
import Foundation
import Testing

/// Files as other software leaves them: without what most have.
struct ForeignFileTests {
    private static let definition = FeatureTableDefinition(
        "Trees", fields: [Field("NAME")], geometryType: .point, spatialReference: .wgs84)

    /// A file of twenty trees in a row, on which something is done before it is opened.
    private func file(_ sql: String) async throws -> GeodatabaseFile {
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        let table = try await geodatabase.createTable(Self.definition)
        _ = try await table.applyEdits(FeatureEdits(adds: (1...20).map { Self.tree(Double($0)) }))
        try await geodatabase.close()
        try Database(file.url, .create).execute(sql)
        return file
    }

    private static func tree(_ x: Double) -> Feature {
        Feature(attributes: ["NAME": "t"], geometry: .point(MapPoint(x: x, y: 1)))
    }

    private static var near: QueryParameters {
        var parameters = QueryParameters()
        parameters.geometry = .envelope(Envelope(xMin: 17.5, yMin: 0, xMax: 50, yMax: 2, spatialReference: .wgs84))
        return parameters
    }

    private func first(_ file: GeodatabaseFile, _ sql: String) throws -> Statement {
        let statement = try Database(file.url, .readOnly).prepare(sql)
        #expect(try statement.step())
        return statement
    }

    @Test(arguments: [
        "DROP TABLE gpkg_extensions", "DROP TABLE rtree_Trees_SHAPE", "DELETE FROM gpkg_extensions",
        "DROP TABLE gpkg_extensions; DROP TABLE rtree_Trees_SHAPE",
    ])
    func `a table without a spatial index is filtered, and has one when it has been edited`(sql: String) async throws {
        let file = try await file(sql)
        let reader = Geodatabase(fileURL: file.url, isReadOnly: true)
        try await reader.load()
        #expect(try await reader.table(named: "Trees").queryObjectIDs(using: Self.near) == [18, 19, 20])
        try await reader.close()
        let geodatabase = Geodatabase(fileURL: file.url)
        try await geodatabase.load()
        let table = try geodatabase.table(named: "Trees")
        #expect(try await table.queryObjectIDs(using: Self.near) == [18, 19, 20])
        let edits = FeatureEdits(
            adds: [Self.tree(30)], updates: [Feature(attributes: ["OBJECTID": 1], geometry: Self.tree(40).geometry)],
            deletedObjectIDs: [19])
        #expect(try await table.applyEdits(edits).firstError == nil)
        #expect(try await table.queryObjectIDs(using: Self.near) == [1, 18, 20, 21])
        try await geodatabase.close()
        let row = try first(file, "SELECT max_x, (SELECT count(*) FROM rtree_Trees_SHAPE) FROM gpkg_contents")
        #expect(row.double(0) == 40 && row.int(1) == 20)
        if let (text, status) = try GeoPackageFile.gdal(["ogrinfo", "-al", "-so", file.url.path]) {
            #expect(status == 0 && text.contains("Feature Count: 20") && !text.contains("Warning"), "\(text)")
        }
    }

    @Test(arguments: [0, -1, 77, 99_999, 2056])
    func `what the file says of coordinates stays, known or not`(id: Int) async throws {
        let file = try await file(
            """
            INSERT INTO gpkg_spatial_ref_sys VALUES ('Some', 77, 'NONE', 77, 'undefined', NULL);
            UPDATE gpkg_geometry_columns SET srs_id = \(id); UPDATE gpkg_contents SET srs_id = \(id)
            """)
        let geodatabase = Geodatabase(fileURL: file.url)
        try await geodatabase.load()
        let table = try geodatabase.table(named: "Trees")
        #expect(table.info.spatialReference == nil)
        #expect(try await table.applyEdits(FeatureEdits(adds: [Self.tree(5)])).firstError == nil)
        try await geodatabase.close()
        let blob = try first(file, "SELECT SHAPE FROM Trees WHERE OBJECTID = 21").blob(0)
        #expect(blob[4..<8].reversed().reduce(Int32(0)) { $0 << 8 | Int32($1) } == Int32(id))
        let row = try first(file, "SELECT srs_id FROM gpkg_geometry_columns")
        #expect(row.int(0) == id)
    }

    @Test func `truth values and bytes hold no more than they can`() async throws {
        let file = try await file("ALTER TABLE Trees ADD COLUMN SOUND BOOLEAN; ALTER TABLE Trees ADD COLUMN AGE TINYINT")
        let geodatabase = Geodatabase(fileURL: file.url)
        try await geodatabase.load()
        let table = try geodatabase.table(named: "Trees")
        let values: [Attributes] = [["SOUND": 0], ["SOUND": 1], ["SOUND": 5], ["SOUND": -1], ["AGE": -128], ["AGE": 128]]
        let edits = FeatureEdits(adds: values.map { Feature(attributes: $0) }, rollsBackOnFailure: false)
        #expect(try await table.applyEdits(edits).adds.map(\.isSuccess) == [true, true, false, false, true, false])
    }

    @Test func `a global id is one feature, however it is written`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        let ids = FeatureTableDefinition(
            "Ids", fields: [Field("GUID", type: FieldType(rawValue: "esriFieldTypeGlobalID")), Field("NAME")],
            globalIDField: "GUID")
        let table = try await geodatabase.createTable(ids)
        let id = "0AB6C5D4-1234-4ABC-9DEF-0123456789AB"
        let mixed = "{0ab6C5d4-1234-4aBc-9deF-0123456789ab}"
        let spellings = [id, "{\(id)}", id.lowercased(), "{\(id.lowercased())}", mixed]
        let adds = spellings.map { Feature(attributes: ["GUID": .string($0), "NAME": "old"]) }
        let edits = FeatureEdits(adds: adds, usesGlobalIDs: true, rollsBackOnFailure: false)
        let results = try await table.applyEdits(edits).adds
        #expect(results.map(\.isSuccess) == [true, false, false, false, false])
        #expect(results[0].globalID == "{\(id)}")
        // As others give them.
        try await geodatabase.transaction { editor in
            _ = try editor.add(["a", "A", "{a}"].map { Feature(attributes: ["GUID": .string($0), "NAME": "old"]) }, to: "Ids")
        }
        for (number, spelling) in (spellings + ["a", "A", "{a}"]).enumerated() {
            let update = Feature(attributes: ["GUID": .string(spelling), "NAME": .string("\(number)")])
            let result = try await table.applyEdits(FeatureEdits(updates: [update], usesGlobalIDs: true)).updates[0]
            #expect(result.isSuccess && result.objectID == (number < 5 ? 1 : number - 3), "\(result)")
        }
        // As others have written it.
        let other = GlobalID.new()
        try await geodatabase.transaction { editor in
            _ = try editor.add([Feature(attributes: ["GUID": .string(other.lowercased())])], to: "Ids")
        }
        let again = Feature(attributes: ["GUID": .string(other)])
        #expect(try await table.applyEdits(FeatureEdits(adds: [again], usesGlobalIDs: true)).firstError != nil)
        #expect(try await table.queryFeatureCount(using: QueryParameters()) == 5)
    }
}
