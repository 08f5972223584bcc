import CairnTesting
import Foundation
import Testing

@testable import CairnCore

struct RankedQueueTests {
    /// The same as a list that is searched.
    private struct Model {
        var entries: [(id: UUID, rank: Int)] = []

        var next: UUID? {
            let lowest = entries.map(\.rank).min()
            return entries.first { $0.rank == lowest }?.id
        }
    }

    @Test(arguments: 0..<20) func `whatever is added, changed and taken out, the order is that of a list`(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var (queue, model) = (RankedQueue<Int>(), Model())
        let ids = (0..<30).map { _ in UUID() }
        for _ in 0..<2_000 {
            let (id, rank) = (ids.randomElement(using: &random)!, Int.random(in: 0..<5, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                queue.append(id, rank: rank)
                guard model.entries.first(where: { $0.id == id })?.rank != rank else { continue }
                model.entries.removeAll { $0.id == id }
                model.entries.append((id, rank))
            case 2:
                queue.withdraw(id)
                model.entries.removeAll { $0.id == id }
            default:
                let next = model.next
                #expect(queue.popFirst() == next)
                model.entries.removeAll { $0.id == next }
            }
            #expect(queue.count == model.entries.count && queue.isEmpty == model.entries.isEmpty)
        }
    }
}
