import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTesting
import Testing

/// Boxes whose western edge lies east of the eastern one.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct AskingAcross180Tests {
    @Test(arguments: [4326, 102100])
    func `a box across 180 degrees holds what lies east of its one edge, or west of the other`(wkid: Int) async throws {
        let features = SampleFeatures.features(200, .point)
        let served = try await ServedFeatures([(SampleFeatures.definition("Things", .point), features)])
        var random = SeededGenerator(seed: UInt64(wkid))
        for _ in 0..<30 {
            let edges = [Double.random(in: -180...180, using: &random), .random(in: -180...180, using: &random)].sorted()
            let heights = [Double.random(in: -80...80, using: &random), .random(in: -80...80, using: &random)].sorted()
            let expected = features.filter { feature in
                guard case .point(let point)? = feature.geometry else { return false }
                return (point.x >= edges[1] || point.x <= edges[0]) && (heights[0]...heights[1]).contains(point.y)
            }
            var corners = [Position(x: edges[1], y: heights[0]), Position(x: edges[0], y: heights[1])]
            if wkid != 4326 { corners = corners.map(WebMercator.project) }
            let box = corners.flatMap { ["\($0.x)", "\($0.y)"] }.joined(separator: ",")
            let fields = [
                "geometry": box, "geometryType": "esriGeometryEnvelope", "inSR": "\(wkid)", "returnIdsOnly": "true",
            ]
            let ids = try await served.json("/0/query", fields)["objectIds"]?.array?.compactMap(\.int)
            #expect(ids == expected.compactMap { $0.attributes["OBJECTID"]?.int }, "\(box)")
        }
    }

    @Test(arguments: [
        ["geometry": "200,0,10,10"], ["geometry": "170,5,-170,5"],
        ["geometry": "170,0,-170,5", "spatialRel": "esriSpatialRelEnvelopeIntersects"],
        ["geometry": "170,0,-170,5", "inSR": "2056"],
    ])
    func `a box that cannot be taken so is refused, and not turned round`(fields: [String: String]) async throws {
        let served = try await ServedFeatures(
            [(SampleFeatures.definition("Things", .point), SampleFeatures.features(5, .point))])
        let error = try await served.json("/0/query", fields)["error"]
        #expect(error?["code"] == 400, "\(error?.text() ?? "")")
    }

    @Test func `half a world up to its edge is one box`() async throws {
        let served = try await ServedFeatures(
            [(SampleFeatures.definition("Things", .point), SampleFeatures.features(50, .point))])
        for box in ["180,-90,0,90", "0,-90,-180,90"] {
            let count = try await served.json("/0/query", ["geometry": box, "returnCountOnly": "true"])["count"]?.int ?? 0
            #expect(count > 5 && count < 45)
        }
    }
}
