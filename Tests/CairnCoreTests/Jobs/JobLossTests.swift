import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// What becomes of a job whose claim is lost, and of what was wanted of it.
@Suite(.timeLimit(.minutes(10)))
struct JobLossTests {
    let base = MemoryJobStore()
    let store: FaultyJobStore
    let services = Steps.Services(gate: Gate())
    let deaf = Gate()

    init() {
        store = FaultyJobStore(base)
    }

    private func configuration(_ policy: ClaimPolicy = .wait) -> JobConfiguration {
        var configuration = JobConfiguration.brisk(store)
        configuration.claimPolicy = policy
        // No end is told for the time that has passed.
        configuration.announcementDelay = .seconds(86_400)
        return configuration
    }

    /// A job whose body does not notice that it is stopped in its first step.
    private func deafJob(_ policy: ClaimPolicy = .wait) async throws -> (job: Job<Steps>, services: Steps.Services) {
        let deaf = deaf
        let services = Steps.Services(trouble: { step in if step == 0 { await deaf.passUncancelled() } })
        let job = try Job(Steps(count: 3), services: services, configuration: configuration(policy))
        try job.start()
        await deaf.waiting(for: 1)
        return (job, services)
    }

    /// Somebody else takes the job over.
    private func steal<Work: JobWork>(_ job: Job<Work>) async throws -> JobClaim {
        try await base.release(try #require(job.state.read(\.ledger.tenure.claim)))
        return try await base.claim(job.id)
    }

    /// Goes on with a stolen job, and gives it back.
    private func goOn(_ job: Job<Steps>, _ claim: JobClaim) async throws {
        var record = try #require(try await base.load(job.id))
        (record.node.checkpoint, record.status, record.revision) = (["done": 2, "sum": 1], .paused, record.revision + 1)
        try await base.save(record, appending: [], claim: claim)
        try await base.release(claim)
    }

    @Test(arguments: [ClaimPolicy.wait, .fail])
    func `a body that does not notice changes nothing, and keeps nobody waiting`(policy: ClaimPolicy) async throws {
        let (job, services) = try await deafJob(policy)
        let theirs = try await steal(job)
        await job.heartbeat()
        job.pause()
        try await goOn(job, theirs)
        while job.owner != nil || job.record.checkpoint == nil { await Task.yield() }
        #expect(try await !job.releaseClaim())
        deaf.open()
        try await job.settle()
        #expect(try await base.load(job.id)?.checkpoint?["done"]?.int == 2)
        try job.start()
        #expect(try await job.output == 3)
        #expect(services.steps.elements == [0, 2])
    }

    @Test func `a task that a body has left behind changes nothing either`() async throws {
        let late = Gate()
        let saved = Level<Bool?>(nil)
        let job = try Job(Leaving(), services: Leaving.Services(gate: late, saved: saved), configuration: configuration())
        try job.start()
        while !job.isDurable || job.record.checkpoint == nil { await Task.yield() }
        job.pause()
        try await job.settle()
        try await job.releaseClaim()
        let theirs = try await base.claim(job.id)
        var record = try #require(try await base.load(job.id))
        (record.node.checkpoint, record.revision) = (2, record.revision + 1)
        try await base.save(record, appending: [], claim: theirs)
        try await base.release(theirs)
        late.open()
        for await isSaved in saved.values where isSaved != nil { break }
        #expect(saved.value == false)
        #expect(try await base.load(job.id)?.checkpoint == 2)
    }

    @Test func `a cancellation that has to wait for a body that does not notice keeps nobody waiting`() async throws {
        let (job, services) = try await deafJob()
        job.pause()
        job.cancel()
        while !job.isDurable { await Task.yield() }
        let theirs = try await steal(job)
        var record = try #require(try await base.load(job.id))
        (record.status, record.revision) = (.canceled, record.revision + 1)
        try await base.save(record, appending: [], claim: theirs)
        await job.heartbeat()
        try await base.release(theirs)
        try await job.waitUntilFinished()
        deaf.open()
        try await job.settle()
        try await job.removeFromStore()
        #expect(services.discarded.value == 0, "they have cancelled it")
    }

    @Test func `a cancellation that has discarded and not been saved is done again`() async throws {
        let job = try Job(Steps(count: 3), services: services, configuration: configuration())
        try job.start()
        await services.gate.waiting(for: 1)
        let end = Gate()
        for gate in [.opened, end] { store.order(.holdBefore(gate), for: .save) }
        let statuses = job.statuses
        job.cancel()
        await end.waiting(for: 1)
        let theirs = try await steal(job)
        end.open()
        while job.owner == nil { await Task.yield() }
        try await base.release(theirs)
        services.gate.open()
        try await job.waitUntilFinished()
        #expect(try await base.load(job.id)?.status == .canceled && services.steps.elements.isEmpty)
        #expect(await !Array(statuses).contains(.succeeded))
    }

    @Test func `of a job that is lost while what is half-written is discarded nothing more is touched`() async throws {
        let directory = try TemporaryDirectory()
        let work = Untidy(file: directory.url.appending(path: "half"))
        let discarding = Gate()
        let job = try Job(work, services: discarding, configuration: configuration())
        try job.start()
        while job.record.checkpoint == nil { await Task.yield() }
        job.cancel()
        await discarding.waiting(for: 1)
        let theirs = try await steal(job)
        await job.heartbeat()
        discarding.open()
        while job.state.read(\.liveBodies) > 0 { await Task.yield() }
        #expect(FileManager.default.fileExists(atPath: work.file.path) && job.messages.isEmpty)
        try await base.release(theirs)
        try await job.waitUntilFinished()
        #expect(job.status == .canceled && !FileManager.default.fileExists(atPath: work.file.path))
    }

    @Test func `a success that was not saved is run for again`() async throws {
        let job = try Job(Steps(count: 0), services: services, configuration: configuration())
        let end = Gate()
        for gate in [.opened, end] { store.order(.holdBefore(gate), for: .save) }
        let running = Task { try await job.run() }
        await end.waiting(for: 1)
        let theirs = try await steal(job)
        end.open()
        while job.owner == nil { await Task.yield() }
        #expect(!job.status.isFinished)
        try await base.release(theirs)
        #expect(try await running.value == 0)
        #expect(try await base.load(job.id)?.status == .succeeded && services.bodies.value == 2)
    }

    @Test func `who runs a job and goes before it is known to be another's leaves it alone`() async throws {
        let owned = try Job(Steps(count: 3), services: services, configuration: JobConfiguration(store: base))
        try owned.start()
        await services.gate.waiting(for: 1)
        let (services, claiming) = (services, Gate())
        let copy = try Job<Steps>(restoring: owned.record, configuration: configuration()) { services }
        store.order(.holdBefore(claiming), for: .claim)
        let running = Task { try await copy.run() }
        await claiming.waiting(for: 1)
        running.cancel()
        claiming.open()
        await #expect(throws: CancellationError.self) { try await running.value }
        try await copy.settle()
        await owned.heartbeat()
        #expect(owned.status == .started && services.discarded.value == 0)
        owned.cancel()
        try await owned.waitUntilFinished()
    }

    @Test func `who runs a job that another has and goes, then starts and pauses it, has it paused and gives it back`()
        async throws
    {
        let owned = try Job(Steps(count: 3), services: services, configuration: JobConfiguration(store: base))
        try owned.start()
        await services.gate.waiting(for: 1)
        let (services, claiming, loading) = (services, Gate(), Gate())
        let copy = try Job<Steps>(restoring: owned.record, configuration: .brisk(store, pace: .seconds(3600))) { services }
        store.order(.holdBefore(claiming), for: .claim)
        store.order(.failBefore(), for: .owner)
        let running = Task { try await copy.run() }
        await claiming.waiting(for: 1)
        running.cancel()
        while copy.status != .canceling { await Task.yield() }
        claiming.open()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(copy.status == .paused, "as it was told")
        owned.pause()
        try await owned.releaseClaim()
        store.order(.holdBefore(loading), for: .load)
        try copy.start()
        await loading.waiting(for: 1)
        copy.pause()
        loading.open()
        try await copy.settle()
        while copy.holdsClaim { await Task.yield() }
        #expect(copy.status == .paused)
        #expect(try await base.owner(of: copy.id) == nil && services.discarded.value == 0)
    }

    @Test func `what was refused and yet written is not written twice`() async throws {
        let job = try Job(Steps(count: 1), services: services, configuration: configuration())
        try job.start()
        await services.gate.waiting(for: 1)
        let (again, next) = (Gate(), Gate())
        store.order(.failAfter(), for: .save)
        for gate in [again, next] { store.order(.holdBefore(gate), for: .save) }
        services.gate.open()
        await again.waiting(for: 1)
        let revision = try #require(try await base.load(job.id)?.revision)
        again.open()
        await next.waiting(for: 1)
        #expect(try await base.load(job.id)?.revision == revision + 1)
        next.open()
        _ = try await job.output
    }

    @Test func `a task that a body has left behind does not ride out trouble for ever`() async throws {
        let ended = Level<JobError?>(nil)
        let job = try Job(Riding(), services: ended, configuration: configuration())
        try job.start()
        while job.messages.isEmpty { await Task.yield() }
        let theirs = try await steal(job)
        await job.heartbeat()
        for await error in ended.values where error != nil { break }
        guard case .outage = ended.value else { throw Broken() }
        job.stopWaiting()
        try await base.release(theirs)
    }

    @Test func `a server's job whose id comes after the claim was lost is cancelled`() async throws {
        let errand = Errand.Services(submitting: Gate())
        let job = try Job(Errand(), services: errand, configuration: configuration(.fail))
        try job.start()
        await errand.submitting.waiting(for: 1)
        let theirs = try await steal(job)
        await job.heartbeat()
        errand.submitting.open()
        for await id in errand.cancelled.entries where id == "server-1" { break }
        while job.state.read(\.liveBodies) > 0 { await Task.yield() }
        #expect(try await base.load(job.id)?.serverJobIDs == [])
        #expect(errand.cancelled.elements == ["server-1"], "once")
        try await base.release(theirs)
    }

    @Test(arguments: [false, true]) func `a server's job whose id was not saved when the claim was lost is cancelled`(
        isSaved: Bool
    )
        async throws
    {
        let (errand, saving) = (Errand.Services(submitting: Gate()), Gate())
        let job = try Job(Errand(), services: errand, configuration: configuration(.fail))
        try job.start()
        await errand.submitting.waiting(for: 1)
        store.order(isSaved ? .holdAfter(saving) : .holdBefore(saving), for: .save)
        errand.submitting.open()
        await saving.waiting(for: 1)
        let theirs = try await steal(job)
        await job.heartbeat()
        if !isSaved { for await id in errand.cancelled.entries where id == "server-1" { break } }
        saving.open()
        try await job.settle()
        while job.state.read(\.liveBodies) > 0 { await Task.yield() }
        #expect(try await base.load(job.id)?.serverJobIDs == (isSaved ? ["server-1"] : []))
        #expect(errand.cancelled.elements == (isSaved ? [] : ["server-1"]))
        try await base.release(theirs)
    }

    @Test func `nobody works with a server's job that was cancelled as the claim was lost`() async throws {
        let (errand, saving) = (Errand.Services(), Gate())
        let job = try Job(Errand(), services: errand, configuration: configuration())
        errand.answer.send("done")
        for gate in [.opened, saving] { store.order(.holdBefore(gate), for: .save) }
        try job.start()
        await saving.waiting(for: 1)
        let theirs = try await steal(job)
        await job.heartbeat()
        for await id in errand.cancelled.entries where id == "server-1" { break }
        job.pause()
        try await base.release(theirs)
        saving.open()
        while job.owner != nil || !job.isIdle { await Task.yield() }
        #expect(job.serverJobIDs.isEmpty)
        #expect(try await job.run() == "done")
        #expect(errand.submissions.value == 2, "anew")
    }

    @Test func `a store that does not say whether a server's job is recorded holds nobody up`() async throws {
        let (errand, clock, loading) = (Errand.Services(submitting: Gate()), ManualClock(), Gate())
        var configuration = JobConfiguration(store: store, clock: clock)
        configuration.claimPolicy = .fail
        let job = try Job(Errand(), services: errand, configuration: configuration)
        try job.start()
        await errand.submitting.waiting(for: 1)
        let theirs = try await steal(job)
        for _ in 0..<2 { store.order(.holdBefore(loading), for: .load) }
        await job.heartbeat()
        await loading.waiting(for: 1)
        errand.submitting.open()
        await loading.waiting(for: 2)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: configuration.cancellationTimeout)
        while job.state.read(\.liveBodies) > 0 { await Task.yield() }
        #expect(job.messages.contains { $0.text.contains("server-1") })
        #expect(errand.cancelled.elements.isEmpty, "it may be recorded")
        loading.open()
        try await base.release(theirs)
    }

    @Test func `a server's job that cannot be recorded nor cancelled is told of`() async throws {
        let errand = Errand.Services(submitting: Gate(), refusesToCancel: true)
        let job = try Job(Errand(), services: errand, configuration: configuration(.fail))
        try job.start()
        await errand.submitting.waiting(for: 1)
        let theirs = try await steal(job)
        await job.heartbeat()
        errand.submitting.open()
        for await message in job.messageUpdates where message.text.contains("server-1") { break }
        try await base.release(theirs)
    }
}

/// Leaves a file half-written, and takes its time to discard it.
private struct Untidy: JobWork {
    static let kind = "test.untidy"
    typealias Services = Gate
    typealias Checkpoint = Int
    let file: URL

    var partialFiles: [URL] { [file] }

    @concurrent func perform(in context: JobContext<Self>) async throws {
        try Data("half".utf8).write(to: file)
        try await context.save(1)
        try await Gate().pass()
    }

    @concurrent func discardPartialResults(of job: UUID, services: Gate) async { await services.passUncancelled() }
}

/// Leaves a task behind that tries again and again.
private struct Riding: JobWork {
    static let kind = "test.riding"
    typealias Services = Level<JobError?>

    @concurrent func perform(in context: JobContext<Self>) async throws {
        _ = Task {
            do { try await context.ridingOut { throw Passing() } } catch { context.services.send(error as? JobError) }
        }
        try await Gate().pass()
    }

    static func transience(of error: any Error) -> Transience { error is Passing ? .transient(retryAfter: nil) : .final }
}

/// Saves, and leaves a task behind that saves again when it may.
private struct Leaving: JobWork {
    static let kind = "test.leaving"
    typealias Checkpoint = Int
    struct Services: Sendable {
        let gate: Gate
        let saved: Level<Bool?>
    }

    @concurrent func perform(in context: JobContext<Self>) async throws {
        try await context.save(1)
        let services = context.services
        _ = Task {
            await services.gate.passUncancelled()
            do {
                try await context.save(1)
                services.saved.send(true)
            } catch {
                services.saved.send(false)
            }
        }
        try await Gate().pass()
    }
}

extension Job {
    /// Whether nothing is under way here.
    fileprivate nonisolated var isIdle: Bool { state.read(\.isIdle) }
}
