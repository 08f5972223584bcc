import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

/// Shapes that are simpler, and coordinates on a grid.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct QuantizationTests {
    private func served(_ type: GeometryType) async throws -> (ServedFeatures, [Feature]) {
        let features = SampleFeatures.features(100, type, seed: 5)
        return (try await ServedFeatures([(SampleFeatures.definition("Things", type), features)]), features)
    }

    /// What a client makes of the whole numbers of JSON.
    private func decoded(_ part: JSONValue, _ transform: JSONValue) throws -> [Position] {
        let scale = try #require(transform["scale"]?[0]?.double)
        let (tx, ty) = (try #require(transform["translate"]?[0]?.double), try #require(transform["translate"]?[1]?.double))
        let sign = transform["originPosition"]?.string == "upperLeft" ? -1.0 : 1
        var (x, y) = (0, 0)
        return try (part.array ?? []).map { vertex in
            x += try #require(vertex[0]?.int)
            y += try #require(vertex[1]?.int)
            return Position(x: Double(x) * scale + tx, y: sign * Double(y) * scale + ty)
        }
    }

    @Test(arguments: GeometryType.allCases, ["upperLeft", "lowerLeft"])
    func `coordinates on a grid are decoded to within half a step`(type: GeometryType, origin: String) async throws {
        let (served, features) = try await served(type)
        let parameters = """
            {"mode":"view","originPosition":"\(origin)","tolerance":0.01,"extent":{"xmin":-180,"ymin":-90,"xmax":180,"ymax":90}}
            """
        let fields = ["outFields": "*", "quantizationParameters": parameters]
        let json = try await served.json("/0/query", fields)
        let transform = try #require(json["transform"])
        #expect(transform["originPosition"]?.string == origin && transform["scale"] == [0.01, 0.01])
        #expect(transform["translate"] == (origin == "upperLeft" ? [-180.0, 90.0] : [-180.0, -90.0]))
        let found = try #require(json["features"]?.array)
        #expect(found.count == 100)
        for (member, feature) in zip(found, features) {
            let geometry = try #require(member["geometry"])
            let parts: [JSONValue] =
                switch type {
                case .point: [.array([.array([geometry["x"] ?? .null, geometry["y"] ?? .null])])]
                case .multipoint: [geometry["points"] ?? .null]
                case .polyline: geometry["paths"]?.array ?? []
                case .polygon: geometry["rings"]?.array ?? []
                }
            let places = try parts.flatMap { try decoded($0, transform) }
            let exact = feature.geometry?.positions ?? []
            #expect(places.count == exact.count)
            for (place, vertex) in zip(places, exact) {
                #expect(abs(place.x - vertex.x) <= 0.0051 && abs(place.y - vertex.y) <= 0.0051)
            }
        }
        var reader = FeaturePBFReader()
        reader.append(try await served.response("/0/query", fields.merging(["f": "pbf"]) { $1 }).body)
        reader.finish()
        var read: [Feature] = []
        try reader.read(into: &read)
        #expect(read.count == 100 && read.map(\.attributes) == features.map(\.attributes))
        for (one, other) in zip(read, features) {
            let (places, exact) = (one.geometry?.positions ?? [], other.geometry?.positions ?? [])
            #expect(places.count == exact.count)
            for (place, vertex) in zip(places, exact) {
                #expect(abs(place.x - vertex.x) <= 0.0051 && abs(place.y - vertex.y) <= 0.0051)
            }
        }
    }

    @Test func `shapes smaller than a step are still there, and one for editing is as it was`() async throws {
        let (served, features) = try await served(.polygon)
        let view = try await served.json("/0/query", ["quantizationParameters": "{\"tolerance\":100}"])
        #expect(
            view["features"]?.array?.allSatisfy { $0["geometry"]?["rings"]?.array?.allSatisfy { $0.array?.count == 4 } == true }
                == true)
        let edit = try await served.json("/0/query", ["quantizationParameters": "{\"mode\":\"edit\",\"tolerance\":100}"])
        let transform = try #require(edit["transform"])
        for (member, feature) in zip(edit["features"]?.array ?? [], features) {
            let places = try (member["geometry"]?["rings"]?.array ?? []).flatMap { try decoded($0, transform) }
            for (place, vertex) in zip(places, feature.geometry?.positions ?? []) {
                #expect(abs(place.x - vertex.x) < 1e-8 && abs(place.y - vertex.y) < 1e-8)
            }
        }
    }

    @Test func `shapes have fewer vertices where they may be off`() async throws {
        let ring = (0...720).map { index in
            let angle = -Double.pi * Double(index % 720) / 360
            return Position(x: 10 * cos(angle), y: 10 * sin(angle))
        }
        let round = Feature(geometry: .polygon(Geometry.Polygon(rings: [ring], spatialReference: .wgs84)))
        let served = try await ServedFeatures([(SampleFeatures.definition("Things", .polygon), [round])])
        for format in ["json", "geojson"] {
            let exact = try await served.json("/0/query", ["f": format])
            let general = try await served.json("/0/query", ["f": format, "maxAllowableOffset": "0.5"])
            func count(_ json: JSONValue) -> Int? {
                let geometry = json["features"]?[0]?["geometry"]
                return (geometry?["rings"] ?? geometry?["coordinates"])?[0]?.array?.count
            }
            #expect(count(exact) == 721)
            #expect((5...40).contains(count(general) ?? 0), "\(general.text())")
        }
    }

    @Test(arguments: [
        "x", "[]", "{\"tolerance\":0}", "{\"tolerance\":-1}", "{\"tolerance\":\"x\"}", "{\"mode\":\"both\"}",
        "{\"originPosition\":1}",
        "{\"extent\":1}", "{\"extent\":{\"xmin\":0,\"ymin\":0,\"xmax\":1,\"ymax\":1,\"spatialReference\":{\"wkid\":2056}}}",
    ])
    func `a grid that is none is refused by its name`(text: String) async throws {
        let (served, _) = try await served(.point)
        let error = try await served.json("/0/query", ["quantizationParameters": text])["error"]
        #expect(error?["code"]?.int == 400, "\(error?.text() ?? "")")
        #expect(error?["details"]?[0]?.string?.contains("'quantizationParameters'") == true)
    }

    @Test func `what a grid has no room for is refused`() async throws {
        let (served, _) = try await served(.point)
        for format in ["json", "pbf"] {
            let fields = ["f": format, "quantizationParameters": "{\"tolerance\":1e-300}"]
            #expect(try await served.json("/0/query", fields)["error"]?["code"]?.int == 400)
        }
        let heights = try await served.json("/0/query", ["quantizationParameters": "{}", "returnZ": "true"])["error"]
        #expect(heights?["details"]?[0]?.string?.contains("'returnZ'") == true)
    }
}
