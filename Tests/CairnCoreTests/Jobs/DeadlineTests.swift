import CairnCore
import CairnTesting
import Testing

/// What may take only so long.
@Suite(.timeLimit(.minutes(1)))
struct DeadlineTests {
    @Test(arguments: [Duration.seconds(1 << 40), .seconds(Int64.max), .seconds(600)])
    func `what ends in time gives what it came to, however long it may take`(limit: Duration) async throws {
        #expect(try await within(limit, on: ElapsedTime(ContinuousClock())) { 7 }.get() == 7)
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min), .nanoseconds(1)])
    func `what is deaf to its end is left behind when its time has run out`(limit: Duration) async throws {
        let gate = Gate()
        let result = await within(limit, on: ElapsedTime(ContinuousClock())) { await gate.passUncancelled() }
        #expect(throws: DeadlineExceeded.self) { try result.get() }
        gate.open()
    }

    @Test func `time that stands ends nothing until it goes on`() async throws {
        let clock = ManualClock()
        let gate = Gate()
        async let result = within(.seconds(5), on: ElapsedTime(clock)) { await gate.passUncancelled() }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(5))
        let outcome = await result
        let error = #expect(throws: DeadlineExceeded.self) { try outcome.get() }
        #expect(error?.words == "There was no answer in time.")
        gate.open()
    }
}
