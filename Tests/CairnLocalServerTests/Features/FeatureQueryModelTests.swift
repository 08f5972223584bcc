import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Queries by chance, against a look at each feature in plain Swift.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct FeatureQueryModelTests {
    private struct Condition {
        let text: String
        let isMet: @Sendable (Feature) -> Bool

        static func random(_ random: inout SeededGenerator) -> Condition {
            let rank = Int.random(in: -5...5, using: &random)
            let share = Double(Int.random(in: -10...10, using: &random)) / 10
            return [
                Condition(text: "1=1", isMet: { _ in true }),
                Condition(text: "RANK >= \(rank)") { ($0.attributes["RANK"]?.int).map { $0 >= rank } ?? false },
                Condition(text: "rank is null or share < \(share)") {
                    $0.attributes["RANK"] == .null || ($0.attributes["SHARE"]?.double).map { $0 < share } ?? false
                },
                Condition(text: "NOT (RANK = \(rank))") { ($0.attributes["RANK"]?.int).map { $0 != rank } ?? false },
                Condition(text: "NAME LIKE '%B%'") { $0.attributes["NAME"]?.string?.unicodeScalars.contains("B") == true },
            ].randomElement(using: &random)!
        }
    }

    private struct Round {
        var fields: [String: String] = [:]
        var expected: [Feature]
    }

    private func round(_ features: [Feature], _ type: GeometryType?, _ random: inout SeededGenerator) throws -> Round {
        let condition = Condition.random(&random)
        var round = Round(fields: ["where": condition.text], expected: features.filter(condition.isMet))
        func sometimes(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
        if sometimes(4) {
            let ids = Set((0..<200).map { _ in Int.random(in: 0...400, using: &random) })
            round.fields["objectIds"] = ids.map(String.init).joined(separator: ", ")
            round.expected = round.expected.filter { ids.contains($0.id) }
        }
        if type != nil, sometimes(2) {
            let (x, y) = (Double.random(in: -180...0, using: &random), Double.random(in: -90...0, using: &random))
            let box = Envelope(xMin: x, yMin: y, xMax: x + 120, yMax: y + 60, spatialReference: .wgs84)
            round.fields["geometry"] = "\(x),\(y),\(x + 120),\(y + 60)"
            round.expected = try round.expected.filter { try $0.geometry?.intersects(.envelope(box)) ?? false }
        }
        if sometimes(4) {
            let start = Int.random(in: 0...1_500_000_000, using: &random)
            round.fields["time"] = "\(start)000,\(start + 400_000_000)000"
            round.expected = round.expected.filter { feature in
                guard case .date(let date)? = feature.attributes["BEGAN"] else { return false }
                return (Double(start)...Double(start + 400_000_000)).contains(date.timeIntervalSince1970)
            }
        }
        return round
    }

    @Test(arguments: GeometryType.allCases.map { Optional($0) } + [nil])
    func `what is asked for is what a look at each feature finds`(type: GeometryType?) async throws {
        let features = SampleFeatures.features(300, type, seed: 5)
        let served = try await ServedFeatures([(SampleFeatures.definition("Things", type), features)])
        var random = SeededGenerator(seed: 9)
        for number in 0..<rounds(60, long: 3000) {
            var round = try round(features, type, &random)
            let method: HTTPRequest.Method = Bool.random(using: &random) ? .get : .post
            let expected = round.expected
            func ask(_ more: [String: String]) async throws -> JSONValue {
                try await served.json("/0/query", round.fields.merging(more) { $1 }, method: method)
            }
            #expect(try await ask(["returnCountOnly": "true"])["count"]?.int == expected.count, "\(number) \(round.fields)")
            let ids = try await ask(["returnIdsOnly": "true"])["objectIds"]?.array?.compactMap(\.int)
            #expect(ids == expected.map(\.id), "\(number)")
            if type != nil {
                let extent = expected.compactMap { $0.geometry?.extent }.reduce(nil) { box, other in box?.union(other) ?? other }
                let json = try await ask(["returnExtentOnly": "true", "returnCountOnly": "true"])
                #expect(json["extent"]?["xmin"]?.double == extent?.xMin && json["extent"]?["ymax"]?.double == extent?.yMax)
                #expect(json["count"]?.int == expected.count)
            }
            let (offset, count) = (Int.random(in: 0...50, using: &random), Int.random(in: 1...80, using: &random))
            round.fields["orderByFields"] = "RANK desc, OBJECTID"
            let json = try await ask(["outFields": "*", "resultOffset": "\(offset)", "resultRecordCount": "\(count)"])
            let page = ordered(expected).dropFirst(offset).prefix(count)
            #expect(try FeatureSet(esriJSON: json).features.map(\.id) == page.map(\.id), "\(number) \(round.fields)")
            #expect(json["exceededTransferLimit"]?.bool == (expected.count > offset + count ? true : nil))
        }
    }

    private func ordered(_ features: [Feature]) -> [Feature] {
        features.sorted { one, other in
            let (left, right) = (one.attributes["RANK"]?.int ?? .min, other.attributes["RANK"]?.int ?? .min)
            return left == right ? one.id < other.id : left > right
        }
    }

    @Test(arguments: GeometryType.allCases, [false, true])
    func `every format says the same`(type: GeometryType, hasZ: Bool) async throws {
        let features = SampleFeatures.features(200, type, seed: 3, hasZ: hasZ)
        let served = try await ServedFeatures([(SampleFeatures.definition("Things", type, hasZ: hasZ), features)])
        let fields = ["outFields": "*", "returnZ": "true"]
        let json = try await served.features("/0/query", fields).features
        #expect(json == features)

        let pretty = try await served.response("/0/query", fields.merging(["f": "pjson"]) { $1 }).body
        #expect(try FeatureSet(esriJSON: try JSONValue(parsing: pretty)).features == features)

        var reader = FeaturePBFReader()
        reader.append(try await served.response("/0/query", fields.merging(["f": "pbf"]) { $1 }).body)
        reader.finish()
        var found: [Feature] = []
        try reader.read(into: &found)
        #expect(found.map(\.attributes) == features.map(\.attributes))
        for (one, other) in zip(found, features) {
            for (left, right) in zip(one.geometry?.positions ?? [], other.geometry?.positions ?? []) {
                // The format has whole numbers of billionths.
                #expect(abs(left.x - right.x) < 1e-8 && abs(left.y - right.y) < 1e-8)
                #expect(abs((left.z ?? 0) - (right.z ?? 0)) < 1e-8)
            }
        }

        let collection = try JSONValue(
            parsing: try await served.response("/0/query", fields.merging(["f": "geojson"]) { $1 }).body)
        let expected = try features.map { try $0.geoJSON() }
        #expect(collection["features"]?.array?.map { $0["geometry"] } == expected.map { $0["geometry"] })
        #expect(collection["features"]?.array?.map { $0["properties"] } == expected.map { $0["properties"] })
        #expect(collection["features"]?.array?.compactMap { $0["id"]?.int } == features.map(\.id))
    }

    @Test func `statistics are those of a look at each feature`() async throws {
        let features = SampleFeatures.features(500, .point, seed: 8)
        let served = try await ServedFeatures([(SampleFeatures.definition("Things", .point), features)])
        let statistics = """
            [{"statisticType":"count","onStatisticField":"NAME","outStatisticFieldName":"n"},
            {"statisticType":"max","onStatisticField":"SHARE","outStatisticFieldName":"most"}]
            """
        let fields = [
            "outStatistics": statistics, "groupByFieldsForStatistics": "RANK", "orderByFields": "RANK",
            "having": "count(NAME) > 40",
        ]
        let groups = Dictionary(grouping: features) { $0.attributes["RANK"]?.int }.filter { $0.value.count > 40 }
        let found = try await served.features("/0/query", fields)
        #expect(found.features.map { $0.attributes["RANK"]?.int } == groups.keys.sorted { ($0 ?? .min) < ($1 ?? .min) })
        for row in found.features {
            let group = try #require(groups[row.attributes["RANK"]?.int])
            #expect(row.attributes["n"]?.int == group.count)
            #expect(row.attributes["most"]?.double == group.compactMap { $0.attributes["SHARE"]?.double }.max())
        }
        #expect(found.fields.map(\.name) == ["RANK", "n", "most"])
        let first = try await served.json("/0/query", fields.merging(["resultRecordCount": "1"]) { $1 })
        #expect(first["features"]?.array?.count == 1 && first["exceededTransferLimit"]?.bool == (groups.count > 1 ? true : nil))
    }

    @Test func `distinct values are given once, and counted once`() async throws {
        let features = SampleFeatures.features(200, .point, seed: 2)
        let served = try await ServedFeatures([(SampleFeatures.definition("Things", .point), features)])
        let ranks = Set(features.map { $0.attributes["RANK"]?.int })
        let fields = ["returnDistinctValues": "true", "outFields": "rank"]
        let found = try await served.features("/0/query", fields)
        #expect(Set(found.features.map { $0.attributes["RANK"]?.int }) == ranks && found.features.count == ranks.count)
        let count = try await served.json("/0/query", fields.merging(["returnCountOnly": "true"]) { $1 })
        #expect(count["count"]?.int == ranks.count)
    }
}

extension Feature {
    var id: Int { attributes["OBJECTID"]?.int ?? 0 }
}
