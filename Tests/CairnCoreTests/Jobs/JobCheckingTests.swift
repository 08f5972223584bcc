import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import CairnCore

/// Whoever has a job ask at once, and waits for the answer.
@Suite(.timeLimit(.minutes(10)))
struct JobCheckingTests {
    /// Asks through a gate, and fails as it is told.
    private struct Asking: JobWork {
        static let kind = "test.checked"

        final class Services: Sendable {
            let (gate, asked, answer, trouble) = (Gate(), Level(0), Level<String?>(nil), Level<Trouble?>(nil))
        }
        struct Trouble: Error {
            var isFinal = false
        }

        static func transience(of error: any Error) -> Transience {
            (error as? Trouble)?.isFinal == false ? .transient(retryAfter: nil) : .final
        }

        @concurrent func perform(in context: JobContext<Self>) async throws -> String {
            let services = context.services
            return try await context.polling {
                services.asked.send(services.asked.value + 1)
                try await services.gate.pass()
                if let trouble = services.trouble.value { throw trouble }
                return services.answer.value
            }
        }
    }

    private let clock = ManualClock()
    private let services = Asking.Services()

    /// A job that has been answered once, and waits to ask again.
    private func waiting() async throws -> Job<Asking> {
        let job = try Job(Asking(), services: services, configuration: JobConfiguration(clock: clock, random: { 0.5 }))
        try job.start()
        await services.gate.waiting(for: 1)
        services.gate.openOnce()
        await clock.sleepers(atLeast: 1)
        return job
    }

    private func check(_ job: Job<Asking>) throws -> Task<Void, any Error> {
        let check = try #require(job.beginCheck())
        return Task { try await check.answered() }
    }

    @Test func `a check is over when the answer is here, and not before`() async throws {
        let job = try await waiting()
        let isOver = Level(false)
        let check = try check(job)
        let watcher = Task {
            try await check.value
            isOver.send(true)
        }
        await services.gate.waiting(for: 1)
        #expect(!isOver.value && services.asked.value == 2)
        services.gate.openOnce()
        try await watcher.value
        #expect(job.status == .started)
        job.cancelNow()
    }

    @Test func `a check of a job that does not wait to ask is over at once`() async throws {
        let job = try Job(Asking(), services: services, configuration: JobConfiguration(clock: clock))
        #expect(try await !job.checkStatusAndWait())
        try job.start()
        await services.gate.waiting(for: 1)
        #expect(try await !job.checkStatusAndWait() && services.asked.value == 1)
        job.pause()
        try await job.settle()
        #expect(try await !job.checkStatusAndWait() && services.asked.value == 1)
    }

    @Test(arguments: [false, true])
    func `a check tells why the server could not be asked`(isFinal: Bool) async throws {
        let job = try await waiting()
        services.trouble.send(Asking.Trouble(isFinal: isFinal))
        let check = try check(job)
        services.gate.openOnce()
        let error = await #expect(throws: Asking.Trouble.self) { try await check.value }
        #expect(error?.isFinal == isFinal)
        if isFinal {
            try await job.waitUntilFinished()
            #expect(job.status == .failed)
            return
        }
        // It tries again, and who checks that is told, too.
        await clock.sleepers(atLeast: 1)
        services.trouble.send(nil)
        services.answer.send("late")
        let again = try self.check(job)
        services.gate.openOnce()
        try await again.value
        #expect(try await job.output == "late")
    }

    @Test func `a check of a job that is paused, or cancelled, while it asks is over`() async throws {
        for command in [{ $0.pause() }, { $0.cancelNow() }] as [@Sendable (Job<Asking>) -> Void] {
            let job = try await waiting()
            let check = try check(job)
            await services.gate.waiting(for: 1)
            command(job)
            try await check.value
            try await job.settle()
        }
    }

    @Test func `who gives up waiting for a check is told so, and the job goes on`() async throws {
        let job = try await waiting()
        let check = try check(job)
        await services.gate.waiting(for: 1)
        check.cancel()
        await #expect(throws: CancellationError.self) { try await check.value }
        services.answer.send("here")
        services.gate.open()
        #expect(try await job.output == "here")
    }

    @Test func `every check is over, whatever is done meanwhile`() async throws {
        services.gate.open()
        for round in 0..<300 {
            var random = SeededGenerator(seed: UInt64(round))
            let job = try Job(Asking(), services: services, configuration: JobConfiguration(clock: clock, random: { 0.5 }))
            try job.start()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    let (wantsPause, count) = (Bool.random(using: &random), Int.random(in: 0..<20, using: &random))
                    group.addTask {
                        for _ in 0..<count { await Task.yield() }
                        _ = try? await job.checkStatusAndWait()
                        if wantsPause { job.pause() } else { try? job.start() }
                    }
                }
            }
            job.cancelNow()
            try await job.waitUntilFinished()
        }
    }
}
