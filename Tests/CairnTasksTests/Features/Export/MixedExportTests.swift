import CairnCore
import CairnGeo
@testable import CairnTasks
import Foundation
import Testing

/// Tables of several kinds of geometries, of bytes, and views.
struct MixedExportTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func makeTable() async throws -> GeodatabaseFeatureTable {
        let geodatabase = try await Geodatabase.create(at: folder.appending(path: "source.gpkg"))
        var definition = FeatureTableDefinition(
            "Things", fields: [Field("PHOTO", type: FieldType(rawValue: "esriFieldTypeBlob"))], spatialReference: .wgs84)
        definition.hasMixedGeometries = true
        try await geodatabase.transaction { [definition] editor in
            try editor.createTable(definition)
            let line = [Position(x: 1, y: 1), Position(x: 2, y: 2)]
            let geometries: [Geometry?] = [
                .point(MapPoint(x: 3, y: 4, spatialReference: .wgs84)), nil,
                .polyline(Polyline(paths: [line], spatialReference: .wgs84)),
            ]
            try editor.add(geometries.map { Feature(attributes: ["PHOTO": "AAEC"], geometry: $0) }, to: "Things")
        }
        return try geodatabase.table(named: "Things")
    }

    private func export(_ table: GeodatabaseFeatureTable, _ format: FeatureExportWork.Format, to name: String) async throws -> URL
    {
        let output = folder.appending(path: name)
        let work = FeatureExportWork(source: .geodatabase(folder, table: nil), output: output, format: format)
        #expect(try await Job(work, services: FeatureServices { _ in table }).run().features == 3)
        return output
    }

    @Test func `geometries of several kinds and bytes are written in each format`() async throws {
        let table = try await makeTable()
        let expected = try await table.queryFeatures(using: QueryParameters()).featureSet().features
        let copy = Geodatabase(fileURL: try await export(table, .geoPackage, to: "a.gpkg"))
        try await copy.load()
        let copied = try copy.table(named: "Things")
        #expect(copied.info.hasMixedGeometries)
        #expect(try await copied.queryFeatures(using: QueryParameters()).featureSet().features == expected)
        try await copy.close()
        let json = try JSONValue(parsing: Data(contentsOf: try await export(table, .geoJSON, to: "a.geojson")))
        let members = try #require(json["features"]?.array)
        #expect(members.map { $0["geometry"]?["type"]?.string } == ["Point", nil, "LineString"])
        #expect(members.allSatisfy { $0["properties"]?["PHOTO"]?.string == "AAEC" })
        let text = try String(contentsOf: try await export(table, .csv, to: "a.csv"), encoding: .utf8)
        #expect(text == "OBJECTID,PHOTO,WKT\n1,AAEC,POINT (3 4)\n2,AAEC,\n3,AAEC,\"LINESTRING (1 1, 2 2)\"\n")
    }

    @Test func `a view is written as a table`() async throws {
        let table = try await makeTable()
        try await table.geodatabase.close()
        let url = folder.appending(path: "source.gpkg")
        try GeoPackage(url).database.execute(
            """
            CREATE VIEW Shown AS SELECT * FROM Things;
            INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('Shown', 'features', 'Shown');
            INSERT INTO gpkg_geometry_columns VALUES ('Shown', 'SHAPE', 'GEOMETRY', 4326, 0, 0);
            """)
        let geodatabase = Geodatabase(fileURL: url)
        try await geodatabase.load()
        let copy = Geodatabase(fileURL: try await export(try geodatabase.table(named: "Shown"), .geoPackage, to: "b.gpkg"))
        try await copy.load()
        #expect(try !copy.table(named: "Shown").info.isView)
        #expect(try await copy.table(named: "Shown").queryFeatureCount(using: QueryParameters()) == 3)
    }
}
