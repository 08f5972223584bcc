import AGSCompat
import CairnCore
import CairnTesting
import Foundation
import Testing

/// What asking at once does, and what it leaves alone.
@Suite(.timeLimit(.minutes(10)))
struct JobCheckTests {
    /// Brings something to a server, and asks again and again for what has become of it.
    private struct Asking: JobWork {
        static let kind = "test.asking"

        final class Services: Sendable {
            let (upload, answer, asked, uploaded) = (Gate(), Level<String?>(nil), Log<String>(), Log<String>())
        }

        @concurrent func perform(in context: JobContext<Self>) async throws -> String {
            let services = context.services
            _ = try await context.submitOnce { "server-1" }
            if context.checkpoint == nil {
                try await services.upload.pass()
                services.uploaded.append("all")
                try await context.save(1)
            }
            return try await context.polling {
                services.asked.append("asked")
                return services.answer.value
            }
        }
        typealias Checkpoint = Int
    }

    private let clock = ManualClock()
    private let services = Asking.Services()

    private func job() throws -> AGSJob {
        let outage = JobConfiguration(clock: clock, random: { 0.5 })
        return AGSJob(try Job(Asking(), services: services, configuration: outage))
    }

    /// Begins; what its start is answered.
    private func begin(_ job: AGSJob) -> Level<String?> {
        let answer = Level<String?>(nil)
        job.start(statusHandler: nil) { result, error in answer.send(result as? String ?? "\(String(describing: error))") }
        return answer
    }

    private func check(_ job: AGSJob) async -> (any Error)? {
        await withCheckedContinuation { continuation in
            job.checkStatus { continuation.resume(returning: $0) }
        }
    }

    private func first(of answer: Level<String?>) async -> String? {
        for await answer in answer.values { if let answer { return answer } }
        return nil
    }

    @Test func `a job that waits between two questions asks at once, and no time passes`() async throws {
        services.upload.open()
        let job = try job()
        let answer = begin(job)
        await clock.sleepers(atLeast: 1)
        #expect(services.asked.elements.count == 1)
        services.answer.send("early")
        job.checkStatus(completion: nil)
        // It does not wait any more when the call has returned.
        try #require(clock.pendingSleeps.isEmpty)
        #expect(await first(of: answer) == "early")
        #expect(services.asked.elements.count == 2 && clock.now.offset == .zero && job.status == .succeeded)
    }

    @Test func `a job that has no answer yet asks once for each check, and goes on waiting`() async throws {
        services.upload.open()
        let job = try job()
        let answer = begin(job)
        for count in 1...3 {
            await clock.sleepers(atLeast: 1)
            #expect(services.asked.elements.count == count && job.status == .started)
            #expect(await check(job) == nil)
            for await _ in services.asked.entries where services.asked.elements.count > count { break }
        }
        services.answer.send("late")
        await clock.sleepers(atLeast: 1)
        job.checkStatus(completion: nil)
        try #require(clock.pendingSleeps.isEmpty)
        #expect(await first(of: answer) == "late")
        #expect(clock.now.offset == .zero)
    }

    @Test func `a check leaves a paused job alone, and is not made up for when it goes on`() async throws {
        services.upload.open()
        let job = try job()
        let answer = begin(job)
        await clock.sleepers(atLeast: 1)
        job.progress.pause()
        try await job.job.settle()
        #expect(clock.pendingSleeps.isEmpty)
        services.answer.send("meanwhile")
        #expect(await check(job) == nil)
        #expect(job.status == .paused && services.asked.elements.count == 1 && !job.job.isBusy)
        services.answer.send(nil)
        _ = begin(job)
        // Asked once, as without the check, and waits.
        await clock.sleepers(atLeast: 1)
        #expect(services.asked.elements.count == 2 && job.status == .started)
        services.answer.send("late")
        clock.advanceToNextDeadline()
        #expect(await first(of: answer) == "late")
    }

    @Test func `a check leaves a job alone that is still uploading`() async throws {
        let job = try job()
        let answer = begin(job)
        await services.upload.waiting(for: 1)
        services.answer.send("done")
        #expect(await check(job) == nil)
        #expect(job.status == .started && services.asked.elements.isEmpty && services.uploaded.elements.isEmpty)
        services.upload.open()
        #expect(await first(of: answer) == "done")
        #expect(services.uploaded.elements == ["all"] && services.asked.elements.count == 1 && job.serverJobID == "server-1")
    }

    @Test func `a check leaves a job alone that was not started, and one that has ended`() async throws {
        let job = try job()
        #expect(await check(job) == nil && job.status == .notStarted && services.asked.elements.isEmpty)
        services.upload.open()
        services.answer.send("done")
        #expect(await first(of: begin(job)) == "done")
        #expect(await check(job) == nil && job.status == .succeeded && services.asked.elements.count == 1)
    }
}
