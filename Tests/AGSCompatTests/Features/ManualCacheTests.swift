import AGSCompat
import Foundation
import Testing

/// Features that were brought here with some of their fields.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct ManualCacheTests {
    private func bring(_ table: AGSServiceFeatureTable, _ fields: [String], _ condition: String = "") async throws {
        let parameters = AGSQueryParameters()
        parameters.whereClause = condition
        let _: AGSFeatureQueryResult = try await answer {
            table.populateFromService(with: parameters, clearCache: false, outFields: fields, completion: $0)
        }
    }

    private func table(of service: SampleService) -> AGSServiceFeatureTable {
        let table = service.table()
        table.featureRequestMode = .manualCache
        return table
    }

    @Test(arguments: [AGSFeatureRequestMode.onInteractionCache, .onInteractionNoCache])
    func `nothing is brought in a mode in which it would not be asked, and that is said`(mode: AGSFeatureRequestMode) async throws
    {
        let service = try await SampleService(count: 3)
        let table = service.table()
        table.featureRequestMode = mode
        let error = await #expect(throws: NSError.self) { try await bring(table, ["*"]) }
        #expect(error?.domain == AGSErrorDomain && error?.code == AGSErrorCode.commonIllegalState.rawValue)
        #expect(error?.localizedDescription.contains("featureRequestMode") == true)
        #expect(service.server.requestCount == 0 && table.numberOfFeatures == 0)
    }

    @Test func `what was not brought is not told to be null, and comes when the feature is loaded`() async throws {
        let service = try await SampleService(count: 3)
        let table = table(of: service)
        try await bring(table, ["rank"])
        let feature = try await query(table, "rank = 1")[0]
        #expect(feature.loadStatus == .notLoaded && feature.attributes["primcause"] == nil)
        #expect(feature.attributes["rank"] as? Int == 1)
        feature.attributes["typdamage"] = "Minor"
        try await done { table.update(feature, completion: $0) }
        let edited = try await query(table, "rank = 1")[0]
        #expect(edited.attributes["typdamage"] as? String == "Minor" && edited.attributes["primcause"] == nil)
        try await done { edited.load(completion: $0) }
        #expect(edited.loadStatus == .loaded && edited.attributes["primcause"] as? String == "cause 1")
        #expect(edited.attributes["typdamage"] as? String == "Minor")
        withExtendedLifetime(service) {}
    }

    @Test func `what was not brought is no condition, no order and no group`() async throws {
        let service = try await SampleService(count: 3)
        let table = table(of: service)
        try await bring(table, ["rank"])
        let parameters = AGSQueryParameters()
        parameters.orderByFields = [AGSOrderBy(fieldName: "typdamage", sortOrder: .descending)]
        let statistics = AGSStatisticsQueryParameters(statisticDefinitions: [
            AGSStatisticDefinition(onFieldName: "seen", statisticType: .maximum, outputAlias: nil)
        ])
        let condition = AGSQueryParameters()
        condition.whereClause = "PRIMCAUSE = 'cause 1'"
        let errors = await [
            error("primcause") { table.queryFeatures(with: condition, completion: $0) },
            error("typdamage") { table.queryFeatures(with: parameters, completion: $0) },
            error("seen") { table.queryStatistics(with: statistics, completion: $0) },
            error("primcause") { done in table.queryFeatureCount(with: condition) { done($1 == nil ? $0 : nil, $1) } },
        ]
        #expect(errors == [true, true, true, true])
        try await bring(table, ["*"], "rank < 2")
        #expect(await error("2 features", isThere: false) { table.queryFeatures(with: condition, completion: $0) })
        #expect(await error("1 features") { table.queryFeatures(with: condition, completion: $0) })
        try await bring(table, ["*"])
        #expect(try await query(table, "primcause = 'cause 1'").map(\.loadStatus) == [.loaded])
        withExtendedLifetime(service) {}
    }

    /// Whether it is refused, and the words have that in them.
    private func error<Value>(
        _ part: String, isThere: Bool = true, _ call: (@escaping (Value?, (any Error)?) -> Void) -> Void
    ) async -> Bool {
        do {
            let _: Value = try await answer(call)
            return false
        } catch {
            return (error as NSError).localizedDescription.contains(part) == isThere
        }
    }
}
