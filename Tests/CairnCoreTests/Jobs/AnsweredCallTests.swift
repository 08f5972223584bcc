import CairnTesting
import Testing

@testable import CairnCore

/// Work that fails after its calls have been answered.
@Suite(.timeLimit(.minutes(10)))
struct AnsweredCallTests {
    let clock = ManualClock()

    @Test func `answers to its calls do not keep a work asking that fails after each of them`() async throws {
        struct Paying: JobWork {
            static let kind = "test.paying"
            typealias Services = Level<Int>
            @concurrent func perform(in context: JobContext<Self>) async throws {
                let paid = context.services
                try await context.ridingOut { paid.send(paid.value + 1) }
                throw Passing()
            }
            static func transience(of error: any Error) -> Transience { error is Passing ? .transient() : .final }
        }
        let paid = Level(0)
        let job = try Job(Paying(), services: paid, configuration: JobConfiguration(clock: clock, random: { 0 }))
        try job.start()
        while !job.status.isFinished, clock.now.offset < .seconds(2000) {
            await Task.yield()
            clock.advanceToNextDeadline()
        }
        #expect(job.status == .failed && clock.now.offset <= .seconds(600) && paid.value > 1)
        job.cancel()
    }
}
