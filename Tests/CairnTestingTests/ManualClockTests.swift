import CairnCore
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

    @Test func `time goes from deadline to deadline, and is each of them as its sleepers are woken`() {
        let seen = Log<Duration>()
        for seconds in [5, 2, 9, 2] {
            Task(executorPreference: Inline.executor) {
                try await clock.sleep(for: .seconds(seconds))
                seen.append(clock.now.offset)
            }
        }
        clock.advance(by: .seconds(6))
        #expect(seen.elements == [.seconds(2), .seconds(2), .seconds(5)])
        #expect(clock.now.offset == .seconds(6) && clock.pendingSleeps == [.seconds(3)])
        clock.advance(by: .seconds(3))
        #expect(seen.elements.last == .seconds(9))
    }

    @Test func `who sleeps again at once sees every tick between`() {
        let seen = Log<Duration>()
        let beating = Task(executorPreference: Inline.executor) {
            while true {
                try await clock.sleep(for: .seconds(1))
                seen.append(clock.now.offset)
            }
        }
        clock.advance(by: .milliseconds(3500))
        #expect(seen.elements == [.seconds(1), .seconds(2), .seconds(3)])
        beating.cancel()
    }

    @Test func `awaited sleepers see every tick between, wherever they run`() async throws {
        let (fast, slow) = (Log<Duration>(), Log<Duration>())
        let beating = [(1000, fast), (2500, slow)].map { period, seen in
            Task {
                while true {
                    try await clock.sleep(for: .milliseconds(period))
                    seen.append(clock.now.offset)
                }
            }
        }
        await clock.advance(by: .seconds(10), awaiting: 2)
        #expect(fast.elements == (1...10).map { .seconds($0) })
        #expect(slow.elements == [2500, 5000, 7500, 10_000].map { .milliseconds($0) })
        #expect(clock.now.offset == .seconds(10) && clock.pendingSleeps.count == 2)
        for beat in beating { beat.cancel() }
    }

    @Test func `who advances and is cancelled stops the time where it is`() async {
        let advancing = Task { await clock.advance(by: .seconds(10), awaiting: 1) }
        advancing.cancel()
        await advancing.value
        #expect(clock.now.offset == .zero)
    }
}

/// Runs what is resumed at once, within the call that resumes it.
private final class Inline: TaskExecutor {
    static let executor = Inline()

    func enqueue(_ job: consuming ExecutorJob) {
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
