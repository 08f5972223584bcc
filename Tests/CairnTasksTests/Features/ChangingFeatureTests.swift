import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Features that are read while others add and delete some.
@Suite(.timeLimit(.minutes(5)))
struct ChangingFeatureTests {
    /// A service whose rows change whenever it has answered a query for features.
    private final class Town: Sendable {
        let site: FeatureSite
        private let before: [Feature]
        private let random: Mutex<SeededGenerator>
        private let added = Mutex<[Feature]>([])

        init(seed: UInt64, _ sense: FeatureSite.ConditionSense) {
            var random = SeededGenerator(seed: seed)
            var abilities = FeatureSite.Abilities()
            abilities.maxRecordCount = .random(in: 1...30, using: &random)
            abilities.offersPBF = .random(using: &random)
            abilities.isMoody = .random(using: &random)
            abilities.behindID = sense
            site = FeatureSite(FeatureSite.rows(.random(in: 0...150, using: &random), seed: seed), abilities)
            before = site.rows
            self.random = Mutex(random)
        }

        func table() -> ServiceFeatureTable {
            let transport = site.transport { [self] request, honest in
                guard request.url.lastPathComponent == "query", request.fields["returnIdsOnly"] == nil else { return honest }
                return try random.withLock { random in
                    change(&random)
                    if Int.random(in: 0..<8, using: &random) == 0 { throw TransportError(.timedOut, url: request.url) }
                    return honest
                }
            }
            return ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
        }

        private func change(_ random: inout SeededGenerator) {
            site.state.withLock { state in
                for _ in 0..<Int.random(in: 0...6, using: &random) {
                    guard let id = state.rows.keys.sorted().randomElement(using: &random) else { break }
                    state.rows[id] = nil
                }
                // Fewer, or there would be no end.
                for _ in 0..<Int.random(in: 0...1, using: &random) {
                    state.add(FeatureSite.row(using: &random))
                    let row = state.rows[state.nextID - 1]
                    added.withLock { $0.append(row!) }
                }
            }
        }

        /// Those that have been there from the beginning, and those that were there at any time.
        var constant: [Feature] { site.rows.filter(before.contains) }
        var all: Set<Feature> { Set(before + added.withLock(\.self)) }
    }

    private func verify(_ seed: UInt64, _ sense: FeatureSite.ConditionSense) async throws {
        let town = Town(seed: seed, sense)
        let table = town.table()
        var parameters = QueryParameters(whereClause: seed % 3 == 0 ? "VALUE > 2" : "")
        if seed % 5 == 0 { parameters.orderByFields = [OrderBy.Key("objectid")] }
        let found: [Feature]
        do {
            found = try await table.queryFeatures(using: parameters).featureSet().features.map(\.rounded)
        } catch let error as TransportError {
            // No smaller page can be asked for than that of one feature.
            #expect(error.reason == .timedOut)
            return
        }
        let ids = found.compactMap { $0.attributes["OBJECTID"]?.int }
        #expect(ids == Set(ids).sorted() && town.all.isSuperset(of: found), "seed \(seed)")
        let right = town.constant.filter { parameters.whereClause.isEmpty || $0.attributes["VALUE"]?.int ?? 0 > 2 }
        #expect(Set(found).isSuperset(of: right), "seed \(seed)")
    }

    @Test(arguments: 0..<4) func `features that are there throughout come exactly once, whatever others add and delete`(
        batch: UInt64
    ) async throws {
        for seed in batch * 50..<batch * 50 + UInt64(rounds(15, long: 50)) { try await verify(seed, .understood) }
    }

    @Test func `so they do where a service refuses to be asked for those behind an object id`() async throws {
        for seed in 1000..<UInt64(1000 + rounds(30, long: 100)) { try await verify(seed, .refused) }
    }
}
