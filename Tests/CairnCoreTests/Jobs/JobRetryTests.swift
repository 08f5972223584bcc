import CairnTesting
import Foundation
import Testing

@testable import CairnCore

@Suite(.timeLimit(.minutes(10)))
struct JobRetryTests {
    /// Writes a line a step into a partial file, and puts it in its place at the end.
    private struct Writing: JobWork {
        static let kind = "test.writing"
        typealias Checkpoint = Int
        typealias Services = Level<(any Error)?>
        let file: URL
        var partialFiles: [URL] { [file.appendingPathExtension("partial")] }

        @concurrent func perform(in context: JobContext<Self>) async throws {
            for step in (context.checkpoint ?? 0)..<3 {
                if step == 2, let error = context.services.value { throw error }
                let text = try step == 0 ? "" : String(contentsOf: partialFiles[0], encoding: .utf8)
                try Data((text + "\(step)\n").utf8).write(to: partialFiles[0])
                try await context.save(step + 1)
            }
            try FileManager.default.moveItem(at: partialFiles[0], to: file)
        }

        static func transience(of error: any Error) -> Transience { error is Passing ? .transient() : .final }
    }

    let directory: TemporaryDirectory
    let trouble = Level<(any Error)?>(Broken())

    init() throws { directory = try TemporaryDirectory() }

    private var file: URL { directory.url.appending(path: "out") }
    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: directory.url.path).sorted() }
    }

    private func failedJob(_ configuration: JobConfiguration = JobConfiguration()) async throws -> Job<Writing> {
        let job = try Job(Writing(file: file), services: trouble, configuration: configuration)
        await #expect(throws: (any Error).self) { try await job.run() }
        #expect(job.status == .failed)
        return job
    }

    @Test func `a run that has begun and ended unheard is told all the same`() async throws {
        let job = try await failedJob()
        let first = try #require(await job.nextRun(after: 0))
        #expect(first.number == 1)
        #expect(await Array(first.statuses) == [.notStarted, .started, .failed])
        try job.retry()
        try await job.waitUntilFinished()
        let second = try #require(await job.nextRun(after: 1))
        #expect(second.number == 2)
        #expect(await Array(second.statuses) == [.failed, .started, .failed])
        trouble.send(nil)
        async let third = job.nextRun(after: 2)
        try job.retry()
        #expect(await third?.number == 3)
        try await job.output
        #expect(await job.nextRun(after: 3)?.number == nil, "what has succeeded is not retried")
    }

    @Test func `who waits for a run after one that succeeds is let go`() async throws {
        let gate = Gate()
        let job = try Job(Steps(count: 1), services: Steps.Services(gate: gate))
        try job.start()
        let next = Task { await job.nextRun(after: 1)?.number }
        while job.state.read(\.runWaiters.isEmpty) { await Task.yield() }
        gate.open()
        #expect(try await job.output == 0)
        #expect(await next.value == nil)
    }

    @Test func `who waits for the next run can be cancelled`() async throws {
        let job = try await failedJob()
        let waiting = Task { await job.nextRun(after: 1)?.number == nil }
        waiting.cancel()
        #expect(await waiting.value)
    }

    @Test func `a failed job keeps its partial files, names them, and goes on from its checkpoint`() async throws {
        let job = try await failedJob()
        #expect(try names == ["out.partial"])
        #expect(job.record.partialFiles == [file.appendingPathExtension("partial")])
        #expect(job.record.failure?.isRetryable == false)
        let ended = job.statuses
        trouble.send(nil)
        try job.retry()
        #expect(job.status == .started && job.error == nil)
        try await job.output
        #expect(try String(contentsOf: file, encoding: .utf8) == "0\n1\n2\n")
        #expect(try names == ["out"])
        #expect(await Array(ended) == [.failed], "what had ended stays ended")
        #expect(await Array(job.statuses) == [.succeeded])
    }

    @Test(arguments: [false, true])
    func `a job that has failed elsewhere is cancelled although it was started first, unless only who ran it has gone`(
        isDeserted: Bool
    ) async throws {
        let base = MemoryJobStore()
        let (services, store) = (Steps.Services(trouble: { _ in throw Broken() }), FaultyJobStore(base))
        let job = try Job(Steps(count: 1), services: services, configuration: JobConfiguration(store: base))
        var before = job.record
        (before.status, before.revision) = (.paused, 1)
        await #expect(throws: Broken.self) { try await job.run() }
        try await job.settle()
        let (copy, claiming) = (try Steps.copy(before, store, services), Gate())
        store.order(.holdBefore(claiming), for: .claim)
        let running = Task { try await copy.run() }
        await claiming.waiting(for: 1)
        if isDeserted { running.cancel() } else { copy.cancel() }
        while copy.status != .canceling { await Task.yield() }
        claiming.open()
        try await copy.waitUntilFinished()
        try await copy.settle()
        #expect(try await base.load(job.id)?.status == (isDeserted ? .failed : .canceled))
        #expect(copy.status == (isDeserted ? .failed : .canceled) && services.discarded.value == (isDeserted ? 0 : 1))
        #expect(isDeserted == (copy.record.failure != nil) && copy.record.ended != nil)
        _ = try? await running.value
    }

    @Test func `a record of what runs again does not say when it had ended`() async throws {
        let (store, gate) = (MemoryJobStore(), Gate())
        let job = try Job(
            Steps(count: 1), services: Steps.Services(trouble: { _ in throw Broken() }),
            configuration: JobConfiguration(store: store))
        await #expect(throws: Broken.self) { try await job.run() }
        try await job.settle()
        var before = job.record
        before.revision -= 1
        let copy = try Steps.copy(before, store, Steps.Services(gate: gate))
        try copy.retry()
        await gate.waiting(for: 1)
        #expect(try await store.load(job.id)?.ended == nil)
        gate.open()
        #expect(try await copy.output == 0)
    }

    @Test func `cancelling a failed job discards its partial files`() async throws {
        let job = try await failedJob()
        job.cancel()
        #expect(job.status == .canceling)
        try await job.waitUntilFinished()
        #expect(job.status == .canceled)
        #expect(try names.isEmpty)
    }

    @Test func `removing a failed job discards its partial files, and its record`() async throws {
        let store = MemoryJobStore()
        let job = try await failedJob(JobConfiguration(store: store))
        try await job.settle()
        let record = try #require(try await store.load(job.id))
        let trouble = trouble
        let restored = try Job<Writing>(restoring: record, configuration: JobConfiguration(store: store)) { trouble }
        try await restored.removeFromStore()
        #expect(try names.isEmpty)
        #expect(try await store.load(job.id) == nil)
    }

    @Test func `a failure of what may have passed says so`() async throws {
        trouble.send(Passing())
        let clock = ManualClock()
        let job = try Job(Writing(file: file), services: trouble, configuration: JobConfiguration(clock: clock, random: { 0 }))
        try job.start()
        while !job.status.isFinished {
            await Task.yield()
            clock.advanceToNextDeadline()
        }
        let failure = try #require(job.record.failure)
        #expect(failure.isRetryable)
        #expect(try JobRecord(json: job.record.json).failure == failure)
    }

    @Test func `whatever else it is, retrying is starting`() async throws {
        trouble.send(nil)
        let job = try Job(Writing(file: file), services: trouble)
        try job.retry()
        try await job.output
        #expect(throws: JobError.alreadyFinished(.succeeded)) { try job.retry() }
    }

    @Test func `a stored failed job is retried by whoever claims it`() async throws {
        let store = MemoryJobStore()
        let job = try await failedJob(JobConfiguration(store: store))
        try await job.settle()
        let trouble = trouble
        let record = try #require(try await store.load(job.id))
        let restored = try Job<Writing>(restoring: record, configuration: JobConfiguration(store: store)) { trouble }
        trouble.send(nil)
        try restored.retry()
        try await restored.output
        #expect(try await store.load(job.id)?.status == .succeeded)
        #expect(try await store.load(job.id)?.failure == nil)
    }

    @Test func `retrying, cancelling and removing at once end somewhere`() async throws {
        for _ in 0..<rounds(200, long: 20_000) {
            let services = Steps.Services(trouble: { _ in throw Broken() })
            let job = try Job(Steps(count: 1), services: services, configuration: JobConfiguration(store: MemoryJobStore()))
            await #expect(throws: Broken.self) { try await job.run() }
            async let retried: Void? = try? job.retry()
            async let cancelled: Void = job.cancel()
            async let removed: Void? = try? job.removeFromStore()
            _ = await (retried, cancelled, removed)
            try await job.waitUntilFinished()
            #expect(job.status == .failed || job.status == .canceled)
        }
    }

    /// A copy of a failed job that is retried while the owner still gives the job back.
    private func retriedEarly(_ services: Steps.Services, _ giving: Gate) async throws -> Job<Steps> {
        let base = MemoryJobStore()
        let store = FaultyJobStore(base)
        let broken = Steps.Services(trouble: { _ in throw Broken() })
        let job = try Job(Steps(count: 1), services: broken, configuration: .brisk(store))
        store.order(.holdBefore(giving), for: .release)
        await #expect(throws: Broken.self) { try await job.run() }
        await giving.waiting(for: 1)
        let record = try #require(try await base.load(job.id))
        let copy = try Steps.copy(record, base, services)
        try copy.retry()
        while copy.owner == nil { await Task.yield() }
        return copy
    }

    @Test func `a retry while the owner still gives the failed job back is made when it has`() async throws {
        let giving = Gate()
        let copy = try await retriedEarly(Steps.Services(), giving)
        giving.open()
        #expect(try await copy.output == 0)
    }

    @Test(arguments: [false, true]) func `a retry that waits for its owner is not undone by asking again`(retries: Bool)
        async throws
    {
        let giving = Gate()
        let copy = try await retriedEarly(Steps.Services(), giving)
        if retries { try copy.retry() } else { try copy.start() }
        let statuses = Task { await Array(copy.statuses) }
        giving.open()
        #expect(try await copy.output == 0)
        #expect(await statuses.value.last == .succeeded)
    }

    @Test func `a retry that waits for the owner can be taken back, and the failure is told`() async throws {
        let (services, giving) = (Steps.Services(), Gate())
        let copy = try await retriedEarly(services, giving)
        copy.pause()
        try await copy.waitUntilFinished()
        let error = try #require(copy.error)
        #expect(copy.status == .failed && "\(error)".contains("wheel"))
        giving.open()
        while copy.owner != nil { await Task.yield() }
        #expect(services.bodies.value == 0)
        try copy.retry()
        #expect(try await copy.output == 0)
    }
}
