@testable import AGSCompat
import CairnTesting
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct TurnQueueTests {
    private final class Record: Sendable {
        private let list = Mutex<[Int]>([])
        var numbers: [Int] { list.withLock { $0 } }
        func add(_ number: Int) { list.withLock { $0.append(number) } }
    }

    @Test(arguments: 0..<50) func `work is done in the order of turns, whoever comes first, and what is cancelled is left out`(
        seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        let (queue, record, gate) = (TurnQueue(), Record(), Gate())
        let first = queue.turn()
        let turns = (0..<20).map { ($0, queue.turn()) }
        var expected = Array(0..<20)
        let head = Task { try await first.perform { await gate.passUncancelled() } }
        await gate.waiting(for: 1)
        for (number, turn) in turns.shuffled(using: &random) {
            let task = Task { try await turn.perform { record.add(number) } }
            guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
            expected.removeAll { $0 == number }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(record.numbers.isEmpty)
        gate.open()
        try await head.value
        try await queue.turn().perform {}
        #expect(record.numbers == expected)
    }

    @Test func `a turn that is let go, or fails, holds nobody up`() async throws {
        let queue = TurnQueue()
        _ = queue.turn()
        let failing = queue.turn()
        await #expect(throws: NothingSaid.self) { try await failing.perform { throw NothingSaid() } }
        try await queue.turn().perform {}
    }

    @Test func `shared turns go beside each other, behind one that is not, and ahead of the next`() async throws {
        let (queue, record, gate) = (TurnQueue(), Record(), Gate())
        let (first, shared) = (queue.turn(), (0..<3).map { _ in queue.turn(isShared: true) })
        let (last, behind) = (queue.turn(), queue.turn(isShared: true))
        let tasks =
            shared.map { turn in
                Task { try await turn.perform { await gate.passUncancelled() } }
            } + [
                Task { try await last.perform { record.add(2) } }, Task { try await behind.perform { record.add(3) } },
            ]
        try await first.perform { record.add(1) }
        await gate.waiting(for: 3)
        #expect(record.numbers == [1])
        gate.open()
        for task in tasks { try await task.value }
        #expect(record.numbers == [1, 2, 3])
    }

    /// Against a list that is looked through each time.
    @Test(arguments: 0..<100) func `who has nobody before it may begin, and shared ones beside each other`(
        seed: UInt64
    ) {
        var random = SeededGenerator(seed: seed)
        let queue = TurnQueue()
        var model: [(turn: TurnQueue.Turn, isShared: Bool)] = []
        for _ in 0..<200 {
            if Bool.random(using: &random) || model.isEmpty {
                let isShared = Bool.random(using: &random)
                model.append((queue.turn(isShared: isShared), isShared))
            } else {
                let place = Int.random(in: 0..<min(model.count, 6), using: &random)
                let mayBegin = place == 0 || model[...place].allSatisfy(\.isShared)
                let turn = model.remove(at: place).turn
                let hasBegun = turn.performIfFirst {}
                #expect(hasBegun == mayBegin)
                turn.end()
            }
        }
    }

    @Test func `only who is first may do work at once`() async throws {
        let (queue, record) = (TurnQueue(), Record())
        let (first, second) = (queue.turn(), queue.turn())
        let isTooEarly = second.performIfFirst { record.add(2) }
        let isFirst = first.performIfFirst { record.add(1) }
        let isNext = second.performIfFirst { record.add(2) }
        #expect(!isTooEarly && isFirst && isNext && record.numbers == [1, 2])
    }
}
