import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Services that cut without saying so.
@Suite(.timeLimit(.minutes(5)))
struct ShortPageTests {
    private static func ids(_ features: [Feature]) -> [Int] { features.compactMap { $0.attributes["OBJECTID"]?.int } }

    /// The answer with no more than so many features, and as if these were all.
    private static func cut(_ answer: HTTPResponse, to count: Int, _ random: inout SeededGenerator) -> HTTPResponse {
        guard var members = (try? JSONValue(parsing: answer.body))?.object, let features = members["features"]?.array else {
            return answer
        }
        members["features"] = .array(Bool.random(using: &random) ? features.suffix(count) : Array(features.prefix(count)))
        members["exceededTransferLimit"] = nil
        return .json(JSONValue.object(members).text())
    }

    private static func table(
        _ site: FeatureSite, info: FeatureLayerInfo? = nil,
        _ spoil: @escaping @Sendable ([String: String], HTTPResponse) -> HTTPResponse
    ) -> ServiceFeatureTable {
        let metadata = (info ?? site.info).esriJSON.text()
        let transport = site.transport { request, honest in
            if request.url.lastPathComponent == "0" { return .json(metadata) }
            return request.fields["outFields"] == nil ? honest : spoil(request.fields, honest)
        }
        return ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
    }

    @Test func `a page that is cut in silence is not believed, however many there are`() async throws {
        for seed in 0..<UInt64(100) {
            var random = SeededGenerator(seed: seed)
            let count = Int.random(in: 0...40, using: &random)
            let site = FeatureSite(
                FeatureSite.rows(count, seed: seed), FeatureSite.Abilities(maxRecordCount: .random(in: 5...50, using: &random)))
            let most = Int.random(in: 1...6, using: &random)
            let table = Self.table(site) { fields, honest in
                var random = SeededGenerator(seed: seed + UInt64(honest.body.count))
                return Self.cut(honest, to: most, &random)
            }
            let found = try await table.queryFeatures().featureSet().features
            #expect(Self.ids(found).sorted() == Array(0..<count).map { $0 + 1 }, "seed \(seed)")
        }
    }

    @Test func `what is asked for by ids is asked for again as long as some of it comes, and stays in order`() async throws {
        let site = FeatureSite(FeatureSite.rows(90), FeatureSite.Abilities(maxRecordCount: 50))
        var plain = site.info
        plain.queryCapabilities = []
        for info in [site.info, plain] {
            for seed in 0..<UInt64(20) {
                let table = Self.table(site, info: info) { _, honest in
                    var random = SeededGenerator(seed: seed + UInt64(honest.body.count))
                    return Self.cut(honest, to: 3, &random)
                }
                var parameters = QueryParameters()
                let wanted = Array(stride(from: 3, through: 120, by: 3))
                if info == site.info { parameters.objectIDs = wanted }
                if seed % 2 == 0 { (parameters.resultOffset, parameters.maxFeatures) = (2, 11) }
                let all = info == site.info ? wanted.filter { $0 <= 90 } : Array(1...90)
                let right = seed % 2 == 0 ? Array(all.dropFirst(2).prefix(11)) : all
                #expect(Self.ids(try await table.queryFeatures(using: parameters).featureSet().features) == right)
            }
        }
    }

    @Test func `in another order a page that is cut in silence is gone on with, and what never comes is refused`() async throws {
        let site = FeatureSite(FeatureSite.rows(30))
        var parameters = QueryParameters()
        parameters.orderByFields = [OrderBy.Key("VALUE")]
        let asked = parameters
        let right = try await Self.table(site) { $1 }.queryFeatures(using: asked).featureSet().features
        let cutting = Self.table(site) { _, honest in
            guard var members = (try? JSONValue(parsing: honest.body))?.object else { return honest }
            members["features"] = .array(members["features"]?.array?.prefix(4).map(\.self) ?? [])
            members["exceededTransferLimit"] = nil
            return .json(JSONValue.object(members).text())
        }
        #expect(try await cutting.queryFeatures(using: asked).featureSet().features == right)
        let stubborn = Self.table(site) { fields, honest in
            Int(fields["resultOffset"] ?? "") ?? 0 > 0 ? .json("{\"features\":[]}") : Self.first(3, of: honest)
        }
        let error = await #expect(throws: TransportError.self) { try await stubborn.queryFeatures(using: asked).featureSet() }
        #expect("\(error as Any)".contains("30 features are counted of which it gave 3"), "\(error as Any)")
    }

    private static func first(_ count: Int, of answer: HTTPResponse) -> HTTPResponse {
        guard var members = (try? JSONValue(parsing: answer.body))?.object else { return answer }
        members["features"] = .array(members["features"]?.array?.prefix(count).map(\.self) ?? [])
        members["exceededTransferLimit"] = nil
        return .json(JSONValue.object(members).text())
    }

    @Test func `a page that repeats a feature in place of another is refused, and an empty one is not believed`() async throws {
        let site = FeatureSite(FeatureSite.rows(3))
        let repeating = Self.table(site) { fields, honest in
            guard fields["where"] == "1=1", fields["resultOffset"] == "0" else { return .json("{\"features\":[]}") }
            let features = [1, 2, 2].map { "{\"attributes\":{\"OBJECTID\":\($0)}}" }.joined(separator: ",")
            return .json("{\"features\":[\(features)]}")
        }
        let error = await #expect(throws: TransportError.self) { try await repeating.queryFeatures().featureSet() }
        #expect("\(error as Any)".contains("some are repeated"), "\(error as Any)")
        let silent = Self.table(site) { fields, honest in fields["objectIds"] == nil ? .json("{\"features\":[]}") : honest }
        #expect(Self.ids(try await silent.queryFeatures().featureSet().features) == [1, 2, 3])
    }
}
