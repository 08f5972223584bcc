import AGSCompat
import CairnCore
import CairnTesting
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

    @Test func `what a store in trouble has not taken when its manager goes is in the entry`() async throws {
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
                await wait { manager.storageError != nil }
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
}
