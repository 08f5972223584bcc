import CairnTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct GateTests {
    let gate = Gate()

    @Test func `a closed gate holds back, and an open one lets through, now and later`() async throws {
        let waiters = (0..<3).map { _ in Task { try await gate.pass() } }
        await gate.waiting(for: 3)
        gate.open()
        for waiter in waiters { try await waiter.value }
        try await gate.pass()
    }

    @Test func `opened once it lets the longest waiting through, or the next to come`() async throws {
        let first = Task { try await gate.pass() }
        await gate.waiting(for: 1)
        let second = Task { try await gate.pass() }
        await gate.waiting(for: 2)
        gate.openOnce()
        try await first.value
        gate.openOnce()
        try await second.value
        gate.openOnce()
        try await gate.pass()
    }

    @Test func `who is cancelled at the gate is told so, who is deaf waits on`() async throws {
        let waiter = Task { try await gate.pass() }
        let deaf = Task { await gate.passUncancelled() }
        await gate.waiting(for: 2)
        waiter.cancel()
        deaf.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        await gate.waiting(for: 1)
        gate.open()
        await deaf.value
    }

    @Test func `who watches for arrivals is let go when cancelled, before and while waiting`() async {
        let early = Task {
            while !Task.isCancelled { await Task.yield() }
            await gate.waiting(for: 1)
        }
        let watcher = Task { await gate.waiting(for: 1) }
        early.cancel()
        watcher.cancel()
        await early.value
        await watcher.value
    }
}
