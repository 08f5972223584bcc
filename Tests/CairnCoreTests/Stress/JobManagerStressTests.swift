import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// Random commands from eight tasks against what a manager promises.
@Suite(.timeLimit(.minutes(60)), .serialized)
struct JobManagerStressTests {
    @Test func `whatever is asked from all sides, no job is lost and no more run than may`() async throws {
        let watchdog = Watchdog("a manager")
        for seed in 0..<UInt64(rounds(60, long: 50_000)) {
            let services = Steps.Services()
            let kinds = JobKinds()
            kinds.register(Steps.self) { services }
            let manager = JobManager(
                kinds: kinds, configuration: JobConfiguration(store: seed % 2 == 0 ? MemoryJobStore() : nil), maximumRunning: 3,
                heartbeatInterval: .milliseconds(1))
            var jobs: [Job<Steps>] = []
            for _ in 0..<12 { jobs.append(try await manager.makeJob(Steps(count: 3), services: services)) }
            watchdog.step { [jobs] in jobs.map(\.situation).joined(separator: "\n") }
            let removed = Log<UUID>()
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    let generator = SeededGenerator(seed: seed << 8 | UInt64(number))
                    let jobs = jobs
                    group.addTask { await Self.use(manager, jobs, generator, removed) }
                }
            }
            for job in jobs where !removed.elements.contains(job.id) {
                await manager.add(job)
                while !job.status.isFinished {
                    await Task.yield()
                    try? await manager.start(job.id)
                    for await status in job.statuses where status.isFinished || status == .paused { break }
                }
                #expect(job.status == .succeeded || job.status == .canceled, "seed \(seed)")
            }
        }
    }

    private static func use(
        _ manager: JobManager, _ jobs: [Job<Steps>], _ generator: SeededGenerator, _ removed: Log<UUID>
    ) async {
        var generator = generator
        for _ in 0..<8 {
            let chance = generator.next()
            let job = jobs[Int((chance >> 8) % 12)]
            switch chance % 12 {
            case 0: await manager.startAll()
            case 1...4: try? await manager.start(job.id, priority: Int(chance >> 16 & 3))
            case 5: if chance >> 20 & 3 == 0 { await manager.pauseAll() }
            case 6: job.pause()
            case 7: if chance >> 20 & 3 == 0 { job.cancel() }
            case 8: await manager.heartbeat()
            case 9: try? await manager.forget(job.id)
            case 10: await manager.add(job)
            default:
                if chance >> 20 & 3 == 0, (try? await manager.remove(job.id)) != nil { removed.append(job.id) }
            }
            let running = await manager.running.count
            #expect(running <= 3)
        }
    }
}
