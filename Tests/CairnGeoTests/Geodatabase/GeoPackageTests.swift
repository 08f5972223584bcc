import CairnCore
@testable import CairnGeo
import CairnTesting
import Foundation
import Testing

@Suite(.serialized)
struct GeoPackageTests {
    private static let fields = [
        Field("NAME", length: 40), Field("COUNT", type: .integer), Field("SHARE", type: .double), Field("WHEN", type: .date),
        Field("select \"x\" -- '", type: .string), Field("GLOBALID", type: FieldType(rawValue: "esriFieldTypeGlobalID")),
    ]

    private func definition(_ name: String, _ type: GeometryType?, _ reference: SpatialReference? = .wgs84)
        -> FeatureTableDefinition
    {
        FeatureTableDefinition(
            name, fields: Self.fields, globalIDField: "GLOBALID", geometryType: type, spatialReference: reference)
    }

    private func feature(_ type: GeometryType?, _ number: Int, _ random: inout SeededGenerator) -> Feature {
        var attributes: Attributes = [
            "NAME": ["", "plain", "Zürich 東京", "it's \"quoted\""].randomElement(using: &random).map { .string($0) } ?? .null,
            "COUNT": .integer(Int.random(in: -9...9, using: &random)),
            "SHARE": .double(Double.random(in: -1e6...1e6, using: &random)),
            "WHEN": .date(
                Date(timeIntervalSince1970: Double(Int.random(in: -9_000_000_000...90_000_000_000, using: &random)) / 1e3)),
            "select \"x\" -- '": .string("; DROP TABLE x"), "GLOBALID": .string("{\(number)}"),
        ]
        if Int.random(in: 0..<4, using: &random) == 0 { attributes["NAME"] = .null }
        func place() -> Position {
            Position(x: .random(in: -180...180, using: &random), y: .random(in: -90...90, using: &random))
        }
        let corner = place()
        let square = [(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)].map { Position(x: corner.x + $0.0, y: corner.y + $0.1) }
        let geometry: Geometry? =
            switch type {
            case .point: .point(MapPoint(place(), spatialReference: .wgs84))
            case .multipoint: .multipoint(Multipoint(points: [place(), place()], spatialReference: .wgs84))
            case .polyline:
                .polyline(Polyline(paths: [[place(), place()], [place(), place(), place()]], spatialReference: .wgs84))
            case .polygon: .polygon(Geometry.Polygon(rings: [square], spatialReference: .wgs84))
            case nil: nil
            }
        return Feature(attributes: attributes, geometry: Int.random(in: 0..<6, using: &random) == 0 ? nil : geometry)
    }

    @Test(arguments: GeometryType.allCases.map { Optional($0) } + [nil])
    func `features come back as they were written`(type: GeometryType?) throws {
        let file = try GeoPackageFile()
        var random = SeededGenerator(seed: 1)
        let table = definition("Things of \"all\" kinds", type)
        var written: [Feature] = []
        try file.package.transaction {
            try file.package.createTable(table)
            let writer = try file.package.writer(of: table)
            for number in 1...200 {
                var feature = feature(type, number, &random)
                let id = try writer.add(feature)
                #expect(id == number)
                feature.attributes["OBJECTID"] = .integer(id)
                written.append(feature)
            }
        }
        let read = try file.package.table("THINGS OF \"ALL\" KINDS")
        #expect(read.geometryType == type && read.objectIDField == "OBJECTID" && read.globalIDField == "GLOBALID")
        #expect(read.fields.map(\.name) == Self.fields.map(\.name) && (type == nil || read.spatialReference == .wgs84))
        let features = try file.features(table.name)
        #expect(features == written)
    }

    @Test(arguments: [
        ("integer", AttributeValue.string("7"), "COUNT"), ("fraction", .double(0.5), "COUNT"),
        ("date", .string("2020-01-31"), "WHEN"),
        ("far", .date(Date(timeIntervalSince1970: 1e15)), "WHEN"), ("number", .string("x"), "SHARE"),
    ])
    func `a value of another type is refused, and nothing is written`(name: String, value: AttributeValue, field: String) throws {
        let file = try GeoPackageFile()
        let table = definition("T", .point)
        try file.package.transaction { try file.package.createTable(table) }
        #expect {
            try file.package.transaction { try file.package.writer(of: table).add(Feature(attributes: [field: value])) }
        } throws: {
            if case GeodatabaseError.wrongValue(field, _)? = $0 as? GeodatabaseError { true } else { false }
        }
        #expect(try file.features("T").isEmpty)
    }

    @Test(arguments: [
        ("SMALL", 0x8000), ("SMALL", -0x8001), ("WHOLE", 0x8000_0000), ("WHOLE", -0x8000_0001), ("WHOLE", 1_000_000_000_000),
    ])
    func `a whole number that others would read as another one is refused`(field: String, number: Int) throws {
        let file = try GeoPackageFile()
        let fields = [Field("SMALL", type: FieldType(rawValue: "esriFieldTypeSmallInteger")), Field("WHOLE", type: .integer)]
        let table = FeatureTableDefinition("T", fields: fields)
        try file.package.transaction { try file.package.createTable(table) }
        let writer = try file.package.writer(of: table)
        let bound = field == "SMALL" ? 0x7FFF : 0x7FFF_FFFF
        let id = try writer.add(Feature(attributes: [field: .integer(bound)]))
        for value in [AttributeValue.integer(number), .double(Double(number))] {
            let refusal = GeodatabaseError.wrongValue(field: field, reason: "\(value.text) is beyond the numbers that it holds")
            #expect(throws: refusal) { try writer.add(Feature(attributes: [field: value])) }
            #expect(throws: refusal) { try writer.update(Feature(attributes: [field: value]), objectID: id) }
        }
        #expect(try file.features("T").map { $0.attributes[field] } == [.integer(bound)])
    }

    @Test func `a geometry of another kind or system is refused`() throws {
        let file = try GeoPackageFile()
        let table = definition("T", .point)
        try file.package.transaction { try file.package.createTable(table) }
        let writer = try file.package.writer(of: table)
        for geometry in [Geometry.polyline(Polyline(paths: [])), .point(MapPoint(x: 1, y: 2, spatialReference: .webMercator))] {
            #expect(throws: GeodatabaseError.self) { try writer.add(Feature(geometry: geometry)) }
        }
    }

    @Test(arguments: ["", "gpkg_x", "RTREE_x", "sqlite_x", "cairn_x", "a\0b"])
    func `a name that the file uses itself, or that is none, is refused`(name: String) throws {
        let file = try GeoPackageFile()
        #expect(throws: GeodatabaseError.self) { try file.package.createTable(definition(name, .point)) }
    }

    @Test func `what is no GeoPackage is refused in words that say what it is`() throws {
        let file = try GeoPackageFile()
        #expect(throws: GeodatabaseError.exists(path: file.url.path)) { try GeoPackage.create(at: file.url) }
        let other = file.url.deletingLastPathComponent().appending(path: "other.geodatabase")
        #expect(throws: GeodatabaseError.notFound(path: other.path)) { try GeoPackage(other) }
        try Data("no database at all, but long enough to have a header of a hundred bytes, were it one: ................".utf8)
            .write(to: other)
        #expect(throws: GeodatabaseError.notAGeoPackage(path: other.path)) { try GeoPackage(other) }
        #expect(throws: GeodatabaseError.folder(path: other.deletingLastPathComponent().path)) {
            try GeoPackage(other.deletingLastPathComponent())
        }
        let whole = try Data(contentsOf: file.url)
        for (size, error) in [
            (0, GeodatabaseError.empty(path: other.path)), (50, .cutOff(path: other.path)), (5000, .cutOff(path: other.path)),
            (whole.count - 1, .cutOff(path: other.path)),
        ] {
            try whole.prefix(size).write(to: other)
            #expect(throws: error) { try GeoPackage(other, isReadOnly: true) }
        }
        try FileManager.default.removeItem(at: other)
        try Database(other, .create).execute("CREATE TABLE GDB_Items (a)")
        #expect(throws: GeodatabaseError.esriGeodatabase(path: other.path)) { try GeoPackage(other) }
    }

    @Test(arguments: [0, 1, 50, 51, 52, 2601, 2602, 7000])
    func `an index that is made at once finds what one that is kept finds`(count: Int) throws {
        let file = try GeoPackageFile()
        var random = SeededGenerator(seed: UInt64(count))
        let (kept, packed) = (definition("kept", .polygon), definition("packed", .polygon))
        try file.package.transaction {
            try file.package.createTable(kept)
            try file.package.createTable(packed, isIndexed: false)
            let writers = (try file.package.writer(of: kept), try file.package.writer(of: packed))
            for number in 0..<count {
                let feature = feature(.polygon, number, &random)
                try writers.0.add(feature)
                try writers.1.add(feature)
            }
            try file.package.createIndex(of: packed)
        }
        #expect(try file.select("SELECT rtreecheck('rtree_packed_SHAPE')") == ["ok"])
        for _ in 0..<50 {
            let (x, y) = (Double.random(in: -180...180, using: &random), Double.random(in: -90...90, using: &random))
            func found(_ name: String) throws -> [String] {
                try file.select(
                    "SELECT id FROM rtree_\(name)_SHAPE WHERE minx <= \(x + 20) AND maxx >= \(x) AND miny <= \(y + 20) AND maxy >= \(y) ORDER BY id"
                )
            }
            #expect(try found("kept") == found("packed"))
        }
        // It goes on being kept.
        try file.package.transaction {
            let writer = try file.package.writer(of: packed)
            for number in 0..<60 { try writer.add(feature(.polygon, 100_000 + number, &random)) }
            if count > 10 { for id in 1...10 { _ = try writer.delete(objectID: id) } }
        }
        #expect(try file.select("SELECT rtreecheck('rtree_packed_SHAPE')") == ["ok"])
        #expect(
            try file.select("SELECT count(*) FROM rtree_packed_SHAPE")
                == file.select("SELECT count(*) FROM packed WHERE SHAPE NOTNULL"))
    }

    @Test func `a file that cannot be made is not there`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        let url = folder.appending(path: "data.gpkg")
        #expect(throws: DatabaseError.self) { try GeoPackage.create(at: url) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // A journal that is a folder: the file can be opened, and not written.
        try FileManager.default.createDirectory(
            at: folder.appending(path: "data.gpkg-journal"), withIntermediateDirectories: true)
        #expect(throws: DatabaseError.self) { try GeoPackage.create(at: url) }
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test func `a transaction that fails leaves nothing`() throws {
        struct Failure: Error {}
        let file = try GeoPackageFile()
        #expect(throws: Failure.self) {
            try file.package.transaction {
                try file.package.createTable(definition("T", .point))
                throw Failure()
            }
        }
        #expect(try file.package.tables().isEmpty)
        #expect(try file.select("SELECT count(*) FROM gpkg_contents") == ["0"])
    }

    @Test func `GDAL reads and writes the file without a warning`() throws {
        let file = try GeoPackageFile()
        var random = SeededGenerator(seed: 3)
        for (name, type) in [("points", GeometryType.point), ("lines", .polyline), ("areas", .polygon), ("rows", nil)]
            as [(String, GeometryType?)]
        {
            let table = definition(name, type)
            try file.package.transaction {
                try file.package.createTable(table)
                let writer = try file.package.writer(of: table)
                for number in 1...40 { try writer.add(feature(type, number, &random)) }
                try file.package.updateExtent(of: table)
                try ChangeTracking(table, file.package.database).start()
            }
        }
        guard let info = try GeoPackageFile.gdal(["ogrinfo", "-al", "-so", file.url.path]) else { return }
        #expect(info.status == 0 && !info.text.contains("Warning") && !info.text.contains("ERROR"), "\(info.text)")
        #expect(
            info.text.contains("Feature Count: 40") && info.text.contains("Geometry: Multi Polygon")
                && info.text.contains("WGS 84"))
        #expect(!info.text.contains("cairn_"))
        let copy = file.url.deletingLastPathComponent().appending(path: "copy.gpkg")
        let copied = try #require(try GeoPackageFile.gdal(["ogr2ogr", "-f", "GPKG", copy.path, file.url.path]))
        #expect(copied.status == 0 && copied.text.isEmpty, "\(copied.text)")
        let ours = try GeoPackage(copy, isReadOnly: true)
        #expect(try ours.tables().map(\.name).sorted() == ["areas", "lines", "points", "rows"])
        var (count, same) = (0, 0)
        let originals = try file.features("lines")
        try ours.forEachFeature(of: try ours.table("lines")) { feature in
            if feature.geometry == originals[count].geometry, feature.attributes["WHEN"] == originals[count].attributes["WHEN"] {
                same += 1
            }
            count += 1
            return true
        }
        #expect(count == 40 && same == 40)
        let edited = try #require(
            try GeoPackageFile.gdal([
                "ogrinfo", "-q", file.url.path, "-sql", "UPDATE points SET \"COUNT\" = 77 WHERE \"OBJECTID\" = 5",
            ]))
        #expect(edited.status == 0 && edited.text.isEmpty, "\(edited.text)")
        let changes = try ChangeTracking(definition("points", .point), file.package.database).list()
        #expect(changes == [ChangeTracking.Change(objectID: 5, globalID: "{5}", kind: .update)])
    }
}
