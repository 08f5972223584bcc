import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Numbers that JSON has no words for.
@Suite(.timeLimit(.minutes(5)))
struct FeatureEditNumberTests {
    private static let numbers: [Double] = [.nan, .infinity, -.infinity]

    private func refusal(_ feature: Feature) async throws -> String {
        let transport = FeatureSite(FeatureSite.rows(1)).transport()
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
        let isUpdate = feature.attributes["OBJECTID"] != nil
        let edits = FeatureEdits(adds: isUpdate ? [] : [feature], updates: isUpdate ? [feature] : [])
        let error = await #expect(throws: GeodatabaseError.self) { try await table.applyEdits(edits) }
        #expect(!transport.requests.contains { $0.url.lastPathComponent == "applyEdits" })
        return "\(try #require(error))"
    }

    @Test(arguments: numbers) func `an attribute that is no finite number is refused, and nothing is sent`(number: Double)
        async throws
    {
        for attributes in [["VALUE": .double(number)], ["OBJECTID": 1, "VALUE": .double(number)]] as [Attributes] {
            let words = try await refusal(Feature(attributes: attributes))
            #expect(words == "The field VALUE does not take the value: \(number) is beyond the numbers that it holds.")
        }
        let moment = Feature(attributes: ["SEEN": .date(Date(timeIntervalSince1970: number))])
        #expect(try await refusal(moment) == "The field SEEN does not take the value: the date is no moment.")
    }

    @Test(arguments: numbers) func `a vertex that is nowhere is refused, and nothing is sent`(number: Double) async throws {
        let ways = [Position(x: number, y: 1), Position(x: 1, y: number), Position(x: 1, y: 1, z: number)]
        for position in ways {
            let line = Polyline(paths: [[Position(x: 0, y: 0), position]])
            #expect(try await refusal(Feature(attributes: [:], geometry: .polyline(line))).contains("does not take the geometry"))
        }
        let heightless = MapPoint(x: 0, y: 0, z: number)
        #expect(try await refusal(Feature(attributes: [:], geometry: .point(heightless))).contains("height or measure"))
    }

    @Test func `an empty point is no place, and is sent`() async throws {
        let site = FeatureSite()
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: site.transport())
        let empty = Feature(attributes: ["NAME": "A"], geometry: .point(MapPoint(x: .nan, y: .nan, spatialReference: .wgs84)))
        #expect(try await table.applyEdits(FeatureEdits(adds: [empty])).firstError == nil)
        let far = Feature(attributes: ["NAME": "B"], geometry: .point(MapPoint(x: .infinity, y: 0)))
        #expect(try await refusal(far).contains("inf, 0.0, which is no place"))
    }

    @Test func `edits of several layers are refused alike`() async throws {
        let transport = FeatureSite().transport()
        let geodatabase = ServiceGeodatabase(url: FeatureSite.url, transport: transport)
        await #expect(throws: GeodatabaseError.self) {
            try await geodatabase.applyEdits([0: FeatureEdits(adds: [Feature(attributes: ["VALUE": .double(.nan)])])])
        }
        #expect(!transport.requests.contains { $0.url.lastPathComponent == "applyEdits" })
    }
}
