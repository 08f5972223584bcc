@testable import AGSCompat
import CairnGeo
import CairnTesting
import Foundation
import Testing

struct FeatureDoubtsTests {
    private struct Edit {
        let number: Int
        let fate = EditFate()
        let values: [FeatureDoubts.Part: Int]
    }

    /// A table that keeps edits in the order in which they are asked for, sends them on, and may take back what it has not sent; and what a feature
    /// knows of it.
    @Test(arguments: 0..<500) func `what a table has is known, or in doubt`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let all: [FeatureDoubts.Part] = [.attribute("a"), .attribute("b"), .geometry]
        var (doubts, next) = (FeatureDoubts(), 1)
        var known = Dictionary(uniqueKeysWithValues: all.map { ($0, 0) })
        var (table, before) = (known, known)
        var (waiting, answered, unsent): ([Edit], [Edit], [Edit]) = ([], [], [])
        for _ in 0..<60 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                let parts = Set(all.filter { _ in Bool.random(using: &random) })
                let number = doubts.ask(parts)
                waiting.append(Edit(number: number, values: Dictionary(parts.map { ($0, next) }) { $1 }))
                next += 1
            case 2, 3:
                guard !waiting.isEmpty else { continue }
                let edit = waiting.removeFirst()
                // Of one that is cancelled nobody is told, whether it is done or not.
                let isTold = Int.random(in: 0..<4, using: &random) > 0
                guard isTold || Bool.random(using: &random) else { continue }
                table.merge(edit.values) { $1 }
                unsent.append(edit)
                if isTold { answered.append(edit) }
            case 4:
                // Answers come in any order.
                guard let edit = answered.randomElement(using: &random) else { continue }
                answered.removeAll { $0.number == edit.number }
                for part in doubts.settle(edit.number, edit.fate) { known[part] = edit.values[part] }
            default:
                if Bool.random(using: &random) {
                    before = table
                } else {
                    table = before
                    for edit in unsent { edit.fate.takeBack() }
                }
                unsent = []
            }
            let doubtful = doubts.parts
            for part in all where !doubtful.contains(part) { #expect(known[part] == table[part]) }
        }
    }

    @Test func `nothing is in doubt of what was kept and not taken back`() {
        var doubts = FeatureDoubts()
        let (first, second, third) = (EditFate(), EditFate(), EditFate())
        let (one, two) = (doubts.ask([.geometry, .attribute("a")]), doubts.ask([.geometry]))
        #expect(doubts.settle(one, first) == [.attribute("a")] && doubts.parts == [.geometry])
        #expect(doubts.settle(two, second) == [.geometry] && doubts.parts.isEmpty)
        second.takeBack()
        #expect(doubts.parts == [.geometry])
        first.join(third)
        third.takeBack()
        #expect(doubts.parts == [.geometry, .attribute("a")])
        let three = doubts.ask([.geometry, .attribute("a")])
        #expect(doubts.settle(three, EditFate()).count == 2 && doubts.parts.isEmpty)
    }
}
