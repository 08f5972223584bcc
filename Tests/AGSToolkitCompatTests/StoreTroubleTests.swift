import AGSCompat
import CairnCallbacks
import CairnCore
import CairnTesting
import Dispatch
import Foundation
import Testing

@testable import AGSToolkitCompat

/// Stores that take nothing for a while.
@Suite(.timeLimit(.minutes(10)))
struct StoreTroubleTests {
    let home: ManagerHome
    private let store, storeGone: URL

    init() throws {
        home = try ManagerHome()
        (store, storeGone) = (home.folder.appending(path: "jobs-test"), home.folder.appending(path: "jobs-gone"))
    }

    private func wait(until isSo: () -> Bool) async { while !isSo() { await Task.yield() } }

    private func beginTrouble() throws {
        try FileManager.default.moveItem(at: store, to: storeGone)
        try Data().write(to: store)
    }

    private func endTrouble() throws {
        try FileManager.default.removeItem(at: store)
        try FileManager.default.moveItem(at: storeGone, to: store)
    }

    @Test func `what the store has refused is taken from the defaults, not from an older record`() async throws {
        let name = home.name("a")
        let steps = Steps.of(name)
        let job = try home.job(name)
        do {
            let manager = home.manager()
            manager.register(job: job)
            await wait { home.stored.contains(job.job.id.uuidString) }
            job.start(statusHandler: nil) { (_: Any?, _) in }
            await steps.gate.waiting(for: 1)
            try beginTrouble()
            steps.gate.openOnce()
            await steps.gate.waiting(for: 1)
            steps.gate.openOnce()
            await steps.gate.waiting(for: 1)
            #expect(manager.storageError != nil)
        }
        try endTrouble()
        let restored = try #require(home.manager().keyedJobs[job.job.id.uuidString])
        job.progress.cancel()
        steps.gate.open()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            restored.start(statusHandler: nil) { (_: Any?, _) in continuation.resume() }
        }
        #expect(steps.beginnings == [0, 2])
    }

    @Test(arguments: [true, false])
    func `what a store in trouble has not taken when its manager goes is in the entry`(isTroubleKnown: Bool) async throws {
        for round in 0..<30 {
            let name = home.name("\(round)")
            let (steps, job) = (Steps.of(name), try home.job(name))
            do {
                let manager = home.manager()
                manager.register(job: job)
                await wait { home.stored.contains(job.job.id.uuidString) }
                try beginTrouble()
                async let result: Any? = withCheckedContinuation { continuation in
                    job.start(statusHandler: nil) { (result: Any?, _) in continuation.resume(returning: result as? Int) }
                }
                await steps.gate.waiting(for: 1)
                if isTroubleKnown { await wait { manager.storageError != nil } }
                steps.gate.open()
                #expect(await result as? Int == 3)
                withExtendedLifetime(manager) {}
            }
            await wait { home.isSettled }
            try endTrouble()
            let manager = home.manager()
            let restored = try #require(manager.keyedJobs[job.job.id.uuidString], "round \(round)")
            #expect(restored.job.status == .succeeded, "round \(round)")
            withExtendedLifetime(manager) {}
        }
    }

    @Test func `what a store has not come to when its manager goes is in the entry`() async throws {
        let job = try home.job(home.name("a"))
        let id = job.job.id
        let former = JobKeeper(id, in: try FileJobStore(directory: store), at: store) {
            nil
        } onChange: {
        }
        // The store waits for it.
        former.willEnd()
        do {
            let manager = home.manager()
            manager.register(job: job)
            job.start(statusHandler: nil) { (_: Any?, _) in }
            await wait { job.job.status == .started }
            withExtendedLifetime(manager) {}
        }
        let entry = home.entries[id.uuidString] as? [String: Any]
        // More than any store has counted to.
        #expect((entry?["revision"] as? NSNumber)?.intValue ?? 0 >= 1 << 32)
        former.end(removing: false)
        await wait { home.isSettled }
        job.progress.cancel()
    }

    @Test func `a keeper that ends writes what nobody has told it of`() async throws {
        let files = try FileJobStore(directory: store)
        let job = try Job(SteppingWork(name: home.name("a")))
        let keeper = JobKeeper(job.id, in: files, at: store) {
            job.storedRecord
        } onChange: {
        }
        keeper.enter()
        keeper.recordChanged()
        await keeper.keep()
        try job.start()
        keeper.end(removing: false)
        await wait { home.isSettled }
        #expect(try FileJobStore.records(in: store)[job.id]?.get().status == .started)
        job.cancel()
    }

    @Test func `a keeper that will end is waited for by the next of its job before it has begun to`() async throws {
        let directory = home.folder.appending(path: "jobs-test")
        let files = try FileJobStore(directory: directory)
        let job = try Job(SteppingWork(name: home.name("a")))
        func keeper() -> JobKeeper {
            JobKeeper(job.id, in: files, at: directory) {
                job.storedRecord
            } onChange: {
            }
        }
        let (first, second) = (keeper(), keeper())
        first.recordChanged()
        await first.keep()
        first.willEnd()
        second.recordChanged()
        second.end(removing: true)
        first.end(removing: false)
        await wait { home.isSettled && home.stored.isEmpty }
        #expect(first.trouble == nil && second.trouble == nil)
    }

    @Test(arguments: [true, false])
    func `what a manager without a store brings to its end has ended for the next`(hasFolder: Bool) async throws {
        let name = home.name("a")
        let (steps, job) = (Steps.of(name), try home.job(name))
        do {
            let manager = home.manager()
            manager.register(job: job)
            job.start(statusHandler: nil) { (_: Any?, _) in }
            await steps.gate.waiting(for: 1)
            steps.gate.openOnce()
            await wait { home.checkpoint(of: job) == 1 }
            // The record is ahead of the entry by more than is written later.
            for step in 0..<20 {
                if step.isMultiple(of: 2) { job.job.pause() } else { try job.job.start() }
                await wait { home.isSettled }
            }
            withExtendedLifetime(manager) {}
        }
        await wait { home.isSettled }
        let owners = store.appending(path: "owners")
        if hasFolder {
            try FileManager.default.moveItem(at: owners, to: storeGone)
            try Data().write(to: owners)
        } else {
            try beginTrouble()
        }
        do {
            let manager = home.manager()
            let restored = try #require(manager.keyedJobs[job.job.id.uuidString])
            job.progress.cancel()
            steps.gate.open()
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                restored.start(statusHandler: nil) { (_: Any?, _) in continuation.resume() }
            }
            #expect(restored.status == .succeeded && manager.storageError != nil)
        }
        await wait { home.isSettled }
        if hasFolder {
            try FileManager.default.removeItem(at: owners)
            try FileManager.default.moveItem(at: storeGone, to: owners)
        } else {
            try endTrouble()
        }
        let manager = home.manager()
        let last = try #require(manager.keyedJobs[job.job.id.uuidString])
        #expect(last.job.status == .succeeded)
        // And so it is written, over what was there.
        manager.register(job: last)
        await wait { home.isSettled }
        #expect(manager.storageError == nil)
    }

    /// Calls back before it is written down.
    private final class SlowJob: AGSJob {
        // Proof: set before the job is started.
        nonisolated(unsafe) var willBeWritten: (() -> Void)?

        override func toJSON() throws -> Any {
            willBeWritten?()
            return try super.toJSON()
        }
    }

    @Test func `a manager is gone when it is let go of, whatever is being written for it`() async throws {
        let name = home.name("a")
        let job = SlowJob(try Job(SteppingWork(name: name)))
        var manager: JobManager? = home.manager()
        let id = manager!.register(job: job)
        await wait { home.stored.contains(id) }
        let (hasBegun, mayGoOn) = (Level(false), DispatchSemaphore(value: 0))
        let isFirst = Guarded(true)
        job.willBeWritten = {
            let isMine = isFirst.change { isFirst, _ in
                defer { isFirst = false }
                return isFirst
            }
            guard isMine else { return }
            hasBegun.send(true)
            mayGoOn.wait()
        }
        job.start(statusHandler: nil) { (_: Any?, _) in }
        for await hasBegun in hasBegun.values where hasBegun { break }
        weak let old = manager
        manager = nil
        #expect(old == nil)
        home.manager().unregister(jobUniqueID: id)
        mayGoOn.signal()
        await wait { home.isSettled && home.stored.isEmpty }
        #expect(home.entries.isEmpty && home.manager().jobs.isEmpty)
        job.progress.cancel()
    }

    @Test func `a keeper that has ended writes how the job stood then, whatever becomes of it`() async throws {
        let files = try FileJobStore(directory: store)
        let job = try Job(SteppingWork(name: home.name("a")))
        func keeper() -> JobKeeper {
            JobKeeper(job.id, in: files, at: store) {
                job.storedRecord
            } onChange: {
            }
        }
        let (former, keeper) = (keeper(), keeper())
        for one in [former, keeper] { one.enter() }
        former.willEnd()
        // It waits for the other.
        keeper.recordChanged()
        keeper.end(removing: false)
        try job.start()
        #expect(job.storedRecord?.status == .started)
        #expect(JobKeeper.unwritten(at: store)[job.id]?.status == .notStarted)
        former.end(removing: false)
        await wait { home.isSettled }
        #expect(try FileJobStore.records(in: store)[job.id]?.get().status == .notStarted)
        job.cancel()
    }
}
