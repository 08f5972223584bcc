import CairnCore
import Foundation
import Testing

@testable import CairnTesting

@Suite(.timeLimit(.minutes(10)))
struct FaultyJobStoreTests {
    let base = MemoryJobStore()
    let id = UUID()

    @Test func `what fails before is not done, what fails after is done`() async throws {
        let store = FaultyJobStore(base)
        store.order(.failBefore(), for: .claim)
        await #expect(throws: FaultyJobStore.failure) { try await store.claim(id) }
        #expect(try await base.owner(of: id) == nil)
        store.order(.failAfter(CancellationError()), for: .claim)
        await #expect(throws: CancellationError.self) { try await store.claim(id) }
        // The claim that was given and not told of has gone, and with it its lease.
        #expect(try await store.claim(id).token == 2, "no fault is left")
    }

    @Test func `faults come in the order they were ordered, after the calls that are let pass`() async throws {
        let store = FaultyJobStore(base)
        store.order(.failBefore(), for: .list, after: 2)
        store.order(.failBefore(), for: .list)
        var failed: [Bool] = []
        for _ in 0..<5 { failed.append((try? await store.list()) == nil) }
        #expect(failed == [false, false, true, true, false])
        #expect(try await store.load(id) == nil, "other operations are not meant")
    }

    @Test func `a closure decides call by call`() async throws {
        let store = FaultyJobStore(base) { call in
            call.operation == .owner && call.number.isMultiple(of: 2) ? .failBefore() : nil
        }
        for _ in 0..<2 {
            _ = try await store.owner(of: id)
            await #expect(throws: FaultyJobStore.failure) { try await store.owner(of: id) }
        }
        #expect(store.calls.map(\.number) == [1, 2, 3, 4] && store.calls.allSatisfy { $0.job == id })
    }

    @Test func `a call is held back at a gate, before or after it is carried out`() async throws {
        let (store, gate) = (FaultyJobStore(base), Gate())
        let claim = try await store.claim(id)
        store.order(.holdBefore(gate), for: .post)
        let post = Task { try await store.post(JobRequest(.pause, token: claim.token), for: id) }
        await gate.waiting(for: 1)
        #expect(try await base.heartbeat(claim) == [])
        gate.openOnce()
        try await post.value
        #expect(try await base.heartbeat(claim).count == 1)
        store.order(.holdAfter(gate), for: .release)
        let release = Task { try await store.release(claim) }
        await gate.waiting(for: 1)
        release.cancel()
        #expect(try await base.owner(of: id) == nil)
        gate.openOnce()
        try await release.value
    }

    @Test func `who waits at a turnstile passes in an order of chance, the same for the same seed`() async {
        var orders: [[Int]] = []
        for seed in [1, 1, 2] as [UInt64] { orders.append(await passes(20, Turnstile(seed: seed))) }
        #expect(orders[0] == orders[1] && orders[0] != orders[2])
        #expect(orders.allSatisfy { $0 != $0.sorted() && $0.sorted() == Array(0..<20) })
    }

    private func passes(_ count: Int, _ turnstile: Turnstile) async -> [Int] {
        let passed = Log<Int>()
        await turnstile.enter()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                group.addTask {
                    await turnstile.enter()
                    passed.append(number)
                    turnstile.leave()
                }
                await turnstile.waiting(for: number + 1)
            }
            turnstile.leave()
        }
        return passed.elements
    }

    @Test func `a seeded generator repeats itself, and only for its seed`() {
        var (one, same, other) = (SeededGenerator(seed: 7), SeededGenerator(seed: 7), SeededGenerator(seed: 8))
        let numbers = (0..<100).map { _ in one.next() }
        #expect(numbers == (0..<100).map { _ in same.next() } && Set(numbers).count == 100)
        #expect(numbers[0] != other.next())
    }
}
