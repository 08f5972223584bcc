import CairnGeo
import Foundation
import Testing

/// JSON that has a list of features, and is no GeoJSON.
struct OtherDocumentTests {
    private static let esriFields = #""objectIdFieldName":"ID","fields":[{"name":"ID","type":"esriFieldTypeOID"}]"#
    private static let row = #"{"type":"Feature","properties":{"a":1},"geometry":null}"#
    private static let esriRow = #"{"attributes":{"ID":1,"POP":17}}"#

    /// How many features are read.
    private func count(_ text: String) async throws -> Int {
        let file = try GeodatabaseFile()
        defer { withExtendedLifetime(file) {} }
        let source = file.folder.appending(path: "data.json")
        try Data(text.utf8).write(to: source)
        let tables = try await Geodatabase.imported(fromGeoJSON: source).tables
        return try await tables[0].queryFeatureCount(using: QueryParameters())
    }

    private func expectRefusal(_ text: String, feature: Int?, _ words: [String]) async {
        await #expect {
            try await count(text)
        } throws: { error in
            guard case GeodatabaseError.wrongGeoJSON(_, feature, let reason) = error else { return false }
            return words.allSatisfy(reason.contains)
        }
    }

    @Test(arguments: [
        (#"{"type":"Foo","a":2}"#, "type Foo"), (#"{"type":"Point","coordinates":[1,2]}"#, "type Point"),
        (#"{"a":2}"#, "without a type"), ("{}", "without a type"), (#"{"type":null}"#, "without a type"),
        (#"{"properties":{"a":1},"geometry":null}"#, "without a type"), (#"{"type":["Feature"]}"#, #"type ["Feature"]"#),
        (#"{"type":"feature"}"#, "type feature"), (#"{"type":"Feature","type":"Foo"}"#, "type Foo"),
        (#"{"properties":{"a":1},"geometry":{"x":1},"type":"Foo"}"#, "type Foo"),
        (#"{"type":"Feature","properties":["b"],"geometry":null}"#, "Properties"),
        (#"{"type":"Feature","properties":"b"}"#, "Properties"), (#"{"type":"Feature","properties":5}"#, "Properties"),
    ])
    func `what stands among features and is none is refused by its number`(element: String, words: String) async throws {
        await expectRefusal("{\"type\":\"FeatureCollection\",\"features\":[\(Self.row),\(element)]}", feature: 2, [words])
    }

    @Test(arguments: [
        "{\"features\":[\(esriRow)]}", "{\(esriFields),\"features\":[\(esriRow)]}", "{\"features\":[\(esriRow)],\(esriFields)}",
        #"{"features":[{"geometry":{"x":1,"y":2},"attributes":{"ID":1}}]}"#,
    ])
    func `features of Esri JSON are called so, with what makes a GeoPackage of them`(text: String) async throws {
        await expectRefusal(text, feature: 1, ["Esri JSON", "ogr2ogr -f GPKG"])
    }

    @Test(arguments: [
        "{\(esriFields),\"features\":[]}", "{\"features\":[],\(esriFields)}",
        #"{"geometryType":"esriGeometryPoint","features":[]}"#, esriRow,
    ])
    func `Esri JSON without a list of features, or with none in it, is called so, too`(text: String) async throws {
        await expectRefusal(text, feature: nil, ["Esri JSON", "ogr2ogr -f GPKG"])
    }

    @Test(arguments: [
        ("{\"type\":\"Topology\",\"features\":[\(row)]}", "type Topology"),
        ("{\"features\":[\(row)],\"type\":\"Topology\"}", "type Topology"),
        ("{\"type\":\"Feature\",\"features\":[\(row)]}", "type Feature"),
        ("{\"type\":5,\"features\":[\(row)]}", "type 5"), (#"{"features":[]}"#, "neither"),
        (#"{"type":"Feature","properties":["b"]}"#, "Properties"),
    ])
    func `a document that says that it is something else is refused`(text: String, words: String) async throws {
        await expectRefusal(text, feature: nil, [words])
    }

    @Test(arguments: [
        #"{"type":"Feature","attributes":{"a":1},"geometry":null}"#, #"{"attributes":{"a":1},"type":"Feature"}"#,
    ])
    func `a feature whose values are not where GeoJSON has them is refused`(element: String) async throws {
        let words = [#"without "properties""#, #"call them "properties""#]
        await expectRefusal("{\"features\":[\(Self.row),\(element)]}", feature: 2, words)
        await expectRefusal(element, feature: nil, words)
    }

    @Test(arguments: [
        #"{"type":"Feature","properties":{"a":1},"attributes":{"a":2}}"#,
        #"{"attributes":{"a":2},"type":"Feature","properties":{}}"#,
        #"{"type":"Feature","properties":null,"attributes":{"a":2}}"#, #"{"type":"Feature","attributes":{}}"#,
        #"{"type":"Feature","attributes":null}"#, #"{"type":"Feature","attributes":[1]}"#,
    ])
    func `attributes beside properties, or without values, are a foreign member`(element: String) async throws {
        #expect(try await count("{\"features\":[\(element)]}") == 1)
        #expect(try await count(element) == 1)
    }

    @Test func `a document that does not say what it is, and has features of GeoJSON, is read`() async throws {
        #expect(try await count("{\"name\":\"x\",\"features\":[\(Self.row),\(Self.row)]}") == 2)
        #expect(try await count("{\"type\":null,\"features\":[\(Self.row)]}") == 1)
        #expect(try await count(#"{"features":[{"geometry":null,"properties":null,"type":"Feature"},{"type":"Feature"}]}"#) == 2)
        #expect(try await count(#"{"type":"FeatureCollection","features":[]}"#) == 0)
    }
}
