import AGSCompat
import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import AGSToolkitCompat

/// What the toolkit said of jobs one by one: which are kept, which are told from others, and which are left alone.
@Suite(.timeLimit(.minutes(10)))
struct JobManagerRowTests {
    let home: ManagerHome

    init() throws {
        home = try ManagerHome()
        AGSJob.kinds.register(SubmittingWork.self)
    }

    private func wait(until isSo: () -> Bool) async { while !isSo() { await Task.yield() } }

    private func end(_ job: AGSJob) async {
        await withCheckedContinuation { continuation in
            job.start(statusHandler: nil) { (_: Any?, _) in continuation.resume() }
        }
    }

    private func entry(_ id: String) -> (status: String?, serverJobIDs: [String]?) {
        let entry = home.entries[id] as? [String: Any]
        return (entry?["status"] as? String, entry?["serverJobIDs"] as? [String])
    }

    // MARK: - What cannot be written down

    @Test func `a job that cannot be written down is skipped, and the ones beside it are kept`() async throws {
        let manager = home.manager()
        let (first, second) = (try home.job(home.name("a")), try home.job(home.name("b")))
        let shy = ShyJob(UnstorableJob())
        let ids = [first, shy, second].map { manager.register(job: $0) }
        #expect(throws: (any Error).self) { try shy.toJSON() }
        #expect(Set(home.entries.keys) == [ids[0], ids[2]] && manager.keyedJobs[ids[1]] === shy && manager.jobs.count == 3)
        Steps.of(home.name("a")).gate.open()
        await end(first)
        await end(shy)
        #expect(shy.status == .succeeded && manager.storageError == nil && manager.unreadableEntries.isEmpty)
        await wait { home.stored == [first.job.id.uuidString, second.job.id.uuidString] }
        #expect(Set(home.entries.keys) == [ids[0], ids[2]])
        #expect(Set(home.manager().jobs.map(\.job.id)) == [first.job.id, second.job.id])
        #expect(manager.unregister(job: shy) && manager.jobs.count == 2)
    }

    @Test func `a job whose own dictionary throws has no entry, also when its status changes`() async throws {
        let manager = home.manager()
        let shy = ShyJob(try Job(SteppingWork(name: home.name("a"))))
        let good = try home.job(home.name("b"))
        let id = manager.register(job: shy)
        manager.register(job: good)
        for name in ["a", "b"] { Steps.of(home.name(name)).gate.open() }
        await end(shy)
        await end(good)
        await wait { entry(good.job.id.uuidString).status == "succeeded" }
        #expect(shy.status == .succeeded && home.entries[id] == nil && home.entries.count == 1)
        withExtendedLifetime(manager) {}
    }

    // MARK: - What is written of a status

    @Test func `every change of a status is in the entry, and so is the id of the server's job`() async throws {
        let (gates, manager) = (SubmittingGates.of(home.name("a")), home.manager())
        let job = AGSJob(try Job(SubmittingWork(name: home.name("a"))))
        let id = manager.register(job: job)
        #expect(entry(id) == ("notStarted", nil))
        job.start(statusHandler: nil) { (_: Any?, _) in }
        // Its checkpoint is kept when it stands there.
        await gates.work.waiting(for: 1)
        #expect(entry(id) == ("started", ["server-1"]))
        job.progress.pause()
        await wait { entry(id).status == "paused" }
        #expect(entry(id) == ("paused", ["server-1"]) && manager.storageError == nil)
        gates.work.open()
        await end(job)
        await wait { entry(id).status == "succeeded" }
        #expect(entry(id) == ("succeeded", ["server-1"]) && home.entries.count == 1)
        withExtendedLifetime(manager) {}
    }

    @Test func `a cancelled job is in the entry as that`() async throws {
        let (gates, manager) = (SubmittingGates.of(home.name("a")), home.manager())
        gates.cancelling.open()
        let job = AGSJob(try Job(SubmittingWork(name: home.name("a"))))
        let id = manager.register(job: job)
        job.start(statusHandler: nil) { (_: Any?, _) in }
        await gates.work.waiting(for: 1)
        job.progress.cancel()
        await wait { entry(id).status == "canceled" }
        #expect(job.status == .failed && home.manager().keyedJobs[id]?.status == .paused)
        withExtendedLifetime(manager) {}
    }

    // MARK: - Which of two

    @Test func `another object of the same job is another job`() async throws {
        let manager = home.manager()
        let first = try home.job(home.name("a"))
        let id = manager.register(job: first)
        let others = [AGSJob(first.job), try #require(try AGSJob.fromJSON(first.toJSON()) as? AGSJob)]
        for other in others {
            #expect(other.job.id == first.job.id && !manager.unregister(job: other))
            #expect(manager.keyedJobs[id] === first && manager.jobs.count == 1 && home.entries.count == 1)
        }
        await wait { home.stored == [first.job.id.uuidString] }
        // Each is taken out by itself.
        let second = manager.register(job: others[0])
        #expect(second != id && manager.unregister(job: first))
        #expect(manager.keyedJobs[id] == nil && manager.keyedJobs[second] === others[0])
        #expect(!manager.unregister(job: first) && manager.unregister(job: others[0]) && manager.jobs.isEmpty)
    }

    // MARK: - Which are paused

    @Test func `pausing all touches none but what is at work`() async throws {
        let manager = home.manager()
        let names = ["started", "paused", "canceling", "fresh", "done"]
        let jobs = try names.map { WatchedJob(try Job(SubmittingWork(name: home.name($0)))) }
        for (name, job) in zip(names, jobs) {
            manager.register(job: job)
            if name == "fresh" { continue }
            let gates = SubmittingGates.of(home.name(name))
            if name == "done" {
                gates.work.open()
                await end(job)
                continue
            }
            job.start(statusHandler: nil) { (_: Any?, _) in }
            await gates.work.waiting(for: 1)
        }
        jobs[1].progress.pause()
        await wait { jobs[1].status == .paused }
        jobs[2].progress.cancel()
        await SubmittingGates.of(home.name("canceling")).cancelling.waiting(for: 1)
        let before: [AGSJobStatus] = [.started, .paused, .canceling, .notStarted, .succeeded]
        #expect(jobs.map(\.status) == before)
        for job in jobs { job.touches = 0 }
        manager.pauseAllJobs()
        #expect(jobs.map(\.touches) == [1, 0, 0, 0, 0])
        #expect(jobs.map(\.status) == [.paused] + before.dropFirst())
        #expect(jobs.map(\.progress.isPaused) == [true, true, false, false, false])
        SubmittingGates.of(home.name("canceling")).cancelling.open()
        await wait { jobs[2].status == .failed }
        SubmittingGates.of(home.name("started")).cancelling.open()
        SubmittingGates.of(home.name("paused")).cancelling.open()
        for job in jobs.prefix(2) { job.progress.cancel() }
    }
}

/// Has a job of a server's, and ends when its gate is open.
private struct SubmittingWork: JobWork {
    static let kind = "test.toolkit.submitting"
    var name: String
    typealias Checkpoint = Int

    @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
        _ = try await context.submitOnce { "server-1" }
        try await context.save(1)
        try await SubmittingGates.of(name).work.pass()
        return 1
    }

    @concurrent func cancelServerJobs(_ ids: [String], services: Void) async throws {
        await SubmittingGates.of(name).cancelling.passUncancelled()
    }
}

/// What a work of a name goes through.
private final class SubmittingGates: Sendable {
    private static let known = Level<[String: SubmittingGates]>([:])
    private static let lock = NSLock()

    let (work, cancelling) = (Gate(), Gate())

    static func of(_ name: String) -> SubmittingGates {
        lock.withLock {
            let gates = known.value[name] ?? SubmittingGates()
            known.send(known.value.merging([name: gates]) { first, _ in first })
            return gates
        }
    }
}

/// Counts how often its progress is asked for.
private final class WatchedJob: AGSJob {
    nonisolated(unsafe) var touches = 0

    override var progress: Progress {
        touches += 1
        return super.progress
    }
}

/// Cannot be written down.
private final class ShyJob: AGSJob {
    override func toJSON() throws -> Any { throw CocoaError(.propertyListWriteInvalid) }
}

/// A job that no record can hold, and that succeeds when it is started.
private final class UnstorableJob: JobProtocol {
    let id = UUID()
    let kind = "test.toolkit.unstorable"
    private let states = Log([JobStatus.notStarted])

    var status: JobStatus { states.elements.last ?? .notStarted }
    var statuses: AsyncStream<JobStatus> { states.entriesFromNewest }
    let progress = 0.0
    var progressUpdates: AsyncStream<Double> { Level(progress).values }
    let messages: [JobMessage] = []
    var messageUpdates: AsyncStream<JobMessage> {
        let none = Log<JobMessage>()
        none.finish()
        return none.entries
    }
    var error: (any Error)? { nil }
    var anyOutput: (any Sendable)? { status == .succeeded ? 1 : nil }

    func start() throws(JobError) {
        states.append(.started)
        states.append(.succeeded)
        states.finish()
    }
    func cancel() {}
    func pause() {}
}
