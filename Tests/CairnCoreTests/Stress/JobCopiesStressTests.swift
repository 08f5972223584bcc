import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import CairnCore

/// Three copies of one job on one store, as in three processes, commanded from all sides while claims are taken behind their holders' backs.
@Suite(.timeLimit(.minutes(60)), .serialized)
struct JobCopiesStressTests {
    /// Keeps what was saved, and under which claim.
    private final class Witness: Sendable {
        private let base = MemoryJobStore()
        private let saves = Mutex<[(token: Int, record: JobRecord)]>([])

        var store: ForwardingJobStore {
            ForwardingJobStore(
                base,
                after: { call in
                    guard case .save(let record, _, let claim) = call else { return }
                    self.saves.withLock { $0.append((claim.token, record)) }
                })
        }

        /// Somebody takes the job from whoever has it.
        func steal(_ id: UUID) async throws {
            guard let owner = try await base.owner(of: id) else { return }
            try await base.release(JobClaim(id: id, token: owner.token))
        }

        /// What must not have been written over what; the fencing tokens tell the order.
        var faults: [String] {
            let saves = saves.withLock(\.self).sorted { ($0.token, $0.record.revision) < ($1.token, $1.record.revision) }
            return zip(saves, saves.dropFirst()).compactMap { old, new in
                let (before, after) = (old.record, new.record)
                if after.revision <= before.revision { return "revision \(after.revision) after \(before.revision)" }
                if after.checkpoint?.int ?? 0 < before.checkpoint?.int ?? 0 {
                    return "a stale checkpoint at revision \(after.revision)"
                }
                if before.status == .canceled || before.status == .succeeded { return "\(after.status) over \(before.status)" }
                return nil
            }
        }
    }

    private typealias Subject = Job<Hike>

    @Test(arguments: [ClaimPolicy.wait, .fail], [false, true])
    func `whoever takes the job from whom, nothing older is written over what is newer`(
        policy: ClaimPolicy, cancels: Bool
    ) async throws {
        let watchdog = Watchdog("three copies of a job, \(policy)\(cancels ? ", cancelled" : "")")
        for seed in 0..<UInt64(rounds(60, long: 250_000)) {
            let (witness, services) = (Witness(), Hike.Services())
            let jobs = try await copies(of: witness.store, services, policy)
            watchdog.step { jobs.map(\.situation).joined(separator: "\n") }
            let users = (0..<5).map { number in
                Task { await Self.use(jobs, witness, cancels, SeededGenerator(seed: seed << 8 | UInt64(number))) }
            }
            for user in users { await user.value }
            try await end(jobs)
            try await verify(jobs, witness, services, "\(policy), seed \(seed)")
        }
    }

    private func copies(of store: any JobStore, _ services: Hike.Services, _ policy: ClaimPolicy) async throws -> [Subject] {
        var configuration = JobConfiguration(store: store)
        (configuration.claimPolicy, configuration.followingInterval) = (policy, .microseconds(50))
        let job = try Job(Hike(), services: services, configuration: configuration)
        try job.start()
        while try await store.load(job.id) == nil { await Task.yield() }
        let record = try #require(try await store.load(job.id))
        let made = configuration
        return [job] + (try (0..<2).map { _ in try Subject(restoring: record, configuration: made) { services } })
    }

    private static func use(_ jobs: [Subject], _ witness: Witness, _ cancels: Bool, _ generator: SeededGenerator) async {
        var generator = generator
        for _ in 0..<8 {
            let chance = generator.next()
            let (job, yields) = (jobs[Int(chance >> 32) % 3], chance >> 16 & 7)
            switch chance % 16 {
            case 0...2: try? job.start()
            case 3: job.pause()
            case 4: try? job.retry()
            case 5: if cancels { job.cancel() }
            case 6: job.follow()
            case 7: job.stopWaiting()
            case 8: _ = try? await job.releaseClaim()
            case 9: try? await witness.steal(job.id)
            case 10: await cancelled(after: yields) { _ = try? await job.output }
            case 11: await cancelled(after: yields) { _ = await job.nextRun(after: 1) }
            case 12: if cancels { await cancelled(after: yields) { _ = try? await job.run() } }
            case 13: await cancelled(after: yields) { try? await job.settle() }
            default: await job.heartbeat()
            }
        }
    }

    /// The others stand back, and the first brings it to its end.
    private func end(_ jobs: [Subject]) async throws {
        let job = jobs[0]
        // An end that is not told yet may be lost.
        while !(job.state.read(\.isOver) && (job.status == .succeeded || job.status == .canceled)) {
            for other in jobs.dropFirst() {
                other.stopWaiting()
                if other.owner == nil {
                    other.pause()
                    _ = try? await other.releaseClaim()
                }
                await other.heartbeat()
            }
            try? job.retry()
            await job.heartbeat()
            await Task.yield()
        }
    }

    private func verify(_ jobs: [Subject], _ witness: Witness, _ services: Hike.Services, _ comment: Comment) async throws {
        for job in jobs { try await job.settle() }
        for job in jobs.dropFirst() {
            while job.status != jobs[0].status {
                // One whose claim was taken hears of it so, and another looks at the record.
                await job.heartbeat()
                job.follow()
                await Task.yield()
            }
        }
        #expect(witness.faults == [], comment)
        #expect(try await witness.store.load(jobs[0].id)?.status == jobs[0].status, comment)
        while try await witness.store.owner(of: jobs[0].id) != nil { await Task.yield() }
        #expect(jobs.allSatisfy { $0.waiterCount == 0 && $0.state.read(\.runners).isEmpty }, comment)
        let isDiscarded = services.isDiscarded.load(ordering: .acquiring)
        #expect(jobs[0].status == .canceled || !isDiscarded, comment)
    }
}

/// Takes steps, each kept, and is deaf now and then.
private struct Hike: JobWork {
    static let kind = "stress.hike"
    typealias Checkpoint = Int

    final class Services: Sendable {
        let isDiscarded = Atomic(false)
    }

    @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
        var step = context.checkpoint ?? 0
        while step < 6 {
            if UInt8.random(in: 0..<3) == 0 { await Task { for _ in 0..<20 { await Task.yield() } }.value }
            step += 1
            try await context.save(step)
            context.reportProgress(completed: step, of: 6)
            if UInt8.random(in: 0..<25) == 0 { throw Broken() }
        }
        return step
    }

    @concurrent func discardPartialResults(of job: UUID, services: Services) async {
        services.isDiscarded.store(true, ordering: .releasing)
    }
}
