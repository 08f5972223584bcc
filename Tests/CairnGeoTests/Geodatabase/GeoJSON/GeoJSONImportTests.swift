import CairnCore
import CairnGeo
import CairnTesting
import Foundation
import Testing

struct GeoJSONImportTests {
    private func imported(_ text: String, _ body: ([GeodatabaseFeatureTable]) async throws -> Void) async throws {
        let file = try GeodatabaseFile()
        let source = file.folder.appending(path: "data.geojson")
        try Data(text.utf8).write(to: source)
        let geodatabase = try await Geodatabase.create(at: file.url)
        try await body(try await geodatabase.importGeoJSON(source, as: "Data"))
        try await geodatabase.close()
        #expect(file.names == ["data.geojson", "data.gpkg"])
    }

    private func features(_ table: GeodatabaseFeatureTable) async throws -> [Feature] {
        try await table.queryFeatures(using: QueryParameters()).featureSet().features
    }

    private func collection(_ features: [String]) -> String {
        "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    }

    private func row(_ properties: String, _ geometry: String = "null") -> String {
        "{\"type\":\"Feature\",\"properties\":\(properties),\"geometry\":\(geometry)}"
    }

    @Test func `the type of a field has room for all of its values, also for the last`() async throws {
        let rows = [
            row("{\"small\":1,\"large\":2,\"number\":1,\"mixed\":1,\"flag\":true,\"list\":[1,2],\"none\":null}"), row("{}"),
            row("null"),
            row("{\"late\":\"x\",\"small\":-5,\"large\":9007199254740993,\"number\":2.5,\"mixed\":\"two\",\"flag\":false}"),
        ]
        try await imported(collection(rows)) { tables in
            let table = try #require(tables.first)
            #expect(table.info.fields.map(\.name) == ["small", "large", "number", "mixed", "flag", "list", "none", "late"])
            let types = ["Integer", "BigInteger", "Double", "String", "Integer", "String", "String", "String"]
            #expect(table.info.fields.map(\.type.rawValue) == types.map { "esriFieldType\($0)" })
            let found = try await features(table)
            #expect(found.count == 4 && found[3].attributes["large"] == 9_007_199_254_740_993)
            #expect(found[0].attributes["mixed"] == "1" && found[3].attributes["mixed"] == "two")
            #expect(
                found[0].attributes["flag"] == 1 && found[0].attributes["list"] == "[1,2]" && found[0].attributes["none"] == .null
            )
        }
    }

    @Test func `properties that are called as columns of the file itself keep their values`() async throws {
        let rows = [
            row(
                "{\"OBJECTID\":70,\"shape\":\"round\",\"Name\":\"a\",\"name\":\"b\",\"\":\"c\"}",
                "{\"type\":\"Point\",\"coordinates\":[1,2]}")
        ]
        try await imported(collection(rows)) { tables in
            let feature = try #require(try await features(tables[0]).first)
            #expect(feature.attributes["OBJECTID"] == 70 && feature.attributes["shape"] == "round")
            #expect(
                feature.attributes["Name"] == "a" && feature.attributes["name_1"] == "b" && feature.attributes["field"] == "c")
            #expect(feature.attributes[tables[0].info.objectIDField] == 1)
            #expect(feature.geometry?.positions == [Position(x: 1, y: 2)])
        }
    }

    @Test func `mixed geometries go to a table for each kind, and features without to the first`() async throws {
        let rows = [
            row("{\"n\":1}", "{\"type\":\"LineString\",\"coordinates\":[[0,0],[1,1]]}"), row("{\"n\":2}"),
            row("{\"n\":3}", "{\"type\":\"Point\",\"coordinates\":[1,2,3]}"),
            row("{\"n\":4}", "{\"type\":\"MultiPoint\",\"coordinates\":[[1,2],[3,4]]}"),
        ]
        try await imported(collection(rows)) { tables in
            #expect(tables.map(\.info.name) == ["Data_multipoint", "Data_polyline"])
            let found1 = try await features(tables[0])
            #expect(found1.map { $0.attributes["n"] } == [2, 3, 4])
            let found2 = try await features(tables[1])
            #expect(found2.map { $0.attributes["n"] } == [1])
            let found3 = try await features(tables[0])
            #expect(found3[1].geometry?.positions.first?.z == 3)
        }
    }

    @Test func `one feature alone is a file, too, and members may come in any order`() async throws {
        try await imported(
            "\u{FEFF}{\"properties\":{\"a\":1},\"geometry\":{\"coordinates\":[5,6],\"type\":\"Point\"},\"type\":\"Feature\"}"
        ) { one in
            let found4 = try await features(one[0])
            #expect(found4.map { $0.attributes["a"] } == [1])
        }
        try await imported("{\"features\":[\(row("{\"a\":2}"))],\"bbox\":[0,0,1,1],\"type\":\"FeatureCollection\"}") { list in
            let found5 = try await features(list[0])
            #expect(found5.map { $0.attributes["a"] } == [2])
        }
    }

    @Test(arguments: [
        "", "[]", "{}", "{\"type\":\"Topology\"}", "{\"type\":\"FeatureCollection\",\"features\":{}}",
        "{\"type\":\"FeatureCollection\",\"features\":[{]}", "{\"type\":\"FeatureCollection\",\"features\":[1]}",
        "{\"type\":\"FeatureCollection\",\"features\":[]", "{\"type\":\"FeatureCollection\",\"features\":[]}x",
        "{\"features\":[],\"features\":[]}",
        "{\"features\":[{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"GeometryCollection\",\"geometries\":[]}}]}",
        "{\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"urn:ogc:def:crs:EPSG::2056\"}},\"features\":[]}",
    ])
    func `what is no GeoJSON is refused, and leaves no table`(text: String) async throws {
        let file = try GeodatabaseFile()
        let source = file.folder.appending(path: "data.geojson")
        try Data(text.utf8).write(to: source)
        let geodatabase = try await Geodatabase.create(at: file.url)
        await #expect(throws: (any Error).self) { try await geodatabase.importGeoJSON(source, as: "Data") }
        #expect(geodatabase.tables.isEmpty)
        try await geodatabase.close()
    }

    @Test(arguments: [
        (
            "{\"features\":[{\"type\":\"Feature\",\"geometry\":null},{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1]}}]}",
            2,
            "a position needs two numbers"
        ),
        (
            "{\"features\":[{\"type\":\"Feature\",\"geometry\":{\"type\":\"MultiPoint\",\"coordinates\":[[]]}}]}", 1,
            "a position needs two numbers"
        ),
        ("{\"features\":[{\"type\":\"Feature\",\"geometry\":{\"type\":\"GeometryCollection\"}}]}", 1, "GeometryCollection"),
        ("{\"features\":[{\"type\":\"Feature\",\"geometry\":null},{\"type\":\"Feature\",\"geometry\":nu", 2, "Not valid JSON"),
        (
            "{\"features\":[{\"type\":\"Feature\",\"geometry\":null}{\"type\":\"Feature\",\"geometry\":null}]}", 1,
            "Not valid JSON"
        ),
        ("{\"features\":[],}", nil, "Not valid JSON"), ("{}", nil, "neither a FeatureCollection nor a Feature"),
        ("{\"crs\":{\"properties\":{\"name\":\"EPSG:2056\"}},\"features\":[]}", nil, "EPSG:2056"),
    ])
    func `what is refused is told of the file, and of its feature`(text: String, feature: Int?, words: String) async throws {
        let file = try GeodatabaseFile()
        let source = file.folder.appending(path: "data.geojson")
        try Data(text.utf8).write(to: source)
        await #expect { try await Geodatabase.imported(fromGeoJSON: source) } throws: { error in
            guard case GeodatabaseError.wrongGeoJSON(source.path, feature, let reason) = error else { return false }
            let place = feature.map { ", feature \($0)" } ?? ""
            return reason.contains(words) && "\(error)".hasPrefix("\(source.path)\(place): ")
        }
    }

    @Test(arguments: ["", ",\"properties\":{\"NAME\":\"n\"}"])
    func `a point without coordinates is a feature without a geometry`(properties: String) async throws {
        let empty = "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[]}\(properties)}"
        let other = "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}\(properties)}"
        try await imported("{\"type\":\"FeatureCollection\",\"features\":[\(other),\(empty)]}") { tables in
            let found = try await features(tables[0])
            #expect(tables.count == 1 && tables[0].info.geometryType == .point)
            #expect(found.map(\.geometry?.positions.count) == [1, nil])
        }
        try await imported(empty) { tables in
            let found = try await features(tables[0])
            #expect(found.count == 1 && found[0].geometry == nil)
        }
    }

    @Test func `a large file comes in pieces, and every feature is there as it was`() async throws {
        var random = SeededGenerator(seed: 3)
        let shapes = (0..<3000).map { _ in GridShape.geometry(.polygon, &random) }
        let rows = try shapes.enumerated().map { number, shape in
            row("{\"n\":\(number),\"text\":\"\(String(repeating: "é", count: number % 400))\"}", try shape.geoJSON().text())
        }
        try await imported(collection(rows)) { tables in
            let found = try await features(tables[0])
            #expect(found.map { $0.attributes["n"] } == (0..<3000).map { .integer($0) })
            #expect(found.map(\.geometry?.extent) == shapes.map(\.extent))
        }
    }
}
