import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import CairnCore

/// The races in which resuming or cancelling under a lock froze the process.
@Suite(.timeLimit(.minutes(60)), .serialized)
struct RaceTests {
    /// Ends at once, or when it is cancelled.
    private struct Brief: JobWork {
        static let kind = "stress.brief"
        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            context.reportProgress(0.5)
            return 1
        }
    }

    private struct Endless: JobWork {
        static let kind = "stress.endless"
        @concurrent func perform(in context: JobContext<Self>) async throws {
            var count = 0
            while true {
                try Task.checkCancellation()
                count += 1
                context.reportProgress(1 - 1 / Double(count))
                await Task.yield()
            }
        }
    }

    @Test func `who waits for the output is cancelled as the job ends`() async throws {
        let watchdog = Watchdog("output against cancellation")
        for _ in 0..<rounds(5000) {
            let job = try Job(Brief())
            watchdog.step { job.situation }
            let waiter = Task { try await job.output }
            let canceller = Task { waiter.cancel() }
            try job.start()
            _ = await waiter.result
            await canceller.value
            try await job.waitUntilFinished()
        }
    }

    @Test func `who watches the progress cancels the job when cancelled`() async throws {
        let watchdog = Watchdog("progress against cancellation")
        for _ in 0..<rounds(2000) {
            let job = try Job(Endless())
            watchdog.step { job.situation }
            let watchers = (0..<3).map { _ in
                Task {
                    await withTaskCancellationHandler {
                        for await _ in job.progressUpdates {}
                    } onCancel: {
                        job.cancel()
                    }
                }
            }
            try job.start()
            let cancellers = watchers.map { watcher in Task { watcher.cancel() } }
            for watcher in watchers { await watcher.value }
            for canceller in cancellers { await canceller.value }
            try await job.waitUntilFinished()
            #expect(job.status == .canceled)
        }
    }

    @Test func `who watches a load cancels it when cancelled`() async throws {
        let watchdog = Watchdog("load statuses against cancellation")
        for _ in 0..<rounds(2000) {
            let lamp = Lamp()
            watchdog.step { "\(lamp.loadStatus), \(lamp.loader.waiting) wait" }
            let watchers = (0..<3).map { _ in
                Task {
                    await withTaskCancellationHandler {
                        for await status in lamp.loadStatuses where status.isLoaded { break }
                    } onCancel: {
                        lamp.cancelLoad()
                    }
                }
            }
            let callers = (0..<3).map { _ in Task { try await lamp.load() } }
            let cancellers = watchers.map { watcher in Task { watcher.cancel() } }
            for caller in callers { _ = await caller.result }
            for canceller in cancellers { await canceller.value }
            for watcher in watchers { await watcher.value }
            try await lamp.load()
        }
    }

    @Test func `a job is paused, resumed, watched and cancelled from all sides at once`() async throws {
        let watchdog = Watchdog("commands against commands")
        for round in 0..<rounds(1000) {
            let job = try Job(Endless(), configuration: JobConfiguration(store: round % 2 == 0 ? MemoryJobStore() : nil))
            watchdog.step { job.situation }
            let stream = job.statuses
            let statuses = Task { await Array(stream) }
            let commanders = (0..<4).map { number in
                Task {
                    for step in 0..<4 {
                        switch (number + step) % 4 {
                        case 0: try? job.start()
                        case 1: job.pause()
                        case 2: job.checkStatus()
                        default: _ = job.record
                        }
                    }
                }
            }
            for commander in commanders { await commander.value }
            job.cancel()
            try await job.waitUntilFinished()
            let seen = await statuses.value
            #expect(seen.last == .canceled && seen.contains(.canceling))
            #expect(zip(seen, seen.dropFirst()).allSatisfy(isStep), "\(seen)")
        }
    }

    private func isStep(_ from: JobStatus, _ to: JobStatus) -> Bool {
        switch (from, to) {
        case (.notStarted, .started), (.notStarted, .canceling), (.started, .paused), (.paused, .started), (.started, .canceling),
            (.paused, .canceling), (.canceling, .canceled):
            true
        default: false
        }
    }
}
