import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Where the pages of a service begin.
@Suite(.timeLimit(.minutes(5)))
struct FeaturePagingTests {
    private static func pages(_ transport: StubTransport) -> [HTTPRequest] {
        transport.requests.filter { $0.url.lastPathComponent == "query" && $0.fields["returnCountOnly"] == nil }
    }

    /// Where each page has been asked for: the condition and the number.
    private static func starts(_ transport: StubTransport) -> [[String]] {
        pages(transport).map { request in
            ["where", "resultOffset", "objectIds"].compactMap { request.fields[$0] }
        }
    }

    private static func ids(_ features: [Feature]) -> [Int] { features.compactMap { $0.attributes["OBJECTID"]?.int } }

    private static func site(_ sense: FeatureSite.ConditionSense = .understood, count: Int = 20) -> FeatureSite {
        FeatureSite(FeatureSite.rows(count), FeatureSite.Abilities(behindID: sense))
    }

    @Test func `a page begins behind the last object id of the one before`() async throws {
        let transport = Self.site().transport()
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
        #expect(Self.ids(try await table.queryFeatures().featureSet().features) == Array(1...20))
        #expect(Self.starts(transport) == [["1=1", "0"], ["OBJECTID > 7", "0"], ["OBJECTID > 14", "0"]])
        var parameters = QueryParameters(whereClause: "VALUE > -1")
        (parameters.resultOffset, parameters.maxFeatures) = (2, 12)
        #expect(Self.ids(try await table.queryFeatures(using: parameters).featureSet().features) == Array(3...14))
        #expect(Self.starts(transport).suffix(2) == [["VALUE > -1", "2"], ["(VALUE > -1) AND OBJECTID > 9", "0"]])
        #expect(Self.pages(transport).last?.fields["resultRecordCount"] == "5")
    }

    @Test func `in another order, and of different values, a page begins by its number`() async throws {
        let transport = Self.site().transport()
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
        for keys in [[OrderBy.Key("OBJECTID", isDescending: true)], [OrderBy.Key("OBJECTID"), OrderBy.Key("NAME")], []] {
            var parameters = QueryParameters()
            parameters.orderByFields = keys
            if keys.isEmpty { (parameters.outFields, parameters.returnsDistinctValues) = (["GlobalID"], true) }
            _ = try await table.queryFeatures(using: parameters).featureSet()
            let isByID = keys.count == 2
            #expect(Self.starts(transport).suffix(3).map(\.[1]) == (isByID ? ["0", "0", "0"] : ["0", "7", "14"]), "\(keys)")
        }
    }

    @Test(arguments: ["gis.TREES.fid", "the id", "ähre", "1st", "id;--", "\"id\""])
    func `a page begins by its number if the object id's name is no plain identifier`(name: String) async throws {
        let field = JSONValue.string(name).text()
        let transport = StubTransport { request in
            guard request.url.lastPathComponent == "query" else {
                return .json(
                    """
                    {"id":0,"type":"Table","fields":[{"name":\(field),"type":"esriFieldTypeOID"}],"maxRecordCount":3,
                     "advancedQueryCapabilities":{"supportsPagination":true}}
                    """)
            }
            let start = Int(request.fields["resultOffset"] ?? "") ?? -1
            let rows = (start..<max(start, min(start + 3, 8))).map { "{\"attributes\":{\(field):\($0)}}" }
            return .json("{\"features\":[\(rows.joined(separator: ","))]}")
        }
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
        #expect(try await table.queryFeatures().featureSet().features.count == 8)
        #expect(Self.starts(transport) == [["1=1", "0"], ["1=1", "3"], ["1=1", "6"]])
    }

    @Test(arguments: FeatureSite.ConditionSense.allCases)
    func `a service that refuses or ignores the condition gives everything all the same`(sense: FeatureSite.ConditionSense)
        async throws
    {
        let transport = Self.site(sense).transport()
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
        var parameters = QueryParameters()
        (parameters.resultOffset, parameters.maxFeatures) = (1, 17)
        #expect(Self.ids(try await table.queryFeatures(using: parameters).featureSet().features) == Array(2...18))
        switch sense {
        case .understood: #expect(Self.starts(transport).count == 3)
        case .ignored:
            #expect(Self.starts(transport) == [["1=1", "1"], ["OBJECTID > 8", "0"], ["1=1", "8"], ["1=1", "15"]])
        case .refused:
            // The ids are listed, and then named.
            #expect(Self.starts(transport).suffix(2) == [["1=1", "9,10,11,12,13,14,15"], ["1=1", "16,17,18,19,20"]])
        }
    }

    @Test func `a refusal of the condition is not one of Protocol Buffers`() async throws {
        let site = FeatureSite(FeatureSite.rows(20), FeatureSite.Abilities(offersPBF: true, behindID: .refused))
        let transport = site.transport()
        let table = ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
        #expect(try await table.queryFeatures().featureSet().features.count == 20)
        #expect(transport.requests.last?.fields["f"] == "pbf")
    }

    @Test func `what a service does not give in order, though it says so, comes once, or is refused`() async throws {
        var (whole, refused, conditions) = (0, 0, 0)
        for seed in 0..<UInt64(200) {
            var random = SeededGenerator(seed: seed)
            var order = Array(1...30)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                order.swapAt(.random(in: 0..<30, using: &random), .random(in: 0..<30, using: &random))
            }
            // Ids of views are repeated.
            if Bool.random(using: &random) { order.insert(order[20], at: 20) }
            let transport = Self.transport(giving: order)
            let table = ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
            do {
                let found = Self.ids(try await table.queryFeatures().featureSet().features)
                #expect(found.sorted() == order.sorted(), "seed \(seed)")
                whole += 1
            } catch let error as TransportError {
                let words = ["came on a page before", "is there twice", "some are repeated"]
                #expect(words.contains { "\(error)".contains($0) }, "seed \(seed): \(error)")
                refused += 1
            }
            conditions += Self.starts(transport).contains { $0[0] != "1=1" } ? 1 : 0
        }
        #expect(whole > 100 && refused > 2 && conditions > 100, "\(whole), \(refused), \(conditions)")
    }

    private static func answer(_ ids: [Int]) -> HTTPResponse {
        let rows = ids.prefix(4).map { "{\"attributes\":{\"OBJECTID\":\($0)}}" }.joined(separator: ",")
        return .json("{\"features\":[\(rows)],\"exceededTransferLimit\":\(ids.count > 4)}")
    }

    /// A service that says that it sorts, and does not.
    private static func transport(giving order: [Int]) -> StubTransport {
        FeatureSite([], FeatureSite.Abilities(maxRecordCount: 4)).transport { request, honest in
            guard request.url.lastPathComponent == "query" else { return honest }
            if request.fields["returnIdsOnly"] == "true" { return .json("{\"objectIds\":\(order)}") }
            if let ids = request.fields["objectIds"]?.split(separator: ",").compactMap({ Int($0) }) {
                return answer(order.filter(ids.contains))
            }
            if request.fields["returnCountOnly"] == "true" {
                let last = request.fields["where"]?.wholeMatch(of: /OBJECTID <= (\d+)/).flatMap { Int($0.1) } ?? .max
                return .json("{\"count\":\(order.count { $0 <= last })}")
            }
            let last = request.fields["where"]?.wholeMatch(of: /OBJECTID > (\d+)/).flatMap { Int($0.1) } ?? 0
            let rest = order.filter { $0 > last }.dropFirst(Int(request.fields["resultOffset"] ?? "") ?? 0)
            return answer(Array(rest))
        }
    }
}
