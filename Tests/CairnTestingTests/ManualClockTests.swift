import CairnTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ManualClockTests {
    let clock = ManualClock()

    @Test func `time passes only when it is told to, and wakes whoever is due`() async throws {
        let short = Task { try await clock.sleep(for: .seconds(1)) }
        let long = Task { try await clock.sleep(for: .seconds(3)) }
        await clock.sleepers(atLeast: 2)
        #expect(clock.pendingSleeps == [.seconds(1), .seconds(3)])
        clock.advance(by: .seconds(2))
        try await short.value
        #expect(clock.pendingSleeps == [.seconds(1)])
        #expect(clock.advanceToNextDeadline() == .seconds(1))
        try await long.value
        #expect(clock.advanceToNextDeadline() == nil && clock.now.offset == .seconds(3))
    }

    @Test func `who sleeps till a time that has passed does not sleep`() async throws {
        clock.advance(by: .seconds(5))
        try await clock.sleep(until: clock.now)
        try await clock.sleep(for: .zero)
    }

    @Test func `a cancelled sleeper is told so and forgotten`() async {
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.sleepers(atLeast: 1)
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.pendingSleeps.isEmpty)
    }

    @Test func `who watches for sleepers is let go when cancelled`() async {
        let watcher = Task { await clock.sleepers(atLeast: 1) }
        watcher.cancel()
        await watcher.value
    }
}
