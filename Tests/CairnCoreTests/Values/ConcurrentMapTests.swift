import CairnCore
import CairnTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ConcurrentMapTests {
    private struct Failure: Error, Equatable { let number: Int }

    /// How many run, and ran at most.
    private final class Count: Sendable {
        private let numbers = Mutex((running: 0, most: 0, begun: 0))
        var most: Int { numbers.withLock { $0.most } }
        var begun: Int { numbers.withLock { $0.begun } }

        func begin() {
            numbers.withLock { numbers in
                (numbers.running, numbers.begun) = (numbers.running + 1, numbers.begun + 1)
                numbers.most = max(numbers.most, numbers.running)
            }
        }

        func end() { numbers.withLock { $0.running -= 1 } }
    }

    @Test func `results stand in the order of the elements, though the last one ends first`() async throws {
        let gates = (0..<20).map { _ in Gate() }
        gates[19].open()
        let results = try await gates.indices.concurrentMap(atMost: 20) { place in
            try await gates[place].pass()
            if place > 0 { gates[place - 1].open() }
            return place * 2
        }
        #expect(results == gates.indices.map { $0 * 2 })
    }

    @Test(arguments: [1, 2, 3]) func `as many run at once as may, and never more`(bound: Int) async throws {
        let (gate, count) = (Gate(), Count())
        let work = Task {
            try await (0..<40).concurrentMap(atMost: bound) { number in
                count.begin()
                try await gate.pass()
                count.end()
                return number
            }
        }
        for left in stride(from: 40, to: 0, by: -1) {
            await gate.waiting(for: min(left, bound))
            gate.openOnce()
        }
        #expect(try await work.value == Array(0..<40))
        #expect(count.most == bound && count.begun == 40)
    }

    @Test func `the first error is thrown, those that run are cancelled, and no more are begun`() async throws {
        let (gate, failing, count) = (Gate(), Gate(), Count())
        let work = Task {
            try await (0..<40).concurrentMap(atMost: 3) { number in
                count.begin()
                if number == 1 {
                    try await failing.pass()
                    throw Failure(number: number)
                }
                try await gate.pass()
            }
        }
        await gate.waiting(for: 2)
        failing.open()
        await #expect(throws: Failure(number: 1)) { try await work.value }
        #expect(count.begun == 3)
    }

    @Test func `who is cancelled begins no more, even if those that run are deaf`() async throws {
        let (gate, count) = (Gate(), Count())
        let work = Task {
            try await (0..<40).concurrentMap(atMost: 3) { _ in
                count.begin()
                await gate.passUncancelled()
            }
        }
        await gate.waiting(for: 3)
        work.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(count.begun == 3)
    }

    @Test func `those that run hear that the caller is cancelled`() async throws {
        let gate = Gate()
        let work = Task { try await (0..<2).concurrentMap(atMost: 2) { _ in try await gate.pass() } }
        await gate.waiting(for: 2)
        work.cancel()
        await #expect(throws: CancellationError.self) { try await work.value }
    }

    @Test func `nothing gives nothing, and a bound below one is one`() async throws {
        #expect(try await [Int]().concurrentMap(atMost: 2) { $0 }.isEmpty)
        #expect(try await [3, 1, 2][1...].concurrentMap(atMost: 0) { $0 + 1 } == [2, 3])
        #expect(try await [1, nil, 3].concurrentMap(atMost: -1) { $0 } == [1, nil, 3])
    }
}
