import CairnCore
import CairnTesting
import Foundation

/// Watchers and updates of one job, and the memory of ten thousand.
enum JobBenchmark {
    /// Reports progress as often as it is told.
    private struct Reporting: JobWork {
        static let kind = "benchmark.reporting"
        var updates: Int
        @concurrent func perform(in context: JobContext<Self>) async throws {
            for update in 1...updates { context.reportProgress(completed: update, of: updates) }
        }
    }

    /// Asks a server that never has an answer.
    private struct Polling: JobWork {
        static let kind = "benchmark.polling"
        @concurrent func perform(in context: JobContext<Self>) async throws {
            _ = try await context.polling { () -> Int? in nil }
        }
    }

    @concurrent
    static func run() async throws -> [Measurement] {
        [try await watchers(), try await memory()]
    }

    private static func watchers() async throws -> Measurement {
        func peak(_ updates: Int) async throws -> (memory: Int?, seen: Int) {
            let job = try Job(Reporting(updates: updates))
            let watchers = (0..<1000).map { _ in
                Task {
                    var last = 0.0; for await p in job.progressUpdates { last = p }; return last
                }
            }
            for _ in 0..<1000 { await Task.yield() }
            try await job.run()
            var seen = 0
            for watcher in watchers where await watcher.value == 100 { seen += 1 }
            return (Memory.resident, seen)
        }
        _ = try await peak(100)
        let few = try await peak(100)
        let many = try await peak(10_000)
        let growth = Memory.growth(from: few.memory, to: many.memory).map { max(0, $0 / 1024) }
        return Measurement(
            "1,000 watchers, 10,000 updates: memory over 100 updates", growth, unit: "KB",
            peer: "≤ 2,000 KB of noise; saw the last: \(many.seen) of 1,000", atMost: 2000, where: many.seen == 1000)
    }

    private static func memory() async throws -> Measurement {
        let count = 10_000
        let directory = FileManager.default.temporaryDirectory.appending(path: "cairn-benchmark-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        let store = try FileJobStore(directory: directory)
        let configuration = JobConfiguration(store: store, clock: ManualClock())
        var jobs: [Job<Polling>] = []
        jobs.reserveCapacity(count)
        // What the first jobs touch once is not theirs.
        for _ in 0..<100 { jobs.append(try await polling(configuration)) }
        let before = Memory.resident
        for _ in 0..<count { jobs.append(try await polling(configuration)) }
        let each = Memory.growth(from: before, to: Memory.resident).map { $0 / Double(count) }
        for job in jobs { job.pause() }
        return Measurement(
            "10,000 stored polling jobs, each", each, unit: "bytes", peer: "≤ 8,192 bytes", atMost: 8192)
    }

    private static func polling(_ configuration: JobConfiguration) async throws -> Job<Polling> {
        let job = try Job(Polling(), configuration: configuration)
        try job.start()
        for await status in job.statuses where status == .started { break }
        return job
    }
}
