import CairnCore
@testable import CairnGeo
import CairnTesting
import Foundation
import Testing

/// Tables as other software makes them: of several kinds of geometries, of bytes, without keys, and views.
@Suite(.serialized)
struct TableCatalogTests {
    private static let mixed: FeatureTableDefinition = {
        var definition = FeatureTableDefinition(
            "Mixed", fields: [Field("NAME"), Field("PHOTO", type: FieldType(rawValue: "esriFieldTypeBlob"))],
            spatialReference: .wgs84)
        definition.hasMixedGeometries = true
        return definition
    }()

    private static func features() -> [Feature] {
        let places = [Position(x: 1, y: 1), Position(x: 2, y: 3), Position(x: 4, y: 1)]
        let geometries: [Geometry?] = [
            .point(MapPoint(places[0], spatialReference: .wgs84)), nil,
            .multipoint(Multipoint(points: places, spatialReference: .wgs84)),
            .polyline(Polyline(paths: [places], spatialReference: .wgs84)),
            .polygon(Geometry.Polygon(rings: [places + [places[0]]], spatialReference: .wgs84)),
        ]
        return geometries.enumerated().map { index, geometry in
            Feature(
                attributes: [
                    "OBJECTID": .integer(index + 1), "NAME": .string("n\(index)"),
                    "PHOTO": .string(Data([UInt8](repeating: UInt8(index), count: index)).base64EncodedString()),
                ], geometry: geometry)
        }
    }

    @Test func `geometries of several kinds and bytes come back as they were written, by all who ask`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        let table = try await geodatabase.createTable(Self.mixed)
        #expect(table.info.hasMixedGeometries && table.info.geometryType == nil && table.info.hasGeometry)
        #expect(table.info.fields.map(\.type.rawValue) == ["esriFieldTypeString", "esriFieldTypeBlob"])
        let results = try await table.applyEdits(FeatureEdits(adds: Self.features()))
        #expect(results.firstError == nil)
        let found = try await table.queryFeatures(using: QueryParameters())
        #expect(found.hasMixedGeometries && found.hasGeometry && found.geometryType == nil)
        #expect(try await found.featureSet().features == Self.features())
        #expect(
            try await table.queryExtent(using: QueryParameters())
                == Envelope(xMin: 1, yMin: 1, xMax: 4, yMax: 3, spatialReference: .wgs84))
        var parameters = QueryParameters(whereClause: "PHOTO IS NOT NULL")
        parameters.geometry = .envelope(Envelope(xMin: 3.5, yMin: 0, xMax: 5, yMax: 2, spatialReference: .wgs84))
        #expect(try await table.queryObjectIDs(using: parameters) == [3, 4, 5])
        parameters.outSpatialReference = .webMercator
        #expect(try await table.queryFeatures(using: parameters).spatialReference == .webMercator)
        var edits = FeatureEdits()
        edits.updates = [Feature(attributes: ["OBJECTID": 1, "PHOTO": "no base64!"])]
        #expect(try await table.applyEdits(edits).updates[0].error?.description.contains("base64") == true)
        edits.updates = [Feature(attributes: ["OBJECTID": 1], geometry: Self.features()[4].geometry)]
        #expect(try await table.applyEdits(edits).firstError == nil)
        #expect(
            try await table.queryFeatures(using: QueryParameters(objectIDs: [1])).featureSet().features[0].geometry?.type
                == .polygon)
        try await geodatabase.close()
        if let (text, status) = try GeoPackageFile.gdal(["ogrinfo", "-al", "-so", file.url.path]) {
            #expect(status == 0 && text.contains("Geometry: Unknown (any)") && !text.contains("Warning"), "\(text)")
        }
    }

    @Test func `a view that SQLite cannot read is told with the reason, and all else can be read`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        _ = try await geodatabase.createTable(FeatureTableDefinition("Trees", fields: [Field("NAME")]))
        try await geodatabase.close()
        try Self.execute(
            file,
            """
            CREATE VIEW Column AS SELECT nosuch AS OGC_FID FROM Trees;
            CREATE VIEW Function AS SELECT ST_Nothing(OBJECTID) AS OGC_FID FROM Trees;
            CREATE VIEW Later AS SELECT * FROM Missing;
            CREATE VIEW Circle AS SELECT * FROM Circle2;
            CREATE VIEW Circle2 AS SELECT * FROM Circle;
            INSERT INTO gpkg_contents (table_name, data_type, identifier) SELECT name, 'attributes', name FROM sqlite_master
                WHERE type = 'view';
            """)
        let opened = Geodatabase(fileURL: file.url)
        try await opened.load()
        #expect(opened.unreadableTables.keys.sorted() == ["Circle", "Circle2", "Column", "Function", "Later"])
        #expect { try opened.table(named: "column") } throws: { "\($0)".contains("no such column: nosuch") }
        #expect(opened.tables.map(\.info.name) == ["Trees"])
        let edits = FeatureEdits(adds: [Feature(attributes: ["NAME": "n"])])
        #expect(try await opened.table(named: "Trees").applyEdits(edits).firstError == nil)
        // What was missing is looked for again.
        try Self.execute(file, "CREATE TABLE Missing (OGC_FID INTEGER PRIMARY KEY)")
        try await opened.refreshTables()
        #expect(opened.tables.map(\.info.name) == ["Later", "Trees"])
        try await opened.close()
    }

    @Test func `what is wrong with the file is no table's fault`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        _ = try await geodatabase.createTable(FeatureTableDefinition("Trees", fields: [Field("NAME")]))
        _ = try await geodatabase.transaction { try $0.add([Feature(attributes: ["NAME": "n"])], to: "Trees") }
        try await geodatabase.close()
        let package = try GeoPackage(file.url)
        let page = try package.database.prepare(
            "SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_master WHERE name = 'Trees'")
        #expect(try page.step())
        let (start, size) = ((page.int(0) - 1) * page.int(1), page.int(1))
        page.reset()
        try Self.execute(
            file,
            """
            CREATE VIEW Seen AS SELECT OBJECTID AS OGC_FID, NAME FROM Trees;
            INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('Seen', 'attributes', 'Seen');
            """)
        let descriptor = try FileDescriptor(file.url.path, O_RDWR)
        try descriptor.write(Data(repeating: 0xFF, count: size), at: start)
        #expect { try GeoPackage(file.url).tables() } throws: { ($0 as? DatabaseError)?.isCorruption == true }
    }

    @Test func `views are read, and edited by nobody`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        let definition = FeatureTableDefinition(
            "Trees", fields: [Field("NAME"), Field("HEIGHT", type: .double)], geometryType: .point, spatialReference: .wgs84)
        _ = try await geodatabase.createTable(definition)
        _ = try await geodatabase.transaction { editor in
            try editor.add(
                (1...20).map { number in
                    Feature(
                        attributes: ["NAME": "t", "HEIGHT": .double(Double(number))],
                        geometry: .point(MapPoint(x: Double(number), y: 1, spatialReference: .wgs84)))
                }, to: "Trees")
        }
        try await geodatabase.close()
        try Self.execute(
            file,
            """
            CREATE VIEW Tall AS SELECT OBJECTID AS OGC_FID, SHAPE, NAME, HEIGHT FROM Trees WHERE HEIGHT > 15;
            CREATE VIEW Twice AS SELECT t.OBJECTID, t.NAME FROM Trees t JOIN (SELECT 1 UNION ALL SELECT 2);
            CREATE VIEW Nameless AS SELECT NAME FROM Trees;
            INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('Tall', 'features', 'Tall', 4326),
                ('Twice', 'attributes', 'Twice', NULL), ('Nameless', 'attributes', 'Nameless', NULL);
            INSERT INTO gpkg_geometry_columns VALUES ('Tall', 'SHAPE', 'POINT', 4326, 0, 0);
            """)
        let opened = Geodatabase(fileURL: file.url)
        try await opened.load()
        #expect(opened.tables.map(\.info.name) == ["Tall", "Trees"])
        let tall = try opened.table(named: "tall")
        #expect(tall.info.isView && tall.info.objectIDField == "OGC_FID" && tall.info.geometryType == .point)
        #expect(tall.info.fields.map(\.name) == ["NAME", "HEIGHT"])
        var parameters = QueryParameters(whereClause: "HEIGHT < 20")
        parameters.geometry = .envelope(Envelope(xMin: 17, yMin: 0, xMax: 50, yMax: 2, spatialReference: .wgs84))
        #expect(try await tall.queryObjectIDs(using: parameters) == [17, 18, 19])
        #expect(
            try await tall.queryFeatures(using: parameters).featureSet().features.map(\.geometry?.positions[0].x) == [17, 18, 19])
        await #expect(throws: GeodatabaseError.isView(name: "Tall")) {
            try await tall.applyEdits(FeatureEdits(adds: [Feature(attributes: ["NAME": "x"])]))
        }
        await #expect(throws: GeodatabaseError.isView(name: "Tall")) {
            try await opened.transaction { try $0.deleteFeatures(using: QueryParameters(), from: "Tall") }
        }
        let attachment = NewAttachment(name: "a", contentType: "text/plain", content: .data(Data()))
        await #expect(throws: GeodatabaseError.isView(name: "Tall")) { try await tall.addAttachment(attachment, toFeature: 17) }
        #expect(opened.unreadableTables.keys.sorted() == ["Nameless", "Twice"])
        for name in ["nameless", "Twice"] {
            #expect { try opened.table(named: name) } throws: {
                "\($0)".contains(name.lowercased() == "twice" ? "OBJECTID" : "whole number")
            }
        }
        try await opened.close()
    }

    @Test(arguments: [
        "CREATE TABLE Keyless (NAME TEXT)", "CREATE TABLE Keyless (ID TEXT PRIMARY KEY, NAME TEXT)",
        "CREATE TABLE Keyless (A INTEGER, B INTEGER, PRIMARY KEY (A, B))", "CREATE TABLE Other (NAME TEXT)",
    ])
    func `a table without a key, or that is not there, is named with the reason`(sql: String) async throws {
        let file = try GeodatabaseFile()
        try await Geodatabase.create(at: file.url).close()
        try Self.execute(
            file,
            sql + "; INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES ('Keyless', 'attributes', 'Keyless')")
        let geodatabase = Geodatabase(fileURL: file.url)
        try await geodatabase.load()
        #expect(geodatabase.tables.isEmpty)
        #expect { try geodatabase.table(named: "KEYLESS") } throws: { "\($0)".hasPrefix("The table Keyless cannot be read: it ") }
    }

    @Test func `tables that others add are found when they are looked for`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        try await geodatabase.refreshTables()
        #expect(geodatabase.tables.isEmpty)
        try GeoPackage(file.url).createTable(Self.mixed)
        try await geodatabase.refreshTables()
        #expect(geodatabase.tables.map(\.info.name) == ["Mixed"])
        try Self.execute(file, "DELETE FROM gpkg_contents WHERE table_name = 'Mixed'")
        try await geodatabase.refreshTables()
        #expect(geodatabase.tables.isEmpty)
    }

    @Test func `a damaged geometry is told with its table and feature`() async throws {
        let file = try GeodatabaseFile()
        let geodatabase = try await Geodatabase.create(at: file.url)
        let table = try await geodatabase.createTable(Self.mixed)
        _ = try await table.applyEdits(FeatureEdits(adds: Self.features()))
        try await geodatabase.close()
        // The header's extent is as it was.
        try Self.execute(file, "UPDATE Mixed SET SHAPE = substr(SHAPE, 1, length(SHAPE) - 5) WHERE OBJECTID = 4")
        let opened = Geodatabase(fileURL: file.url, isReadOnly: true)
        try await opened.load()
        let damaged = try opened.table(named: "Mixed")
        var touching = QueryParameters()
        touching.geometry = .polygon(
            Geometry.Polygon(
                rings: [[(0, 0), (0, 9), (9, 0), (0, 0)].map { Position(x: $0.0, y: $0.1) }], spatialReference: .wgs84))
        for parameters in [QueryParameters(), touching] {
            await #expect {
                try await damaged.queryFeatures(using: parameters).featureSet()
            } throws: { error in
                guard case GeodatabaseError.damagedGeometry("Mixed", 4, _) = error else { return false }
                return "\(error)".hasPrefix("The geometry of feature 4 of the table Mixed cannot be used. Not a geometry: ")
            }
        }
        var plain = QueryParameters()
        plain.returnsGeometry = false
        #expect(try await damaged.queryFeatures(using: plain).featureSet().features.count == 5)
    }

    private static func execute(_ file: GeodatabaseFile, _ sql: String) throws {
        try GeoPackage(file.url).database.execute(sql)
    }
}
