import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Answers of which one value is dropped, doubled, or made into something else: they are read, or refused, and nothing traps.
struct FeatureMutatedAnswerTests {
    private static func mutated(_ body: Data, using random: inout SeededGenerator) -> Data {
        if let json = try? JSONValue(parsing: body) { return Data(JSONTree(json).mutated(using: &random).text.utf8) }
        var bytes = body
        if !bytes.isEmpty {
            bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
        }
        return bytes
    }

    /// Whether it is one of those that are documented.
    private static func isProper(_ error: any Error) -> Bool {
        error is TransportError || error is ServiceError || error is FeatureError || error is EditError || error is DownloadError
    }

    @Test(arguments: 0..<4) func `every operation takes every answer, or refuses it`(batch: UInt64) async throws {
        for seed in batch * 40..<batch * 40 + UInt64(rounds(12, long: 40)) {
            let random = Mutex(SeededGenerator(seed: seed))
            var abilities = FeatureSite.Abilities()
            (abilities.offersPBF, abilities.hasPages) = (seed.isMultiple(of: 2), !seed.isMultiple(of: 3))
            let site = FeatureSite(FeatureSite.rows(20, seed: seed), abilities)
            let transport = site.transport { _, honest in
                var answer = honest
                answer.body = random.withLock { random in
                    Int.random(in: 0..<3, using: &random) == 0 ? Self.mutated(honest.body, using: &random) : honest.body
                }
                return answer
            }
            for operation in FeatureOperation.allCases {
                let table = ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
                let geodatabase = ServiceGeodatabase(url: FeatureSite.url, transport: transport)
                do { _ = try await operation.ask(table, geodatabase, number: 1) } catch {
                    #expect(Self.isProper(error), "seed \(seed), \(operation): \(type(of: error)) \(error)")
                }
            }
        }
    }
}
