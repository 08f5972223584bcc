import AGSCompat
import CairnCallbacks
import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import AGSToolkitCompat

/// Stores that refuse, callers that call back, and removals that were cut short.
@Suite(.timeLimit(.minutes(10)))
struct JobManagerTroubleTests {
    let home: ManagerHome

    init() throws { home = try ManagerHome() }

    private func wait(until isSo: () -> Bool) async { while !isSo() { await Task.yield() } }

    /// Calls back when it is written down.
    private final class CallingJob: AGSJob {
        nonisolated(unsafe) var isWritten: (() -> Void)?

        override func toJSON() throws -> Any {
            let json = try super.toJSON()
            isWritten?()
            return json
        }
    }

    /// Tells when something is set, as defaults of Apple's do.
    private final class TellingDefaults: UserDefaults {
        // Proof: set before anything else uses it.
        nonisolated(unsafe) var isSet: (() -> Void)?

        override func set(_ value: Any?, forKey defaultName: String) {
            super.set(value, forKey: defaultName)
            isSet?()
        }
    }

    /// A job that a manager has kept that is gone.
    private func keptJob() async throws -> AGSJob {
        let (manager, job) = (home.manager(), try home.job(home.name("a")))
        manager.register(job: job)
        await wait { home.stored.contains(job.job.id.uuidString) }
        withExtendedLifetime(manager) {}
        return job
    }

    @Test func `a job that is unregistered while it is written down does not come back`() async throws {
        let manager = home.manager()
        let job = CallingJob(try Job(SteppingWork(name: home.name("a"))))
        manager.register(job: job)
        let hasCalled = Level(false)
        job.isWritten = {
            manager.unregister(job: job)
            hasCalled.send(true)
        }
        job.start(statusHandler: nil) { (_: Any?, _) in }
        await wait { hasCalled.value && !home.stored.contains(job.job.id.uuidString) }
        #expect(home.entries.isEmpty && home.manager().jobs.isEmpty)
        job.isWritten = nil
        job.progress.cancel()
    }

    @Test func `who is told by the defaults may register and unregister`() throws {
        let defaults = try #require(TellingDefaults(suiteName: home.suite))
        let manager = JobManager(jobManagerID: "test", defaults: defaults, folder: home.folder)
        let (first, second) = (try home.job(home.name("a")), try home.job(home.name("b")))
        manager.register(job: first)
        var isDone = false
        defaults.isSet = {
            if isDone { return }
            isDone = true
            manager.unregister(job: first)
        }
        manager.register(job: second)
        #expect(isDone && Set(home.entries.keys) == [second.job.id.uuidString])
    }

    @Test func `what is unregistered while another thread writes is written when that returns`() throws {
        let defaults = try #require(TellingDefaults(suiteName: home.suite))
        let manager = JobManager(jobManagerID: "test", defaults: defaults, folder: home.folder)
        let (first, second) = (Carried(try home.job(home.name("a"))), Carried(try home.job(home.name("b"))))
        manager.register(job: first.value)
        let index = JobIndex(jobManagerID: "test", in: defaults)
        let (hasBegun, mayGoOn, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Level(false))
        let held = Carried(manager)
        let isFirst = Guarded(true)
        defaults.isSet = {
            let isMine = isFirst.change { isFirst, _ in
                defer { isFirst = false }
                return isFirst
            }
            guard isMine else { return }
            hasBegun.signal()
            mayGoOn.wait()
        }
        Thread { held.value.register(job: second.value) }.start()
        hasBegun.wait()
        Thread {
            held.value.unregister(job: first.value)
            hasEnded.send(true)
        }.start()
        while index.waiting == 0, !hasEnded.value { sched_yield() }
        #expect(!hasEnded.value)
        mayGoOn.signal()
        while !hasEnded.value { sched_yield() }
        #expect(index.entries[first.value.job.id.uuidString] == nil && index.waiting == 0)
    }

    @Test func `who has written his own leaves what others go on asking for to another thread`() throws {
        let defaults = try #require(TellingDefaults(suiteName: home.suite))
        let index = JobIndex(jobManagerID: "test", in: defaults)
        let left = Guarded(50)
        let mine = ObjectIdentifier(Thread.current)
        let countOfMine = Guarded(0)
        defaults.isSet = {
            if ObjectIdentifier(Thread.current) == mine { countOfMine.change { count, _ in count += 1 } }
            let isNext = left.change { left, _ in
                left -= 1
                return left >= 0
            }
            guard isNext else { return }
            // Each change brings about the next, of another thread: there is always one to be written.
            let isAsked = DispatchSemaphore(value: 0)
            Thread {
                index.update(JobIndex.Change(entries: ["other": Carried("x")]))
                isAsked.signal()
            }.start()
            isAsked.wait()
        }
        index.update(JobIndex.Change(entries: ["mine": Carried("x")]), waits: true)
        #expect(countOfMine.read(\.self) == 1 && index.entries["mine"] != nil)
        while left.read(\.self) > 0 { sched_yield() }
        defaults.isSet = nil
    }

    @Test func `what the store has refused is taken from the defaults, not from an older record`() async throws {
        let name = home.name("a")
        let steps = Steps.of(name)
        let job = try home.job(name)
        let places = (home.folder.appending(path: "jobs-test"), home.folder.appending(path: "jobs-gone"))
        do {
            let manager = home.manager()
            manager.register(job: job)
            await wait { home.stored.contains(job.job.id.uuidString) }
            job.start(statusHandler: nil) { (_: Any?, _) in }
            await steps.gate.waiting(for: 1)
            try FileManager.default.moveItem(at: places.0, to: places.1)
            try Data().write(to: places.0)
            steps.gate.openOnce()
            await steps.gate.waiting(for: 1)
            steps.gate.openOnce()
            await steps.gate.waiting(for: 1)
            #expect(manager.storageError != nil)
        }
        try FileManager.default.removeItem(at: places.0)
        try FileManager.default.moveItem(at: places.1, to: places.0)
        let restored = try #require(home.manager().keyedJobs[job.job.id.uuidString])
        job.progress.cancel()
        steps.gate.open()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            restored.start(statusHandler: nil) { (_: Any?, _) in continuation.resume() }
        }
        #expect(steps.beginnings == [0, 2])
    }

    @Test func `a removal that was cut short, and whose job is back, removes nothing`() async throws {
        let id = try await keptJob().job.id.uuidString
        home.defaults.set([id], forKey: home.key + ".removals")
        let manager = home.manager()
        #expect(manager.jobs.count == 1 && home.defaults.stringArray(forKey: home.key + ".removals") == nil)
        let other = try home.job(home.name("b"))
        manager.register(job: other)
        await wait { home.stored.contains(other.job.id.uuidString) }
        #expect(home.stored.contains(id))
        withExtendedLifetime(manager) {}
    }

    @Test func `a record that cannot be read is gone when it was unregistered`() async throws {
        let id = try await keptJob().job.id.uuidString
        home.defaults.removeObject(forKey: home.key)
        let files = FileManager.default.enumerator(at: home.folder, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() where file.lastPathComponent == "\(id).json" {
            let text = try String(contentsOf: file, encoding: .utf8)
            try Data(text.replacing(SteppingWork.kind, with: "test.toolkit.nobodys").utf8).write(to: file)
        }
        let manager = home.manager()
        #expect(manager.jobs.isEmpty && manager.unreadableEntries.keys.contains(id))
        #expect(manager.unregister(jobUniqueID: id) && manager.unreadableEntries.isEmpty)
        // While the first manager had not let go of the record it could not be removed: the next one goes on with that.
        await wait {
            _ = home.manager()
            return !home.stored.contains(id)
        }
        #expect(home.manager().unreadableEntries.isEmpty)
    }

    @Test func `a job of two managers is kept by both, and by one when the other forgets it or is gone`() async throws {
        let name = home.name("a")
        let (steps, job, other) = (Steps.of(name), try home.job(name), try ManagerHome())
        let manager = home.manager()
        manager.register(job: job)
        do {
            let second = other.manager()
            second.register(job: job)
            await wait { other.stored.count == 1 && home.stored.count == 1 }
            second.unregister(job: job)
            second.register(job: job)
        }
        job.start(statusHandler: nil) { (_: Any?, _) in }
        await steps.gate.waiting(for: 1)
        steps.gate.openOnce()
        await wait { home.checkpoint(of: job) == 1 }
        job.progress.cancel()
        withExtendedLifetime(manager) {}
    }

    @Test func `a record that is damaged is told of, and stays`() async throws {
        let id = try await keptJob().job.id.uuidString
        home.defaults.removeObject(forKey: home.key)
        let files = FileManager.default.enumerator(at: home.folder, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() where file.lastPathComponent == "\(id).json" {
            try Data("garbage".utf8).write(to: file)
        }
        let manager = home.manager()
        #expect(manager.jobs.isEmpty && manager.unreadableEntries.keys.contains(id) && home.stored.contains(id))
    }
}
