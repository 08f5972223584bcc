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

    @Test func `who is told by the defaults may register and unregister`() async throws {
        let defaults = try #require(TellingDefaults(suiteName: home.suite))
        let manager = JobManager(jobManagerID: "test", defaults: defaults, folder: home.folder)
        let (first, second) = (try home.job(home.name("a")), try home.job(home.name("b")))
        manager.register(job: first)
        home.index(defaults).wait()
        let isDone = Level(false)
        let (held, job) = (Carried(manager), Carried(first))
        defaults.isSet = {
            if isDone.value { return }
            isDone.send(true)
            held.value.unregister(job: job.value)
        }
        manager.register(job: second)
        await wait { isDone.value }
        home.index(defaults).wait()
        #expect(Set(home.entries.keys) == [second.job.id.uuidString])
    }

    @Test func `who is told by the defaults and takes his time keeps nobody waiting, of this manager or another`() async throws {
        let defaults = try #require(TellingDefaults(suiteName: home.suite))
        let (manager, other) = (JobManager(jobManagerID: "test", defaults: defaults, folder: home.folder), try ManagerHome())
        let (hasBegun, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isMain = Level(true)
        let isFirst = Guarded(true)
        defaults.isSet = {
            let isMine = isFirst.change { isFirst, _ in
                defer { isFirst = false }
                return isFirst
            }
            guard isMine else { return }
            isMain.send(CallbackQueue.isMain || withUnsafeCurrentTask { $0 != nil })
            hasBegun.signal()
            mayGoOn.wait()
        }
        let (first, second) = (try home.job(home.name("a")), try home.job(home.name("b")))
        manager.register(job: first)
        await Self.onThread { hasBegun.wait() }
        manager.register(job: second)
        manager.unregister(job: first)
        let third = try other.job(other.name("c"))
        other.manager().register(job: third)
        #expect(other.entries.count == 1 && !isMain.value)
        #expect(Array(home.index(defaults).contents.entries.keys) == [second.job.id.uuidString])
        #expect(home.files.all.count == 2)
        mayGoOn.signal()
        home.index(defaults).wait()
        #expect(Set(home.entries.keys) == [second.job.id.uuidString])
        withExtendedLifetime(manager) {}
    }

    private static func onThread(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            Thread {
                body()
                continuation.resume()
            }.start()
        }
    }

    @Test func `a job that is registered and unregistered side by side is held and kept, or neither`() async throws {
        let manager = home.manager()
        for round in 0..<300 {
            let job = try home.job(home.name("\(round)"))
            let (held, carried) = (Carried(manager), Carried(job))
            manager.register(job: job)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<3 {
                    group.addTask {
                        await Self.onThread {
                            if number == 1 {
                                held.value.register(job: carried.value)
                            } else {
                                held.value.unregister(job: carried.value)
                            }
                        }
                    }
                }
            }
            let ids = Set(manager.keyedJobs.keys)
            #expect(Set(home.index().contents.entries.keys) == ids, "round \(round)")
            if !round.isMultiple(of: 30) { for id in ids { manager.unregister(jobUniqueID: id) } }
        }
        let ids = Set(manager.jobs.map(\.job.id.uuidString))
        await wait { home.stored == ids && home.files.all.count == manager.keyedJobs.count }
        #expect(manager.storageError == nil)
    }

    @Test func `a job that is forgotten twice does not come back by what ended the first time`() async throws {
        let job = try home.job(home.name("a"))
        let id = job.job.id.uuidString
        let index = home.index()
        index.keep(try job.toJSON(), as: id) { true }
        let first = index.forget(id, removing: id) { true }
        index.keep(try job.toJSON(), as: id) { true }
        let second = index.forget(id, removing: id) { true }
        index.removed(first)
        index.wait()
        #expect(index.contents.forgotten.map(\.mark) == [second.mark] && index.contents.entries.isEmpty)
        index.removed(second)
        index.wait()
        #expect(home.files.all.isEmpty)
    }

    @Test func `a manager that is made takes nothing from another that registers meanwhile`() async throws {
        let job = try home.job(home.name("a"))
        let id = job.job.id.uuidString
        let index = home.index()
        index.keep(try job.toJSON(), as: id) { true }
        _ = index.forget(id, removing: nil) { true }
        let seen = index.contents.forgotten
        index.keep(try job.toJSON(), as: id) { true }
        for forgotten in seen { home.index().forgetAgain(forgotten) }
        index.wait()
        #expect(index.contents.entries[id] != nil && home.entries[id] != nil)
    }

    @Test func `of an entry whose file could not be changed the defaults count`() throws {
        let (first, second) = (try home.job(home.name("a")), try home.job(home.name("b")))
        let (index, defaults) = (home.index(), EntryDefaults(home.key, in: home.defaults))
        for job in [first, second] { index.keep(try job.toJSON(), as: job.job.id.uuidString) { true } }
        let (old, new) = (first.job.id.uuidString, second.job.id.uuidString)
        defaults.set(DefaultEntries.Change(entry: nil, ahead: .unknown), for: old)
        defaults.set(DefaultEntries.Change(entry: Carried("newer"), ahead: .unknown), for: new)
        for _ in 1...2 {
            #expect(Array(index.contents.entries.keys) == [new] && index.contents.entries[new] as? String == "newer")
            index.wait()
        }
        index.keep(try first.toJSON(), as: old) { true }
        index.keep(try second.toJSON(), as: new) { true }
        index.wait()
        #expect(index.contents.entries.count == 2 && index.contents.entries[new] is [String: Any])
        #expect(home.defaults.object(forKey: home.key + ".ahead") == nil)
    }

    @Test func `what a manager has not written when it goes is found by the next`() async throws {
        for round in 0..<50 {
            let name = home.name("\(round)")
            Steps.of(name).gate.open()
            let job = try home.job(name)
            do {
                let manager = home.manager()
                manager.register(job: job)
                await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                    job.start(statusHandler: nil) { (_: Any?, _) in continuation.resume() }
                }
                withExtendedLifetime(manager) {}
            }
            let manager = home.manager()
            let restored = try #require(manager.keyedJobs[job.job.id.uuidString])
            #expect(restored.job.status == .succeeded, "round \(round)")
            await wait { home.checkpoint(of: job) == 3 }
            #expect(manager.storageError == nil)
            manager.unregister(job: restored)
        }
        await wait { home.stored.isEmpty }
    }

    @Test func `a removal that was cut short, and whose job is back, removes nothing`() async throws {
        let id = try await keptJob().job.id.uuidString
        _ = home.files.set(.forgotten(record: id, mark: "m"), for: "another")
        let manager = home.manager()
        #expect(manager.jobs.count == 1)
        await wait { home.files.all.count == 1 }
        let other = try home.job(home.name("b"))
        manager.register(job: other)
        await wait { home.stored.contains(other.job.id.uuidString) }
        #expect(home.stored.contains(id))
        withExtendedLifetime(manager) {}
    }

    @Test func `a record that cannot be read is gone when it was unregistered`() async throws {
        let id = try await keptJob().job.id.uuidString
        await wait { home.isSettled }
        home.removeFiles()
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
        await wait { home.isSettled }
        home.removeFiles()
        home.defaults.removeObject(forKey: home.key)
        let files = FileManager.default.enumerator(at: home.folder, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() where file.lastPathComponent == "\(id).json" {
            try Data("garbage".utf8).write(to: file)
        }
        let manager = home.manager()
        #expect(manager.jobs.isEmpty && manager.unreadableEntries.keys.contains(id) && home.stored.contains(id))
    }
}
