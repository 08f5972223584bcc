import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Synchronization

/// A table whose answers break off, by chance, and come in pieces of any size.
struct HarshTable: ForwardingTable {
    let base: any FeatureTable
    /// What is done to the features that it gives.
    var change: @Sendable ([Feature]) -> [Feature] = { $0 }
    private let dice: Dice

    final class Dice: Sendable {
        private let random: Mutex<SeededGenerator>
        private let failures = Atomic(0)
        private let mostFailures: Int

        init(seed: UInt64, failures: Int) {
            random = Mutex(SeededGenerator(seed: seed))
            mostFailures = failures
        }

        func roll(_ range: ClosedRange<Int>) -> Int { random.withLock { Int.random(in: range, using: &$0) } }

        /// Fails once in so many times, and not too often.
        func mayFail(_ one: Int) throws {
            guard roll(1...one) == 1, failures.add(1, ordering: .relaxed).newValue <= mostFailures else { return }
            throw TransportError(.connectionLost, url: URL(string: "http://localhost/"))
        }
    }

    init(_ base: any FeatureTable, seed: UInt64, failures: Int = 100) {
        (self.base, dice) = (base, Dice(seed: seed, failures: failures))
    }

    func definition() async throws -> FeatureTableDefinition {
        try dice.mayFail(3)
        return try await base.definition()
    }

    func queryFeatures(using parameters: QueryParameters) async throws -> FeatureQueryResult {
        try dice.mayFail(5)
        let found = try await base.queryFeatures(using: parameters)
        let rest = RestOfFeatures(found)
        return FeatureQueryResult(
            fields: found.fields, geometryType: found.geometryType, spatialReference: found.spatialReference
        ) { [dice, change] in
            try dice.mayFail(6)
            return try await rest.next(dice.roll(1...900)).map(change)
        }
    }

    func queryFeatureCount(using parameters: QueryParameters) async throws -> Int {
        try dice.mayFail(3)
        return try await base.queryFeatureCount(using: parameters)
    }
}
