import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// Only who has the claim acts; the others follow, and pass on what they are asked.
@Suite(.timeLimit(.minutes(10)))
struct JobClaimTests {
    let directory: TemporaryDirectory
    /// Two stores of one directory are to each other as two processes.
    let ours: FileJobStore
    let theirs: FileJobStore
    let errand = Errand.Services(answer: Level(nil))

    init() throws {
        directory = try TemporaryDirectory()
        (ours, theirs) = (try FileJobStore(directory: directory.url), try FileJobStore(directory: directory.url))
    }

    private func configuration(_ store: any JobStore, _ policy: ClaimPolicy = .wait) -> JobConfiguration {
        var configuration = JobConfiguration(store: store)
        configuration.claimPolicy = policy
        configuration.followingInterval = .milliseconds(1)
        configuration.polling = PollingSchedule(minimum: .milliseconds(1), maximum: .milliseconds(1))
        return configuration
    }

    /// A job that waits for its server, in our store.
    private func runningErrand() async throws -> Job<Errand> {
        let job = try Job(Errand(), services: errand, configuration: configuration(ours))
        try job.start()
        while errand.polls.value == 0 { await Task.yield() }
        return job
    }

    /// The same job as another process sees it.
    private func copy(_ id: UUID, _ policy: ClaimPolicy = .wait) async throws -> Job<Errand> {
        let (record, errand) = (try #require(try await theirs.load(id)), errand)
        return try Job<Errand>(restoring: record, configuration: configuration(theirs, policy)) { errand }
    }

    /// Heartbeats of the owner, until the copy is where it shall be.
    private func beat(_ owner: Job<Errand>, until isDone: @Sendable () -> Bool) async {
        while !isDone() {
            await owner.heartbeat()
            // It may have ended, and has then nothing to wait for.
            await Task.yield()
        }
    }

    @Test func `a cancel of a job that another process runs is passed on to it`() async throws {
        let job = try await runningErrand()
        let copy = try await copy(job.id)
        copy.cancel()
        #expect(copy.status == .paused, "it is not this process's to say")
        await beat(job) { copy.status == .canceled }
        #expect(job.status == .canceled)
        #expect(errand.cancelled.elements == ["server-1"], "cancelled once, by its owner")
        await #expect(throws: CancellationError.self) { try await copy.output }
    }

    @Test func `a pause of a job that another process runs is passed on to it`() async throws {
        let job = try await runningErrand()
        let copy = try await copy(job.id)
        copy.follow()
        for await status in copy.statuses where status == .started { break }
        #expect(copy.owner != nil)
        copy.pause()
        await beat(job) { copy.status == .paused }
        #expect(job.status == .paused)
        #expect(try await ours.load(job.id)?.status == .paused)
    }

    @Test func `a cancel that waits is bounded when the owner does not hear`() async throws {
        let (job, clock) = (try await runningErrand(), ManualClock())
        let (record, errand) = (try #require(try await theirs.load(job.id)), errand)
        let copy = try Job<Errand>(restoring: record, configuration: JobConfiguration(store: theirs, clock: clock)) { errand }
        let cancelling = Task { try await copy.cancelAndWait() }
        while copy.owner == nil { await Task.yield() }
        let owner = try #require(copy.owner)
        // One waits for the owner to answer, one looks at the record every second.
        await clock.advance(by: .seconds(29), awaiting: 2)
        await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(1))
        await #expect(throws: JobError.unanswered(job.id, owner: owner)) { try await cancelling.value }
        #expect(job.status == .started && errand.cancelled.elements.isEmpty)
        try await job.cancelAndWait()
    }

    @Test func `who has asked does it himself when the owner is gone`() async throws {
        let job = try Job(Errand(), services: errand, configuration: configuration(ours))
        var record = job.record
        record.status = .started
        record.node.serverJobIDs = ["server-1"]
        let claim = try await ours.claim(job.id)
        try await ours.save(record, appending: [], claim: claim)
        let copy = try await copy(job.id)
        copy.cancel()
        while copy.state.read(\.pursuit?.asked) == nil { await Task.yield() }
        #expect(errand.cancelled.elements.isEmpty)
        // It dies without having heard.
        try await ours.release(claim)
        try await copy.waitUntilFinished()
        #expect(copy.status == .canceled && errand.cancelled.elements == ["server-1"])
        #expect(try await ours.load(job.id)?.status == .canceled)
    }

    @Test func `starting waits for the claim and takes over what was done`() async throws {
        let job = try await runningErrand()
        let copy = try await copy(job.id)
        let output = Task { try await copy.run() }
        while copy.owner == nil { await Task.yield() }
        #expect(copy.status == .started, "it follows the record")
        job.pause()
        #expect(try await job.releaseClaim())
        errand.answer.send("done")
        #expect(try await output.value == "done")
        #expect(copy.serverJobIDs == ["server-1"], "nothing was submitted twice")
        #expect(try await ours.load(job.id)?.status == .succeeded)
    }

    @Test func `a pause ends the waiting and asks nobody`() async throws {
        let job = try await runningErrand()
        let copy = try await copy(job.id)
        try copy.start()
        while copy.owner == nil { await Task.yield() }
        copy.pause()
        await job.heartbeat()
        #expect(job.status == .started)
        job.pause()
        #expect(try await job.releaseClaim())
        for await status in copy.statuses where status == .paused { break }
        while copy.owner != nil { await Task.yield() }
        #expect(copy.status == .paused && errand.polls.value > 0)
    }

    @Test func `who does not want to wait is told who has the job, and nothing has failed`() async throws {
        let job = try await runningErrand()
        let copy = try await copy(job.id, .fail)
        await #expect { try await copy.run() } throws: {
            guard case JobError.claimed(job.id, let owner) = $0 else { return false }
            return owner.name.contains("process")
        }
        for await status in copy.statuses where status == .started { break }
        #expect(copy.error == nil)
        #expect(throws: JobError.self) { try copy.start() }
        errand.answer.send("done")
        #expect(try await copy.output == "done", "rebuilt from the record of who has done it")
        #expect(try await job.output == "done")
    }

    @Test func `who stops waiting for another process leaves the job to it`() async throws {
        let job = try await runningErrand()
        let copy = try await copy(job.id)
        let runner = Task { try await copy.run() }
        while copy.owner == nil { await Task.yield() }
        runner.cancel()
        await #expect(throws: CancellationError.self) { try await runner.value }
        await job.heartbeat()
        #expect(job.status == .started)
        errand.answer.send("done")
        #expect(try await job.output == "done")
    }

    @Test func `a claim lost at a heartbeat stops the body and touches nothing more`() async throws {
        let steps = Steps.Services(gate: Gate())
        let job = try Job(Steps(count: 2), services: steps, configuration: configuration(ours, .fail))
        let runner = Task { try await job.run() }
        await steps.gate.waiting(for: 1)
        try await ours.release(try #require(job.state.read(\.ledger.tenure.claim)))
        let claim = try await theirs.claim(job.id)
        await job.heartbeat()
        await #expect(throws: JobError.claimLost(job.id)) { try await runner.value }
        await job.waitForBody()
        #expect(steps.discarded.value == 0 && job.error == nil && !job.status.isFinished)
        var record = try #require(try await theirs.load(job.id))
        (record.status, record.revision, record.progress) = (.succeeded, record.revision + 1, 100)
        record.node.checkpoint = ["done": 2, "sum": 1]
        try await theirs.save(record, appending: [JobMessage("done elsewhere")], claim: claim)
        #expect(try await job.output == 1)
        #expect(job.messages.map(\.text) == ["done elsewhere"])
    }

    @Test func `a save with an old token stops the body and writes nothing`() async throws {
        let steps = Steps.Services(gate: Gate())
        let job = try Job(Steps(count: 2), services: steps, configuration: configuration(ours))
        try job.start()
        await steps.gate.waiting(for: 1)
        try await ours.release(try #require(job.state.read(\.ledger.tenure.claim)))
        let claim = try await theirs.claim(job.id)
        steps.gate.openOnce()
        while job.owner == nil { await Task.yield() }
        #expect(try await theirs.load(job.id)?.checkpoint == nil)
        // It waits for the claim, and goes on when it is free.
        try await theirs.release(claim)
        steps.gate.open()
        #expect(try await job.output == 1)
        #expect(steps.steps.elements == [0, 0, 1], "the step that was not saved was done again")
    }

    @Test func `what was given back without being told of is claimed anew`() async throws {
        let (store, services) = (FaultyJobStore(MemoryJobStore()), Steps.Services(gate: Gate()))
        var configuration = JobConfiguration(store: store)
        configuration.claimPolicy = .fail
        let job = try Job(Steps(count: 2), services: services, configuration: configuration)
        try job.start()
        await services.gate.waiting(for: 1)
        job.pause()
        try await job.settle()
        store.order(.failAfter(), for: .release)
        await #expect(throws: FaultyJobStore.failure) { try await job.releaseClaim() }
        services.gate.open()
        #expect(try await job.run() == 1)
    }

    @Test func `a cancel that waits says which server jobs another process could not cancel`() async throws {
        let (store, errand) = (MemoryJobStore(), Errand.Services(refusesToCancel: true))
        let job = try Job(Errand(), services: errand, configuration: JobConfiguration(store: store))
        try job.start()
        for await polls in errand.polls.values where polls > 0 { break }
        var configuration = JobConfiguration.brisk(store)
        configuration.cancellationTimeout = .seconds(60)
        let copy = try Job<Errand>(restoring: job.record, configuration: configuration) { errand }
        let cancelling = Task { try await copy.cancelAndWait() }
        while !job.status.isFinished {
            await job.heartbeat()
            await Task.yield()
        }
        let error = JobError.cancellationUnconfirmed(serverJobIDs: ["server-1"])
        await #expect(throws: error) { try await cancelling.value }
        let later = try Job<Errand>(restoring: try JobRecord(json: job.record.json), configuration: configuration) { errand }
        await #expect(throws: error) { try await later.cancelAndWait() }
    }

    @Test func `starting beside giving the claim back never loses it`() async throws {
        for _ in 0..<rounds(200, long: 20_000) {
            let services = Steps.Services(gate: Gate())
            let job = try Job(Steps(count: 1), services: services, configuration: JobConfiguration(store: MemoryJobStore()))
            try job.start()
            job.pause()
            try await job.settle()
            services.gate.open()
            async let released = try? job.releaseClaim()
            async let output = job.run()
            _ = await released
            #expect(try await output == 0)
        }
    }

    @Test func `a job that is removed elsewhere does not come back`() async throws {
        let job = try Job(Errand(), services: errand, configuration: configuration(ours))
        try job.start()
        while errand.polls.value == 0 { await Task.yield() }
        job.pause()
        #expect(try await job.releaseClaim())
        let copy = try await copy(job.id)
        try await copy.removeFromStore()
        try job.start()
        await #expect(throws: JobError.notFound(job.id)) { try await job.output }
        #expect(try await ours.load(job.id) == nil)
    }

    @Test func `a record that says canceling goes on cancelling when it is started`() async throws {
        let job = try await runningErrand()
        job.pause()
        try await job.settle()
        var record = job.record
        record.status = .canceling
        let errand = errand
        let restored = try Job<Errand>(restoring: record) { errand }
        #expect(restored.status == .paused)
        #expect(restored.record.status == .canceling, "it is not forgotten")
        try restored.start()
        try await restored.waitUntilFinished()
        #expect(restored.status == .canceled && errand.cancelled.elements == ["server-1"])
    }

    @Test func `heartbeats reach paused jobs, and those that are being cancelled`() async throws {
        let gated = Errand.Services(answer: Level(nil))
        let job = try Job(Errand(), services: gated, configuration: configuration(ours))
        try job.start()
        while gated.polls.value == 0 { await Task.yield() }
        job.pause()
        try await job.settle()
        let copy = try await copy(job.id)
        copy.cancel()
        while copy.state.read(\.pursuit?.asked) == nil { await Task.yield() }
        await beat(job) { copy.status == .canceled }
        #expect(gated.cancelled.elements == ["server-1"])
    }

    @Test func `a job that runs cannot be removed, nor given back`() async throws {
        let job = try await runningErrand()
        await #expect(throws: JobError.running(job.id)) { try await job.removeFromStore() }
        await #expect(throws: JobError.running(job.id)) { try await job.releaseClaim() }
        let copy = try await copy(job.id)
        await #expect(throws: JobError.self) { try await copy.removeFromStore() }
        #expect(try await ours.load(job.id)?.status == .started)
        try await job.cancelAndWait()
    }
}
