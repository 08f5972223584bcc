import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Requests that are wrong, hostile or large.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct FeatureRequestTests {
    private func served(isEditable: Bool = false) async throws -> ServedFeatures {
        try await ServedFeatures(
            [
                (SampleFeatures.definition("Things", GeometryType.polygon), SampleFeatures.features(50, .polygon)),
                (
                    FeatureTableDefinition("Rows", fields: [Field("NAME")]),
                    SampleFeatures.features(5, nil).map { row in
                        Feature(attributes: ["NAME": row.attributes["NAME"] ?? .null])
                    }
                ),
            ], isEditable: isEditable)
    }

    @Test(arguments: [
        ("where", "NAME ="), ("where", "NOSUCH = 1"), ("where", "1=1; DROP TABLE Things"), ("where", "1=1 -- x"),
        ("where", "OBJECTID IN (SELECT 1)"), ("where", "RANK > 'a'"), ("where", "load_extension('x')"), ("where", "  "),
        ("where", "NAME = 'a"), ("where", "1=1 UNION SELECT * FROM sqlite_master"), ("where", "SHAPE = 1"),
        ("objectIds", "1,x"), ("objectIds", "1.5"), ("objectIds", "99999999999999999999"), ("geometry", "1,2,3"),
        ("geometry", "a,b"), ("geometry", "{"), ("geometry", "{\"x\":\"NaN\",\"y\":1}"), ("geometry", "{\"rings\":1}"),
        ("geometry", "{\"curveRings\":[]}"), ("geometry", "{}"), ("geometry", "{\"rings\":[]}"),
        ("geometry", "{\"x\":1,\"y\":2}},{\"geometry\":null"), ("geometry", "nan,nan"), ("geometry", "1e999,0"),
        ("geometry", "{\"x\":1,\"y\":2,\"spatialReference\":{\"wkid\":2056}}"), ("geometryType", "esriGeometryBall"),
        ("inSR", "nowhere"), ("spatialRel", "esriSpatialRelNear"), ("time", "yesterday"), ("time", "1,2,3"), ("time", "1e999"),
        ("outFields", "NAME,NOSUCH"), ("returnGeometry", "perhaps"), ("returnIdsOnly", "2"), ("outSR", "2056"), ("outSR", "x"),
        ("geometryPrecision", "-1"), ("geometryPrecision", "many"), ("maxAllowableOffset", "-1"), ("maxAllowableOffset", "x"),
        ("orderByFields", "NOSUCH"), ("orderByFields", "NAME; DROP"), ("orderByFields", "NAME COLLATE x"),
        ("groupByFieldsForStatistics", "RANK"), ("having", "count(*) > 1"), ("outStatistics", "x"), ("outStatistics", "[]"),
        ("outStatistics", "[{\"statisticType\":\"sum\",\"onStatisticField\":\"NOSUCH\"}]"),
        ("outStatistics", "[{\"statisticType\":\"sum\",\"onStatisticField\":\"NAME\"}]"),
        ("outStatistics", "[{\"statisticType\":\"magic\",\"onStatisticField\":\"RANK\"}]"), ("resultOffset", "-1"),
        ("resultRecordCount", "x"), ("resultType", "huge"), ("f", "xml"), ("distance", "10"), ("historicMoment", "1"),
        ("fullText", "[]"), ("returnZ", "maybe"),
    ])
    func `a wrong parameter is named`(name: String, value: String) async throws {
        let served = try await served()
        let response = try await served.response("/1/query", [name: value])
        #expect(response.status == 200)
        let error = try JSONValue(parsing: response.body)["error"]
        #expect(error?["code"]?.int == 400)
        #expect(error?["details"]?[0]?.string?.contains("'\(name)'") == true, "\(error?.text() ?? "")")
        #expect(error?["details"]?[0]?.string?.contains("..") == false, "\(error?.text() ?? "")")
        #expect(try await served.json("/1/query", ["returnCountOnly": "true"])["count"]?.int == 50)
    }

    @Test func `a field that is named many times comes once`() async throws {
        let names = Array(repeating: ["NAME", "name", "RANK"], count: 3000).joined().joined(separator: ",")
        let answer = try await served().post("/1/query", ["outFields": names, "resultRecordCount": "1", "f": "json"])
        #expect(answer["fields"]?.array?.compactMap { $0["name"]?.string } == ["OBJECTID", "NAME", "RANK"], "\(answer.text())")
    }

    @Test(arguments: [2_000, 200_000]) func `an area whose rings cross without end is refused with words`(count: Int) async throws
    {
        let served = try await served()
        var random = SeededGenerator(seed: 3)
        let ring = (0..<count).map { _ in
            "[\(Int.random(in: -170...170, using: &random)),\(Int.random(in: -80...80, using: &random))]"
        }
        let fields = ["geometry": "{\"rings\":[[\(ring.joined(separator: ","))]]}", "returnCountOnly": "true"]
        let error = try await served.post("/1/query", fields)["error"]
        #expect(error?["code"]?.int == 400)
        #expect(error?["details"]?[0]?.string?.contains("cross") == true, "\(error?.text() ?? "")")
    }

    @Test func `what a table without geometries and times cannot be asked is refused`() async throws {
        let served = try await served()
        for (name, value) in [("geometry", "1,2"), ("time", "0"), ("returnExtentOnly", "true")] {
            let error = try await served.json("/0/query", [name: value])["error"]
            #expect(error?["code"]?.int == 400 && error?["details"]?[0]?.string?.contains("'\(name)'") == true)
        }
    }

    @Test(arguments: [
        ("/9", 404), ("/9/query", 404), ("/x", 400), ("/0/explode", 400), ("/0/query/x", 400), ("/0/99", 404),
        ("/0/99/attachments", 404),
        ("/0/1/attachments/7", 404), ("/0/1/attachments/x", 400), ("/0/1/nothing", 400), ("/query", 400),
        ("/99999999999999999999/query", 400), ("/-1", 404), ("/0/applyEdits", 405), ("/0/addFeatures", 405), ("/applyEdits", 405),
        ("/0/1/addAttachment", 405), ("/layers/x", 400),
    ])
    func `what is not there is answered as real servers do`(path: String, code: Int) async throws {
        let response = try await served().response(path)
        #expect(response.status == 200)
        #expect(try JSONValue(parsing: response.body)["error"]?["code"]?.int == code)
    }

    @Test func `clauses by chance are refused or answered, and change nothing`() async throws {
        let served = try await served()
        var random = SeededGenerator(seed: 12)
        let words = [
            "1", "=", "1=1", "NAME", "RANK", "'", "''", "'a'", "\"", ";", "--", "/*", "*/", "(", ")", "OR", "AND", "NOT", "IN",
            "LIKE", "SELECT", "FROM", "sqlite_master", "DROP TABLE Things", "UNION", "NULL", "IS", "\u{0}", "%", "_", "||", ",",
            "Things", "X'00'", "0x10", "CURRENT_DATE", "CAST", "PRAGMA", "attach", "randomblob(1000000000)", "\\", "?", ":a", "🏔",
        ]
        for _ in 0..<rounds(300, long: 100_000) {
            let text = (0..<Int.random(in: 1...8, using: &random)).map { _ in words.randomElement(using: &random)! }
            let json = try await served.json("/1/query", ["where": text.joined(separator: " "), "returnCountOnly": "true"])
            #expect((json["count"]?.int ?? 0) <= 50)
            if json["count"] == nil { #expect(json["error"]?["code"]?.int == 400, "\(text) \(json.text())") }
        }
        #expect(try await served.json("/1/query", ["returnCountOnly": "true"])["count"]?.int == 50)
        #expect(try await served.json("/0/query", ["returnCountOnly": "true"])["count"]?.int == 5)
    }

    @Test func `parameters by chance are refused or answered, and never a failure of the server's`() async throws {
        let served = try await served()
        let names = [
            "where", "objectIds", "geometry", "geometryType", "inSR", "spatialRel", "time", "outFields", "returnGeometry",
            "outSR",
            "maxAllowableOffset", "geometryPrecision", "returnIdsOnly", "returnCountOnly", "returnExtentOnly", "orderByFields",
            "groupByFieldsForStatistics", "outStatistics", "having", "returnDistinctValues", "resultOffset", "resultRecordCount",
            "resultType", "returnZ", "quantizationParameters",
        ]
        let values = [
            "1", "0", "-1", "true", "*", "NAME", "RANK desc", "1=1", "1e308,-1e308", "0,0,1e308,1e308", "{}", "[]", "null",
            "9223372036854775807",
            "-9223372036854775808", "{\"x\":1e400,\"y\":0}", "{\"xmin\":1,\"ymin\":2,\"xmax\":3,\"ymax\":4}",
            "{\"paths\":[[[0,0],[0,0]]]}",
            "{\"rings\":[[[0,0],[1,1],[0,0]]]}", "{\"rings\":[[],[[5,5]]]}", "{\"points\":[[0,0],[\"NaN\",1]]}", "3857",
            "{\"wkid\":4326}",
            "esriGeometryPoint", "esriSpatialRelTouches", "esriSpatialRelOverlaps", "count(*) > 0", "\u{0}", "\u{FFFF}", "'",
            "[{\"statisticType\":\"stddev\",\"onStatisticField\":\"SHARE\"}]", String(repeating: "(", count: 5000),
            String(repeating: "[", count: 5000), String(repeating: "RANK,", count: 3000) + "RANK",
        ]
        var random = SeededGenerator(seed: 33)
        for _ in 0..<rounds(600, long: 100_000) {
            var fields = ["f": ["json", "pbf", "geojson", "html", "pjson"].randomElement(using: &random)!]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                fields[names.randomElement(using: &random)!] = values.randomElement(using: &random)!
            }
            let response = try await served.response("/\(Int.random(in: 0...1, using: &random))/query", fields, method: .post)
            #expect(response.status == 200)
            if response.headers["content-type"]?.hasPrefix("application/json") == true || fields["f"] == "pjson" {
                let code = try JSONValue(parsing: response.body)["error"]?["code"]?.int
                #expect(code == nil || code == 400, "\(fields) \(String(decoding: response.body.prefix(500), as: UTF8.self))")
            } else if fields["f"] == "html" {
                #expect(!String(decoding: response.body, as: UTF8.self).contains("<title>Error 500"), "\(fields)")
            }
        }
    }

    @Test func `comma forms and JSON of all kinds choose the same features`() async throws {
        let served = try await served()
        func ids(_ fields: [String: String]) async throws -> [Int] {
            try await served.features("/1/query", fields.merging(["outFields": "OBJECTID"]) { $1 }).features.map(\.id)
        }
        let box = try await ids(["geometry": "-90,-45,90,45"])
        #expect(!box.isEmpty && box.count < 50)
        let same = [
            ["geometry": "-90,45,90,-45", "geometryType": "esriGeometryEnvelope"],
            ["geometry": "{\"xmin\":-90,\"ymin\":-45,\"xmax\":90,\"ymax\":45}"],
            ["geometry": "{\"rings\":[[[-90,-45],[-90,45],[90,45],[90,-45],[-90,-45]]]}", "geometryType": "esriGeometryPolygon"],
            [
                "geometry": "{\"rings\":[[[-90,-45],[-90,45],[90,45],[90,-45],[-90,-45]]],\"spatialReference\":{\"wkid\":4326}}",
                "inSR": "3857",
            ],
        ]
        for fields in same { #expect(try await ids(fields) == box, "\(fields)") }
        let corners = [Position(x: -90, y: -45), Position(x: 90, y: 45)].map(WebMercator.project)
        let metres = "\(corners[0].x),\(corners[0].y),\(corners[1].x),\(corners[1].y)"
        #expect(try await ids(["geometry": metres, "inSR": "102100"]) == box)
        #expect(try await ids(["geometry": metres, "inSR": "{\"wkid\":3857}"]) == box)
        let center = try #require(try await served.features("/1/query", ["objectIds": "7"]).features[0].geometry?.extent?.center)
        #expect(try await ids(["geometry": "\(center.x - 0.4),\(center.y)"]).contains(7))
        // In the hole there is nothing of it.
        #expect(try await !ids(["geometry": "\(center.x),\(center.y)"]).contains(7))
    }

    @Test func `coordinates are told in what is asked for, and rounded`() async throws {
        let served = try await served()
        let own = try await served.features("/1/query", ["objectIds": "3"])
        let metres = try await served.features("/1/query", ["objectIds": "3", "outSR": "102100"])
        #expect(metres.spatialReference == .webMercator)
        #expect(try own.features[0].geometry?.projected(to: .webMercator) == metres.features[0].geometry)
        let rounded = try await served.features(
            "/1/query", ["objectIds": "3", "geometryPrecision": "2", "maxAllowableOffset": "5"])
        let positions = rounded.features[0].geometry?.positions ?? []
        #expect(positions.map(\.x) == own.features[0].geometry?.positions.map { ($0.x * 100).rounded() / 100 })
    }

    @Test func `a geometry with very many vertices asks, and rings that cross do`() async throws {
        let served = try await served()
        let count = rounds(100_000, long: 1_000_000)
        let ring = (0...count).map { step -> String in
            let angle = Double(step % count) / Double(count) * 2 * .pi
            return "[\(-60 * cos(angle)),\(60 * sin(angle))]"
        }
        let circle = "{\"rings\":[[\(ring.joined(separator: ","))]],\"spatialReference\":{\"wkid\":4326}}"
        let found = try await served.post(
            "/1/query", ["geometry": circle, "geometryType": "esriGeometryPolygon", "returnIdsOnly": "true"])
        let round = try await served.features("/1/query").features.filter { feature in
            feature.geometry?.positions.contains { ($0.x * $0.x + $0.y * $0.y).squareRoot() < 59.9 } ?? false
        }
        let ids = Set(found["objectIds"]?.array?.compactMap(\.int) ?? [])
        #expect(ids.isSuperset(of: round.map(\.id)) && !round.isEmpty && ids.count < 50)
        let bow = "{\"rings\":[[[-90,-45],[90,45],[-90,45],[90,-45],[-90,-45]]]}"
        let crossed = try await served.json("/1/query", ["geometry": bow, "returnCountOnly": "true"])
        #expect(crossed["count"] != nil || crossed["error"]?["code"]?.int == 400, "\(crossed.text())")
    }

    @Test func `paging finds each feature once while others are added and deleted`() async throws {
        let served = try await ServedFeatures(
            [(SampleFeatures.definition("Things", .point), SampleFeatures.features(500, .point))], isEditable: true)
        var (seen, offset) = ([Int](), 0)
        while true {
            let fields = [
                "orderByFields": "OBJECTID desc", "resultOffset": "\(offset)", "resultRecordCount": "50",
                "where": "OBJECTID <= 500",
            ]
            let json = try await served.json("/0/query", fields)
            let page = try FeatureSet(esriJSON: json).features.map(\.id)
            seen += page
            offset += page.count
            _ = try await served.post("/0/addFeatures", ["features": "[{\"attributes\":{\"NAME\":\"new\"}}]"])
            if json["exceededTransferLimit"]?.bool != true { break }
        }
        #expect(seen == Array((1...500).reversed()))
        #expect(try await served.json("/0/query", ["returnCountOnly": "true"])["count"]?.int == 510)
    }

    @Test func `ids beyond 2^53 are told apart`() async throws {
        let ids = [9_007_199_254_740_993, 9_007_199_254_740_992, Int.max - 1, 5]
        let features = ids.map { Feature(attributes: ["OBJECTID": .integer($0), "NAME": .string("\($0)")]) }
        let served = try await ServedFeatures(
            [(FeatureTableDefinition("Big", fields: [Field("NAME")]), features)], isEditable: true)
        #expect(
            try await served.json("/0/query", ["returnIdsOnly": "true"])["objectIds"]?.array?.compactMap(\.int) == ids.sorted())
        for id in ids {
            #expect(try await served.json("/0/\(id)")["feature"]?["attributes"]?["NAME"]?.string == "\(id)")
            let one = try await served.features("/0/query", ["objectIds": "\(id)", "outFields": "*"]).features
            #expect(one.map(\.id) == [id] && one[0].attributes["NAME"]?.string == "\(id)")
        }
        let gone = try await served.post("/0/deleteFeatures", ["objectIds": "\(ids[0])"])
        #expect(gone["deleteResults"]?[0]?["objectId"]?.int == ids[0] && gone["deleteResults"]?[0]?["success"]?.bool == true)
        #expect(try await served.json("/0/query", ["returnCountOnly": "true"])["count"]?.int == 3)
    }

    @Test func `a layer of 10,000 fields is described and queried`() async throws {
        let fields = (0..<10_000).map { Field("F\($0)", type: .integer) }
        let features = (1...3).map { id in
            Feature(attributes: Attributes([("OBJECTID", .integer(id))] + fields.enumerated().map { ($1.name, .integer($0)) }))
        }
        let table = FixedTable(definition: FeatureTableDefinition("Wide", fields: fields), features: features)
        let server = LocalServer(features: ["Wide": PublishedFeatures(tables: [table])])
        func json(_ path: String) async throws -> JSONValue {
            let url = URL(string: "http://local/arcgis/rest/services/Wide/FeatureServer/0\(path)")!
            return try JSONValue(parsing: try await server.send(HTTPRequest(.get, url, timeout: nil)).body)
        }
        #expect(try await json("?f=json")["fields"]?.array?.count == 10_001)
        let set = try FeatureSet(esriJSON: try await json("/query?f=json&outFields=*"))
        #expect(set.features.count == 3 && set.features[0].attributes["F9999"] == 9999)
    }
}
