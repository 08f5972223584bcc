import CairnCore
import CairnGeo
import CairnTesting
import Testing

/// The reader of trees, which related records go by, and the reader of streams against the same geometries.
struct HostileGeometryTests {
    private static let head = #""objectIdFieldName":"FID","fields":[{"name":"FID","type":"esriFieldTypeOID"}]"#
    private static let numbers = [
        "1", "-2.5", "1e999", "null", #""NaN""#, #""nan""#, #""""#, #""3""#, #""1e999""#, #""inf""#, #""0x1F""#, #"" 1""#,
        #""east""#,
        "true", "[]", "[1]", "{}",
    ]
    private static let references = [
        "null", "4326", #"{"wkid":4326}"#, #"{"wkid":"x"}"#, #"{"wkt":"GEOGCS[]"}"#, #"{"wkid":102100,"latestWkid":3857}"#, "[]",
        "{}", #""""#, #""4326""#, #"{"wkid":"4326"}"#, #"{"wkid":-5}"#, #"{"wkid":1e300}"#, #"{"foo":1}"#,
        #"{"latestWkid":3857}"#,
    ]

    /// What is read, or why not.
    private enum Outcome: CustomStringConvertible {
        case read(String)
        case refused(String)

        var description: String {
            switch self {
            case .read(let text): "read: \(text)"
            case .refused(let words): "refused: \(words)"
            }
        }
    }

    private func outcome(_ read: () throws -> FeatureSet) -> Outcome {
        // Points without a place have no numbers that are equal.
        do { return .read("\(try read().features)") } catch { return .refused("\(error)") }
    }

    private func expectSame(_ feature: String, names: Bool = true, flags: String = "") {
        let bytes = Array("{\(Self.head)\(flags),\"features\":[\(feature)]}".utf8)
        let tree = outcome { try FeatureSet(esriJSON: JSONValue(parsing: bytes)) }
        let stream = outcome { try FeatureSetReader().set(of: bytes) }
        switch (tree, stream) {
        case (.read(let one), .read(let other)): #expect(one == other, "\(feature)")
        case (.refused(let one), .refused(let other)):
            guard names else { return }
            for words in [one, other] where !words.hasPrefix("Not valid JSON") {
                #expect(words.contains("FID 7"), "\(feature): \(words)")
            }
        default: Issue.record("\(feature): tree \(tree), stream \(stream)")
        }
    }

    private func expectSame(geometry: String, flags: String = "") {
        expectSame("{\"geometry\":\(geometry),\"attributes\":{\"FID\":7}}", flags: flags)
    }

    @Test(arguments: [
        "null", "{}", "5", "true", "[]", "[1,2]", #""POINT (1 2)""#, #"{"foo":1}"#, #"{"spatialReference":{"wkid":4326}}"#,
        #"{"hasZ":true}"#, #"{"z":5}"#, #"{"y":null}"#, #"{"y":1}"#, #"{"y":1,"foo":1}"#, #"{"x":1}"#, #"{"x":1,"foo":1}"#,
        #"{"x":1,"y":2,"X":3}"#, #"{"x":1,"x":2,"y":3}"#, #"{"x":1,"y":2,"paths":null}"#, #"{"paths":null,"rings":[]}"#,
        #"{"paths":5}"#, #"{"paths":{}}"#, #"{"paths":[null]}"#, #"{"paths":[[null]]}"#, #"{"paths":[[[]]]}"#,
        #"{"paths":[[[1]]]}"#,
        #"{"paths":[]}"#, #"{"paths":[[]]}"#, #"{"points":[[1]]}"#, #"{"points":[1,2]}"#, #"{"points":[{"x":1,"y":2}]}"#,
        #"{"points":[[1,2,3,4,5,"six"]]}"#, #"{"points":[],"x":"NaN"}"#, #"{"y":1,"paths":[[[1,2],[3,4]]]}"#,
        #"{"x":1,"y":2,"rings":[["bad"]]}"#, #"{"hasZ":true,"points":[[1,2]]}"#, #"{"hasM":true,"points":[[1,2,3]]}"#,
        #"{"hasZ":null,"points":[[1,2,3]]}"#, #"{"hasZ":"yes","hasM":1,"points":[[1,2,3,4]]}"#,
        #"{"hasZ":true,"hasM":true,"points":[[1,2,3]]}"#, #"{"rings":[[[0,0],[0,1],[1,1]]]}"#, #"{"rings":[[[0,0]]]}"#,
        #"{"rings":[[[0,0],[1,1],[0,0]]],"foo":[]}"#, #"{"curveRings":[]}"#, #"{"curvePaths":[[[1,2],{"c":[[3,4],[5,6]]}]]}"#,
        #"{"x":1,"y":2,"curvePaths":null}"#, #"{"rings":[[[1,2],{"c":[[3,4],[5,6]]}]]}"#, #"{"xmin":1}"#,
        #"{"xmin":1,"ymin":2,"xmax":3,"ymax":4}"#, #"{"xmin":"1","ymin":"NaN","xmax":3,"ymax":4}"#,
        #"{"x":1,"y":2,"z":"high","m":[]}"#, #"{"points":[[1,2,"high"]]}"#, #"{"x":"1","y":"2","z":"3"}"#,
    ])
    func `both take, or refuse by the feature, what`(geometry: String) {
        for flags in ["", #","hasZ":true"#, #","hasM":true"#, #","hasZ":true,"hasM":true,"spatialReference":{"wkid":2056}"#] {
            expectSame(geometry: geometry, flags: flags)
        }
    }

    @Test func `both take the same for a coordinate, whatever stands there`() {
        for one in Self.numbers {
            for other in Self.numbers {
                expectSame(geometry: "{\"x\":\(one),\"y\":\(other)}")
                expectSame(geometry: "{\"x\":\(one),\"y\":\(other),\"foo\":0}")
                expectSame(geometry: "{\"paths\":[[[1,2],[\(one),\(other)]]]}")
                expectSame(geometry: "{\"x\":1,\"y\":2,\"z\":\(one),\"m\":\(other)}")
            }
        }
    }

    @Test(arguments: ["null", "5", "[]", #""text""#, "{}", #"{"attributes":5}"#, #"{"attributes":[]}"#, #"{"geometry":"text"}"#])
    func `both take the same for a feature`(feature: String) { expectSame(feature, names: false) }

    @Test func `both refuse coordinates on a grid`() {
        expectSame("{\"geometry\":{\"x\":1,\"y\":2}}", names: false, flags: #","transform":{"scale":[1,1],"translate":[0,0]}"#)
        expectSame("{\"geometry\":{\"x\":1,\"y\":2}}", names: false, flags: #","transform":null"#)
    }

    @Test func `what nests without end is refused by both`() {
        for (opening, closing) in [("[", "]"), (#"{"a":"#, "}")] {
            let nested = String(repeating: opening, count: 100_000) + "1" + String(repeating: closing, count: 100_000)
            for member in ["rings", "x", "foo", "spatialReference", "hasZ"] {
                expectSame("{\"geometry\":{\"\(member)\":\(nested)}}", names: false)
            }
        }
    }

    @Test func `both read the same of members of all kinds in any order`() {
        var (random, refused) = (SeededGenerator(seed: 4), 0)
        for _ in 0..<rounds(3000, long: 300_000) {
            // Each once, for of a member that is repeated a tree has the last one alone.
            let members = Self.names.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random)).map { name in
                member(name, &random)
            }
            expectSame(
                geometry: "{\(members.joined(separator: ","))}", flags: Bool.random(using: &random) ? "" : #","hasM":true"#)
            if (try? Geometry(esriJSON: JSONValue(parsing: "{\(members.joined(separator: ","))}"))) == nil { refused += 1 }
        }
        #expect(refused > 1000)
    }

    private static let names = [
        "x", "y", "z", "m", "paths", "rings", "points", "hasZ", "hasM", "spatialReference", "foo", "xmin",
    ]

    private func member(_ name: String, _ random: inout SeededGenerator) -> String {
        let number = { (random: inout SeededGenerator) in Self.numbers.randomElement(using: &random) ?? "" }
        let value =
            switch name {
            case "paths", "rings", "points":
                (0..<Int.random(in: 0...3, using: &random)).map { _ in "[1,2,\(number(&random))]" }.joined(separator: ",")
            case "spatialReference": Self.references.randomElement(using: &random) ?? ""
            case "hasZ", "hasM": ["true", "false", "null", "1"].randomElement(using: &random) ?? ""
            default: number(&random)
            }
        return switch name {
        case "points": "\"points\":[\(value)]"
        case "paths", "rings": "\"\(name)\":[[\(value)],[]]"
        default: "\"\(name)\":\(value)"
        }
    }
}
