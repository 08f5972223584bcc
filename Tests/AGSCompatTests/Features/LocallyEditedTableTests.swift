@testable import AGSCompat
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// A service's table with edits that were not sent, against a table of a file in which the same edits are done.
struct LocallyEditedTableTests {
    private final class Twins {
        let service: SampleService
        let table: LocallyEditedTable
        /// A second implementation: the same edits, done at once.
        let twin: GeodatabaseFeatureTable
        private let folder: Geodatabase
        /// The object ids of the twin, by those that are known of the table.
        private(set) var ids: [Int: Int] = [:]
        private var next = 1000

        init() async throws {
            service = try await SampleService(count: 30)
            table = LocallyEditedTable(
                ServiceFeatureTable(url: SampleService.url.appending(path: "0"), transport: service.server), sending: TurnQueue())
            folder = try await Geodatabase.temporary()
            twin = try await folder.createTable(SampleService.definition("Damage", hasGlobalIDs: false))
            let rows = (0..<30).map(SampleService.feature)
            _ = try await twin.applyEdits(FeatureEdits(adds: rows))
            for id in 1...30 { ids[id] = id }
        }

        func edit(_ random: inout SeededGenerator) async throws {
            let id = ids.keys.sorted().randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                next += 1
                let feature = SampleService.feature(next)
                let results = try await table.applyEdits(FeatureEdits(adds: [feature]))
                let twins = try await twin.applyEdits(FeatureEdits(adds: [feature]))
                ids[try #require(results.adds[0].objectID)] = twins.adds[0].objectID
            case 1:
                var change = SampleService.feature(Int.random(in: 0..<50, using: &random))
                change.attributes["primcause"] = nil
                if Bool.random(using: &random) { change.geometry = nil }
                try await apply(id) { feature in
                    change.attributes["OBJECTID"] = .integer(feature)
                    return FeatureEdits(updates: [change])
                }
            default:
                try await apply(id) { FeatureEdits(deletedObjectIDs: [$0]) }
                ids[id] = nil
            }
        }

        private func apply(_ id: Int, _ edits: (Int) -> FeatureEdits) async throws {
            #expect(try await table.applyEdits(edits(id)).firstError == nil)
            #expect(try await twin.applyEdits(edits(try #require(ids[id]))).firstError == nil)
        }
    }

    private func parameters(_ random: inout SeededGenerator) -> QueryParameters {
        let conditions = [
            "", "1=1", "rank > 10", "typdamage = 'Major' OR rank < 5", "primcause LIKE 'cause 1%'", "seen > DATE '1970-01-12'",
            "rank IS NULL",
        ]
        var parameters = QueryParameters(whereClause: conditions.randomElement(using: &random)!)
        if Bool.random(using: &random) {
            parameters.geometry = .envelope(
                Envelope(
                    xMin: -5, yMin: -5, xMax: Double.random(in: 0...600, using: &random), yMax: 5, spatialReference: .webMercator)
            )
        }
        // The causes differ, so that the ids behind them need not be alike.
        let orders = [[OrderBy.Key("typdamage"), OrderBy.Key("primcause")], [OrderBy.Key("primcause", isDescending: true)], []]
        parameters.orderByFields = orders.randomElement(using: &random)!
        parameters.resultOffset = Int.random(in: 0..<4, using: &random)
        parameters.maxFeatures = Bool.random(using: &random) ? nil : Int.random(in: 1..<12, using: &random)
        if Int.random(in: 0..<3, using: &random) == 0 { parameters.outSpatialReference = .wgs84 }
        parameters.returnsGeometry = Bool.random(using: &random)
        if Int.random(in: 0..<4, using: &random) == 0 { parameters.outFields = ["rank", "PRIMCAUSE"] }
        return parameters
    }

    private func rows(_ table: some FeatureTable, _ parameters: QueryParameters) async throws -> [Feature] {
        try await table.queryFeatures(using: parameters).featureSet().features.map { feature in
            var feature = feature
            feature.attributes["OBJECTID"] = nil
            // What a service has changed into degrees has ten decimals.
            if case .point(var point)? = feature.geometry, point.spatialReference == .wgs84 {
                point.position = Position(x: Self.rounded(point.x), y: Self.rounded(point.y))
                feature.geometry = .point(point)
            }
            return feature
        }
    }

    private static func rounded(_ degrees: Double) -> Double { (degrees * 1e9).rounded() / 1e9 + 0 }

    private func compare(_ twins: Twins, _ random: inout SeededGenerator) async throws {
        let parameters = parameters(&random)
        let (found, expected) = (try await rows(twins.table, parameters), try await rows(twins.twin, parameters))
        #expect(found == expected, "\(parameters)")
        #expect(
            try await twins.table.queryFeatureCount(using: parameters)
                == (try await twins.twin.queryFeatureCount(using: parameters)))
        let extents = (
            try await twins.table.queryExtent(using: parameters), try await twins.twin.queryExtent(using: parameters)
        )
        #expect(
            [\Envelope.xMin, \.yMin, \.xMax, \.yMax].allSatisfy { side in
                extents.0.map { Self.rounded($0[keyPath: side]) } == extents.1.map { Self.rounded($0[keyPath: side]) }
            })
    }

    @Test(arguments: 0..<6) func `queries find what they would if the edits were done`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let twins = try await Twins()
        for _ in 0..<25 {
            try await twins.edit(&random)
            try await compare(twins, &random)
            if Int.random(in: 0..<12, using: &random) == 0 { _ = try await twins.table.send() }
        }
        _ = try await twins.table.send()
        #expect(twins.table.edits.isEmpty)
        try await compare(twins, &random)
        let all = QueryParameters()
        let (sent, expected) = (
            try await rows(twins.service.geodatabase.table(named: "Damage"), all), try await rows(twins.twin, all)
        )
        #expect(Set(sent) == Set(expected) && sent.count == expected.count)
        for (id, twin) in twins.ids {
            let whole = try await twins.table.wholeFeatures([id])[id]
            let same = try await twins.twin.wholeFeatures([twin])[twin]
            #expect(whole?.feature.attributes["primcause"] == same?.feature.attributes["primcause"] && whole != nil)
        }
    }

    @Test func `a condition of the table narrows every query`() async throws {
        let twins = try await Twins()
        twins.table.condition = "rank >= 20"
        let parameters = QueryParameters(whereClause: "rank < 5 OR rank = 25")
        #expect(try await rows(twins.table, parameters).map { $0.attributes["rank"]?.int } == [25])
        _ = try await twins.table.applyEdits(FeatureEdits(adds: [SampleService.feature(3), SampleService.feature(25)]))
        #expect(try await twins.table.queryFeatureCount(using: parameters) == 2)
    }

    @Test func `a condition that only the service understands is refused once there are edits`() async throws {
        let twins = try await Twins()
        let parameters = QueryParameters(whereClause: "SHAPE_AREA(rank) > 1")
        _ = try await twins.table.applyEdits(FeatureEdits(deletedObjectIDs: [1]))
        await #expect(throws: WhereClauseError.self) { try await twins.table.queryFeatures(using: parameters) }
    }

    @Test func `edits of several features do not copy all that are kept, and are refused together`() async throws {
        func place(_ edits: LocalEdits) -> UInt { unsafeBitCast(edits.entries, to: UInt.self) }
        func ranks(_ table: LocallyEditedTable) async throws -> [Int?] {
            try await rows(table, QueryParameters(objectIDs: [1, 2, 3])).map { $0.attributes["rank"]?.int }
        }
        func change(_ rank: Int) -> [Feature] {
            [1, 2].map { Feature(attributes: ["OBJECTID": .integer($0), "rank": .integer(rank)]) }
        }
        let twins = try await Twins()
        let table = twins.table
        _ = try await table.applyEdits(FeatureEdits(updates: change(50), deletedObjectIDs: [3]))
        let before = place(table.edits)
        #expect(try await table.applyEdits(FeatureEdits(updates: change(51))).firstError == nil)
        #expect(place(table.edits) == before)
        for deleted in [[3], [1, 1], [1, -77]] {
            let refused = FeatureEdits(adds: [SampleService.feature(9)], updates: change(52), deletedObjectIDs: deleted)
            let results = try await table.applyEdits(refused)
            #expect(results.firstError?.code == 1019 && results.updates.compactMap(\.error).isEmpty)
        }
        #expect(try await ranks(table) == [51, 51])
        #expect(table.edits.entries.count == 3)
    }
}
