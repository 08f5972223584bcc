@testable import AGSCompat
import CairnTesting
import Foundation
import Testing

struct FeatureDoubtsTests {
    private struct Edit {
        let number: Int
        let revision: Int
        let values: [FeatureDoubts.Part: Int]
    }

    /// A table that keeps edits in the order in which they are asked for, and may take all back; and what a feature knows of it.
    @Test(arguments: 0..<500) func `what a table has is known, or in doubt`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let all: [FeatureDoubts.Part] = [.attribute("a"), .attribute("b"), .geometry]
        var (doubts, revision, next) = (FeatureDoubts(), 0, 1)
        var known = Dictionary(uniqueKeysWithValues: all.map { ($0, 0) })
        var (table, before) = (known, known)
        var (waiting, answered): ([Edit], [Edit]) = ([], [])
        for _ in 0..<60 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                let parts = Set(all.filter { _ in Bool.random(using: &random) })
                let number = doubts.ask(parts)
                waiting.append(Edit(number: number, revision: revision, values: Dictionary(parts.map { ($0, next) }) { $1 }))
                next += 1
            case 2, 3:
                guard !waiting.isEmpty else { continue }
                let edit = waiting.removeFirst()
                // Of one that is cancelled nobody is told, whether it is done or not.
                let isTold = Int.random(in: 0..<4, using: &random) > 0
                if isTold || Bool.random(using: &random) { table.merge(edit.values) { $1 } }
                if isTold { answered.append(edit) }
            case 4:
                // Answers come in any order.
                guard let edit = answered.randomElement(using: &random) else { continue }
                answered.removeAll { $0.number == edit.number }
                for part in doubts.settle(edit.number, edit.revision) { known[part] = edit.values[part] }
            default:
                if Bool.random(using: &random) { before = table } else { (table, revision) = (before, revision + 1) }
            }
            let doubtful = doubts.parts(revision)
            for part in all where !doubtful.contains(part) { #expect(known[part] == table[part]) }
        }
    }

    @Test func `nothing is in doubt of what was kept and not taken back`() {
        var doubts = FeatureDoubts()
        let first = doubts.ask([.geometry, .attribute("a")])
        let second = doubts.ask([.geometry])
        #expect(doubts.settle(first, 0) == [.attribute("a")] && doubts.parts(0) == [.geometry])
        #expect(doubts.settle(second, 0) == [.geometry] && doubts.parts(0).isEmpty)
        #expect(doubts.parts(1) == [.geometry, .attribute("a")])
        let third = doubts.ask([.geometry, .attribute("a")])
        #expect(doubts.settle(third, 1).count == 2 && doubts.parts(1).isEmpty)
    }
}
