import CairnTasks
import CairnCallbacks
import CairnTesting
import Foundation
import Testing

@testable import AGSCompat

/// Conditions that are joined two by two, in whatever shape.
@Suite(.timeLimit(.minutes(5)))
struct JoinedConditionTests {
    private typealias Old = AGSUtilityTraceConditionalExpression
    private typealias New = UtilityTraceConditionalExpression

    private static let count = 200_000

    private static func new(_ number: Int) -> New {
        .category(UtilityCategoryComparison(categoryName: "\(number)", comparisonOperator: .exists))
    }

    private static func old(_ number: Int) -> Old {
        AGSUtilityCategoryComparison(UtilityCategoryComparison(categoryName: "\(number)", comparisonOperator: .exists))
    }

    private static func joined(_ left: Old, _ right: Old, isAll: Bool) -> Old {
        isAll
            ? AGSUtilityTraceAndCondition(leftExpression: left, rightExpression: right)
            : AGSUtilityTraceOrCondition(leftExpression: left, rightExpression: right)
    }

    private static func chain(isLeftDeep: Bool, isAll: (Int) -> Bool) -> Old {
        (1..<count).reduce(old(0)) { chain, number in
            let next = old(number)
            return joined(isLeftDeep ? chain : next, isLeftDeep ? next : chain, isAll: isAll(number))
        }
    }

    @Test(arguments: [true, false], [true, false])
    func `200,000 conditions, each built onto the others, are one list, and are let go`(isLeftDeep: Bool, isAll: Bool) {
        weak var end: Old?
        do {
            let chain = Self.chain(isLeftDeep: isLeftDeep) { _ in isAll }
            end = chain
            let numbers = isLeftDeep ? Array(0..<Self.count) : (0..<Self.count).reversed()
            let list = numbers.map(Self.new)
            #expect(chain.condition == (isAll ? .and(list) : .or(list)))
        }
        #expect(end == nil)
    }

    @Test(arguments: [true, false]) func `what nests without end is refused as what is too long`(isLeftDeep: Bool) {
        let chain = Self.chain(isLeftDeep: isLeftDeep) { $0.isMultiple(of: 2) }
        #expect(chain.condition == ConditionLists.tooMuch)
    }

    @Test func `a condition that is on both sides of many, again and again, is refused in a moment`() {
        let one = Self.old(1)
        let doubled = (0..<60).reduce(one) { joined, _ in Self.joined(joined, joined, isAll: true) }
        #expect(doubled.condition == ConditionLists.tooMuch)
        let few = (0..<10).reduce(one) { joined, _ in Self.joined(joined, joined, isAll: false) }
        #expect(few.condition == .or(Array(repeating: Self.new(1), count: 1024)))
    }

    @Test func `a part that somebody keeps outlives the whole`() {
        var chain = Self.old(0)
        var kept: Old?
        for number in 1..<10_000 {
            chain = Self.joined(chain, Self.old(number), isAll: false)
            if number == 99 { kept = chain }
        }
        chain = Self.old(0)
        #expect(kept?.condition == .or((0..<100).map(Self.new)))
    }

    @Test func `many threads let go of chains that share their parts`() async {
        await withTaskGroup { group in
            let trunk = Carried(Self.chain(isLeftDeep: true) { _ in true })
            for number in 0..<8 {
                group.addTask {
                    let branches = (0..<100).map { Self.joined(trunk.value, Self.old(number * $0), isAll: false) }
                    #expect(branches.count == 100)
                }
            }
        }
    }

    @Test func `a tree of any shape is what a plain recursion makes of it`() {
        var random = SeededGenerator(seed: 7)
        for size in [1, 2, 3, 5, 8, 13, 21, 60, 200] {
            for _ in 0..<20 {
                let (old, new) = Self.tree(size, &random)
                #expect(old.condition == new)
            }
        }
    }

    private static func tree(_ size: Int, _ random: inout SeededGenerator) -> (Old, New) {
        guard size > 1 else {
            let number = Int.random(in: 0..<5, using: &random)
            return (old(number), new(number))
        }
        let split = Int.random(in: 1..<size, using: &random)
        let (left, right) = (tree(split, &random), tree(size - split, &random))
        let isAll = Bool.random(using: &random)
        let parts = [left.1, right.1].flatMap { part in
            switch part {
            case .and(let list) where isAll: list
            case .or(let list) where !isAll: list
            default: [part]
            }
        }
        return (joined(left.0, right.0, isAll: isAll), isAll ? .and(parts) : .or(parts))
    }
}
