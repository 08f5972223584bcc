import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// What happens to a job here while another process has it.
@Suite(.timeLimit(.minutes(10)))
struct JobFollowingTests {
    let services = Steps.Services(gate: Gate())
    let base = MemoryJobStore()
    let store: FaultyJobStore

    init() {
        store = FaultyJobStore(base)
    }

    /// A job that "another process" runs, and what this one knows of it.
    private func jobOfAnother() async throws -> (job: Job<Steps>, copy: Job<Steps>) {
        let job = try Job(Steps(count: 3), services: services, configuration: JobConfiguration(store: base))
        try job.start()
        await services.gate.waiting(for: 1)
        let record = try #require(try await base.load(job.id))
        var configuration = JobConfiguration(store: store)
        configuration.followingInterval = .milliseconds(1)
        let copy = try Job<Steps>(restoring: record, configuration: configuration) { [services] in services }
        return (job, copy)
    }

    @Test func `a job that is started while it is being looked at still waits for its turn`() async throws {
        let (job, copy) = try await jobOfAnother()
        let gate = Gate()
        store.order(.holdAfter(gate), for: .owner)
        copy.follow()
        await gate.waiting(for: 1)
        try copy.start()
        gate.open()
        services.gate.open()
        #expect(try await job.output == 3)
        try await copy.waitUntilFinished()
        #expect(copy.status == .succeeded)
    }

    @Test func `a job whose owner has died while he cancelled it is cancelled by who starts it`() async throws {
        let (job, copy) = try await jobOfAnother()
        var record = job.record
        (record.status, record.revision) = (.canceling, 10)
        // What the owner saved last.
        try await base.save(record, appending: [], claim: JobClaim(id: job.id, token: 1))
        copy.follow()
        for await status in copy.statuses where status == .canceling { break }
        try await base.release(JobClaim(id: job.id, token: 1))
        for await status in copy.statuses where status == .paused { break }
        try copy.start()
        try await copy.waitUntilFinished()
        #expect(copy.status == .canceled && services.discarded.value == 1)
    }

    @Test func `a body that does not notice that its claim was lost writes nothing into what others have done`() async throws {
        let deaf = Gate()
        let services = Steps.Services(trouble: { step in if step == 0 { await deaf.passUncancelled() } })
        var configuration = JobConfiguration(store: base)
        configuration.followingInterval = .milliseconds(1)
        let job = try Job(Steps(count: 3), services: services, configuration: configuration)
        try job.start()
        await deaf.waiting(for: 1)
        try await base.release(JobClaim(id: job.id, token: 1))
        let theirs = try await base.claim(job.id)
        await job.heartbeat()
        var record = try #require(try await base.load(job.id))
        (record.node.checkpoint, record.status, record.revision) = (["done": 2, "sum": 1], .paused, record.revision + 1)
        try await base.save(record, appending: [], claim: theirs)
        try await base.release(theirs)
        while try await base.owner(of: job.id) == nil { await Task.yield() }
        deaf.open()
        #expect(try await job.output == 3)
        #expect(services.steps.elements == [0, 2])
    }

    @Test func `a job that has ended elsewhere is at rest although it was started here`() async throws {
        let (job, copy) = try await jobOfAnother()
        services.gate.open()
        #expect(try await job.output == 3)
        while try await base.owner(of: job.id) != nil { await Task.yield() }
        let gate = Gate()
        store.order(.holdBefore(gate), for: .claim)
        try copy.start()
        // The body waits until the store knows that it has started.
        while !copy.situation.contains("1 for saves") { await Task.yield() }
        gate.open()
        try await copy.waitUntilFinished()
        try await copy.settle()
        #expect(copy.status == .succeeded)
    }

    /// Waits at a gate, also when its output is rebuilt.
    private struct Gated: JobWork {
        static let kind = "test.gated"
        typealias Services = Gate
        @concurrent func perform(in context: JobContext<Self>) async throws { try await context.services.pass() }
    }

    @Test func `who runs a job that succeeded elsewhere may go while its output is rebuilt`() async throws {
        let (theirs, rebuilding) = (Gate(), Gate())
        let job = try Job(Gated(), services: theirs, configuration: .brisk(base))
        try job.start()
        await theirs.waiting(for: 1)
        let copy = try Job<Gated>(restoring: job.record, configuration: .brisk(base)) { rebuilding }
        let running = Task { try await copy.run() }
        while copy.owner == nil { await Task.yield() }
        theirs.open()
        await rebuilding.waiting(for: 1)
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        #expect(copy.status == .succeeded && job.status == .succeeded)
    }

    @Test func `a copy that has shown a failure is told of the end that another comes to`() async throws {
        let giving = Gate()
        let isBroken = Level(true)
        let services = Steps.Services(gate: Gate(), trouble: { _ in if isBroken.value { throw Broken() } })
        let job = try Job(Steps(count: 1), services: services, configuration: .brisk(store))
        store.order(.holdBefore(giving), for: .release)
        try job.start()
        await services.gate.waiting(for: 1)
        let record = try #require(try await base.load(job.id))
        let copy = try Steps.copy(record, base, services)
        try copy.start()
        while copy.owner == nil { await Task.yield() }
        services.gate.open()
        try await copy.waitUntilFinished()
        #expect(copy.status == .failed)
        let next = Task { await copy.nextRun(after: 1)?.number }
        isBroken.send(false)
        giving.open()
        try await job.settle()
        try job.retry()
        #expect(try await job.output == 0)
        copy.follow()
        #expect(await next.value == 2)
        try await copy.waitUntilFinished()
        #expect(copy.status == .succeeded)
        #expect(await copy.nextRun(after: 2)?.number == nil)
    }

    @Test func `who asks for the output of a job is told of its end elsewhere, also if it only begins there later`() async throws
    {
        let services = services
        let made = try Job(Steps(count: 1), services: services, configuration: .brisk(base))
        made.pause()
        try made.start()
        await services.gate.waiting(for: 1)
        made.pause()
        try await made.settle()
        try await made.releaseClaim()
        let copy = try Steps.copy(made.record, base, services)
        let output = Task { try await copy.output }
        while copy.state.read(\.waiters.isEmpty) { await Task.yield() }
        for _ in 0..<1000 { await Task.yield() }
        #expect(copy.status == .paused && copy.owner == nil)
        try made.start()
        services.gate.open()
        #expect(try await made.output == 0)
        #expect(try await output.value == 0)
    }

    @Test func `a cancel that waits says why this program cannot go on with the record`() async throws {
        let (job, copy) = try await jobOfAnother()
        job.pause()
        try await job.settle()
        var record = job.record
        (record.node.version, record.revision) = (9, record.revision + 10)
        try await base.save(record, appending: [], claim: JobClaim(id: job.id, token: 1))
        try await base.release(JobClaim(id: job.id, token: 1))
        let expected = JobError.newerWork(kind: "test.steps", found: 9, supported: 1)
        await #expect(throws: expected) { try await copy.cancelAndWait() }
    }

    @Test func `what is asked for in the middle of a look is asked of who has the job by then`() async throws {
        let (job, copy) = try await jobOfAnother()
        job.pause()
        try await job.releaseClaim()
        let looking = Gate()
        store.order(.holdBefore(looking), for: .load)
        copy.follow()
        await looking.waiting(for: 1)
        try job.start()
        while !job.isDurable { await Task.yield() }
        copy.pause()
        let settling = Task { try await copy.settle() }
        looking.open()
        try await settling.value
        await job.heartbeat()
        #expect(job.status == .paused)
    }

    @Test func `a cancel in the middle of a look does not wait for the next`() async throws {
        let (job, _) = try await jobOfAnother()
        job.pause()
        try await job.releaseClaim()
        let (clock, looking) = (ManualClock(), Gate())
        let services = services
        let configuration = JobConfiguration(store: store, clock: clock)
        let copy = try Job<Steps>(restoring: job.record, configuration: configuration) { services }
        store.order(.holdBefore(looking), for: .load)
        copy.follow()
        await looking.waiting(for: 1)
        copy.cancel()
        looking.open()
        try await copy.waitUntilFinished()
        #expect(copy.status == .canceled)
    }
}
