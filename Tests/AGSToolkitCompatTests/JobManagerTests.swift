import AGSCompat
import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import AGSToolkitCompat

@Suite(.timeLimit(.minutes(10)))
struct JobManagerTests {
    let home: ManagerHome

    init() throws { home = try ManagerHome() }

    private func wait(until isSo: () -> Bool) async { while !isSo() { await Task.yield() } }

    private func run(_ job: AGSJob) async -> (Any?, Error?) {
        await withCheckedContinuation { continuation in
            job.start(statusHandler: nil) { (result: Any?, error: Error?) in
                nonisolated(unsafe) let outcome = (result, error)
                continuation.resume(returning: outcome)
            }
        }
    }

    @Test func `a job is found by the id that registering gave, and is gone when it was unregistered`() async throws {
        let manager = home.manager()
        let (first, second) = (try home.job(home.name("a")), try home.job(home.name("b")))
        let id = manager.register(job: first)
        manager.register(job: second)
        #expect(manager.keyedJobs[id] === first && manager.jobs.count == 2 && home.entries.count == 2)
        #expect(manager.unregister(job: first) && !manager.unregister(job: first))
        #expect(manager.keyedJobs[id] == nil && home.entries.count == 1)
        #expect(!manager.unregister(jobUniqueID: id) && !manager.unregister(jobUniqueID: "nobody"))
        await wait { !home.stored.contains(first.job.id.uuidString) }
        #expect(home.manager().jobs.map(\.job.id) == [second.job.id])
    }

    @Test func `jobs without an id of a server do not collide`() async throws {
        let manager = home.manager()
        let jobs = try (0..<3).map { try home.job(home.name("\($0)")) }
        for job in jobs { manager.register(job: job) }
        #expect(jobs.allSatisfy { $0.serverJobID.isEmpty } && Set(home.entries.keys).count == 3)
        #expect(Set(home.manager().jobs.map(\.job.id)) == Set(jobs.map(\.job.id)))
    }

    @Test func `jobs are restored paused, whatever they were, and go on where they had come to`() async throws {
        let name = home.name("a")
        let steps = Steps.of(name)
        var manager: JobManager? = home.manager()
        let job = try home.job(name)
        let id = manager!.register(job: job)
        job.start(statusHandler: nil) { (_: Any?, _) in }
        await steps.gate.waiting(for: 1)
        steps.gate.openOnce()
        await wait { home.checkpoint(of: job) == 1 }
        // As a process that ends: nobody pauses or cancels anything.
        manager = nil
        let other = home.manager()
        let restored = try #require(other.keyedJobs[id])
        #expect(restored !== job && restored.status == .paused && other.jobs.count == 1)
        #expect(other.unreadableEntries.isEmpty && other.storageError == nil)
        job.progress.cancel()
        steps.gate.open()
        let (result, error) = await run(restored)
        #expect(result as? Int == 3 && error == nil)
        #expect(steps.beginnings == [0, 1])
    }

    @Test func `what the defaults have lost is restored from the store, and what the store has lost from the defaults`()
        async throws
    {
        let (first, second) = (try home.job(home.name("a")), try home.job(home.name("b")))
        do {
            let manager = home.manager()
            manager.register(job: first)
            manager.register(job: second)
            await wait { home.stored.count == 2 }
        }
        home.removeFiles()
        home.defaults.set([first.job.id.uuidString: home.entries[first.job.id.uuidString]!], forKey: home.key)
        try FileManager.default.removeItem(at: home.folder.appending(path: "jobs-test/\(first.job.id.uuidString).json"))
        let manager = home.manager()
        #expect(Set(manager.jobs.map(\.job.id)) == [first.job.id, second.job.id])
    }

    @Test func `what cannot be read stays where it is, is reported, and goes when it is unregistered`() async throws {
        let foreign: [String: Any] = ["jobType": "SyncGeodatabase", "serverJobId": 7]
        home.defaults.set(["esri": foreign, "torn": "no job"], forKey: home.key)
        let manager = home.manager()
        #expect(Set(manager.unreadableEntries.keys) == ["esri", "torn"] && manager.jobs.isEmpty)
        let job = try home.job(home.name("a"))
        manager.register(job: job)
        manager.clearFinishedJobs()
        #expect(Set(home.entries.keys) == ["esri", "torn", job.job.id.uuidString])
        #expect((home.entries["esri"] as? [String: Any])?["serverJobId"] as? Int == 7)
        let again = home.manager()
        #expect(again.unreadableEntries.count == 2 && again.jobs.count == 1)
        #expect(again.unregister(jobUniqueID: "esri") && again.unreadableEntries.count == 1 && home.entries["esri"] == nil)
        #expect(home.entries["torn"] as? String == "no job")
    }

    @Test func `what is no dictionary at all is not written over`() async throws {
        home.defaults.set("something else", forKey: home.key)
        let manager = home.manager()
        #expect(Array(manager.unreadableEntries.keys) == [home.key])
        let job = try home.job(home.name("a"))
        manager.register(job: job)
        await wait { home.stored.count == 1 }
        #expect(home.defaults.string(forKey: home.key) == "something else")
        #expect(home.manager().jobs.map(\.job.id) == [job.job.id])
        #expect(manager.unregister(jobUniqueID: home.key))
        home.index().wait()
        #expect(home.defaults.string(forKey: home.key) == nil)
    }

    @Test func `observers are told once that something cannot be read`() async throws {
        let id = home.name("torn")
        home.defaults.set([id: 1], forKey: home.key)
        let told = Level(0)
        let token = NotificationCenter.default.addObserver(
            forName: JobManager.didFindUnreadableEntries, object: nil, queue: nil
        ) { note in
            if (note.object as? JobManager)?.unreadableEntries[id] != nil { told.send(told.value + 1) }
        }
        let manager = home.manager()
        await wait { told.value > 0 }
        #expect(told.value == 1 && manager.unreadableEntries.count == 1)
        NotificationCenter.default.removeObserver(token)
    }

    @Test func `a removal that was cut short is ended by the next manager`() async throws {
        let job = try home.job(home.name("a"))
        do {
            let manager = home.manager()
            manager.register(job: job)
            await wait { home.stored.count == 1 }
        }
        // As a process leaves it that dies before the defaults are written.
        let id = job.job.id.uuidString
        #expect(home.entries[id] != nil)
        #expect(home.files.set(.forgotten(record: id, mark: "m"), for: id))
        // The one before may have it still.
        await wait {
            #expect(home.manager().jobs.isEmpty)
            return home.files.all.isEmpty
        }
        #expect(home.stored.isEmpty && home.entries.isEmpty)
    }

    @Test func `what is in a file alone is restored, and what is in a file counts before the defaults`() throws {
        let (first, second) = (try home.job(home.name("a")), try home.job(home.name("b")))
        for job in [first, second] { _ = home.files.set(.job(try job.toJSON()), for: job.job.id.uuidString) }
        home.defaults.set([first.job.id.uuidString: "torn"], forKey: home.key)
        let manager = home.manager()
        #expect(Set(manager.jobs.map(\.job.id)) == [first.job.id, second.job.id] && manager.unreadableEntries.isEmpty)
    }

    @Test func `files that cannot be read are none, and ids may be any text`() throws {
        let long = String(repeating: "x", count: 1000)
        for id in ["", "a/b", "../c", "ü €", ".", long] { _ = home.files.set(.job(["id": id]), for: id) }
        #expect(Set(home.files.all.keys) == ["a/b", "../c", "ü €", "."])
        try Data("garbage".utf8).write(to: home.files.directory.appending(path: "torn.plist"))
        try Data().write(to: home.files.directory.appending(path: "empty.plist"))
        #expect(home.files.all.count == 4)
        // Of what cannot be written there is what it was.
        #expect(!home.files.set(.job(["x": NSNull()]), for: ".") && home.files["."] != nil)
        for id in ["../c", "."] { home.files.remove(id) }
        #expect(Set(home.files.all.keys) == ["a/b", "ü €"])
        #expect(home.manager().unreadableEntries.keys.sorted() == ["a/b", "ü €"])
    }

    @Test func `finished jobs are cleared, and the others stay`() async throws {
        let manager = home.manager()
        let (done, failed, waiting) = (try home.job(home.name("a")), try home.job(home.name("b")), try home.job(home.name("c")))
        for job in [done, failed, waiting] { manager.register(job: job) }
        Steps.of(home.name("a")).gate.open()
        _ = await run(done)
        failed.start(statusHandler: nil) { (_: Any?, _) in }
        failed.progress.cancel()
        await wait { failed.status == .failed }
        manager.clearFinishedJobs()
        #expect(manager.jobs.map(\.job.id) == [waiting.job.id])
    }

    @Test func `all that is paused or was not started is resumed, and each tells how it ended`() async throws {
        let manager = home.manager()
        let (paused, fresh) = (try home.job(home.name("a")), try home.job(home.name("b")))
        manager.register(job: paused)
        manager.register(job: fresh)
        paused.start(statusHandler: nil) { (_: Any?, _) in }
        await Steps.of(home.name("a")).gate.waiting(for: 1)
        manager.pauseAllJobs()
        #expect(paused.status == .paused && fresh.status == .notStarted)
        let ended = Level<[Int]>([])
        let lock = NSLock()
        manager.resumeAllPausedJobs(statusHandler: { _ in }) { result, _ in
            lock.lock()
            ended.send(ended.value + [result as? Int ?? -1])
            lock.unlock()
        }
        for name in ["a", "b"] { Steps.of(home.name(name)).gate.open() }
        await wait { ended.value.count == 2 }
        #expect(ended.value == [3, 3])
    }

    @Test(arguments: [(0, false), (2, false), (2, true)])
    func `checking all jobs answers once on main, with true if no error came of it`(_ count: Int, _ hasMute: Bool) async throws {
        let manager = home.manager()
        for number in 0..<count { manager.register(job: try home.job(home.name("\(number)"))) }
        if hasMute { manager.register(job: MuteJob(try Job(SteppingWork(name: home.name("mute"))))) }
        let isWhole = await withCheckedContinuation { continuation in
            let group = manager.checkStatusForAllJobs { isWhole in
                dispatchPrecondition(condition: .onQueue(.main))
                continuation.resume(returning: isWhole)
            }
            #expect((group as? CancelGroup)?.children.count == count + (hasMute ? 1 : 0))
        }
        #expect(isWhole == !hasMute)
    }

    @Test func `a manager whose store cannot be made says so, and keeps jobs in the defaults`() async throws {
        try FileManager.default.createDirectory(at: home.folder, withIntermediateDirectories: true)
        try Data().write(to: home.folder.appending(path: "jobs-test"))
        let manager = home.manager()
        #expect(manager.storageError != nil)
        let job = try home.job(home.name("a"))
        manager.register(job: job)
        #expect(home.manager().jobs.map(\.job.id) == [job.job.id])
        // Without a store even checkpoints are there.
        let steps = Steps.of(home.name("a"))
        job.start(statusHandler: nil) { (_: Any?, _) in }
        await steps.gate.waiting(for: 1)
        steps.gate.openOnce()
        await steps.gate.waiting(for: 1)
        let restored = try #require(home.manager().jobs.first)
        steps.gate.open()
        #expect(await run(restored).0 as? Int == 3 && steps.beginnings == [0, 1])
    }

    @Test func `the shared manager is one, of its name, and managers can be subclassed`() {
        #expect(JobManager.shared === JobManager.shared && JobManager.shared.jobManagerID == "shared")
        let own = OwnManager(jobManagerID: "own")
        #expect(own.jobManagerID == "own" && own.title == "own jobs" && own.jobs.isEmpty)
    }
}

private final class OwnManager: JobManager {
    let title: String

    required init(jobManagerID: String) {
        title = "\(jobManagerID) jobs"
        super.init(jobManagerID: jobManagerID)
    }
}
