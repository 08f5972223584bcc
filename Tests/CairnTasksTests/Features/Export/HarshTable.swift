import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Synchronization

/// A table whose answers break off, by chance, and come in pieces of any size.
struct HarshTable: FeatureTable {
    let base: GeodatabaseFeatureTable
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

    init(_ base: GeodatabaseFeatureTable, seed: UInt64, failures: Int = 100) {
        (self.base, dice) = (base, Dice(seed: seed, failures: failures))
    }

    func definition() async throws -> FeatureTableDefinition {
        try dice.mayFail(3)
        return base.info
    }

    func queryFeatures(using parameters: QueryParameters) async throws -> FeatureQueryResult {
        try dice.mayFail(5)
        let found = try await base.queryFeatures(using: parameters)
        let rest = Rest(found.makeAsyncIterator())
        return FeatureQueryResult(
            fields: found.fields, geometryType: found.geometryType, spatialReference: found.spatialReference
        ) { [dice, change] in
            try dice.mayFail(6)
            return try await rest.next(dice.roll(1...900)).map(change)
        }
    }

    /// What has been read and not been asked for.
    actor Rest {
        private var iterator: FeatureQueryResult.AsyncIterator

        init(_ iterator: FeatureQueryResult.AsyncIterator) { self.iterator = iterator }

        func next(_ count: Int) async throws -> [Feature]? {
            var (features, current) = ([Feature](), iterator)
            while features.count < count, let feature = try await current.next(isolation: self) { features.append(feature) }
            iterator = current
            return features.isEmpty ? nil : features
        }
    }

    func queryObjectIDs(using parameters: QueryParameters) async throws -> [Int] {
        try await base.queryObjectIDs(using: parameters)
    }

    func queryFeatureCount(using parameters: QueryParameters) async throws -> Int {
        try dice.mayFail(3)
        return try await base.queryFeatureCount(using: parameters)
    }

    func queryExtent(using parameters: QueryParameters) async throws -> Envelope? {
        try await base.queryExtent(using: parameters)
    }

    func queryStatistics(_ query: StatisticsQuery, using parameters: QueryParameters) async throws -> [Attributes] {
        try await base.queryStatistics(query, using: parameters)
    }

    func applyEdits(_ edits: FeatureEdits) async throws -> FeatureEditResults { try await base.applyEdits(edits) }

    func queryAttachments(ofFeatures objectIDs: [Int]) async throws -> [Int: [AttachmentInfo]] {
        try await base.queryAttachments(ofFeatures: objectIDs)
    }

    func addAttachment(_ attachment: NewAttachment, toFeature objectID: Int) async throws -> FeatureEditResult {
        try await base.addAttachment(attachment, toFeature: objectID)
    }

    func deleteAttachments(_ ids: [Int], ofFeature objectID: Int) async throws -> [FeatureEditResult] {
        try await base.deleteAttachments(ids, ofFeature: objectID)
    }

    func fetchAttachment(_ id: Int, ofFeature objectID: Int, to file: URL) async throws {
        try await base.fetchAttachment(id, ofFeature: objectID, to: file)
    }
}
