import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import CairnCore

/// Random commands from eight tasks against what a job promises, on stores that go wrong.
@Suite(.timeLimit(.minutes(60)), .serialized)
struct JobStressTests {
    enum Shop: String, CaseIterable {
        case none, sound, refusing, reordering
        func store(_ seed: UInt64) -> (any JobStore)? {
            let base = MemoryJobStore()
            let generator = Mutex(SeededGenerator(seed: seed))
            return switch self {
            case .none: nil
            case .sound: base
            case .refusing:
                FaultyJobStore(base) { call in
                    // A claim that was given and not told of is nobody's to give back in a store without leases.
                    let isAnyway = call.operation == .save && generator.withLock { $0.next() } % 2 == 0
                    return generator.withLock { $0.next() } % 10 == 0 ? isAnyway ? .failAfter() : .failBefore() : nil
                }
            case .reordering: FaultyJobStore(base, reorderingBy: seed)
            }
        }
    }

    /// Takes steps, each kept, and notes what must not be.
    struct Walk: JobWork {
        static let kind = "stress.walk"
        typealias Checkpoint = Int
        static let steps = 4

        final class Services: Sendable {
            let bodies = Atomic(0)
            let faults = Mutex<[String]>([])
            let isDiscarded = Atomic(false)
            func fault(_ text: String) { faults.withLock { $0.append(text) } }
        }

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            let services = context.services
            if services.bodies.add(1, ordering: .sequentiallyConsistent).newValue > 1 { services.fault("two bodies overlap") }
            defer { services.bodies.subtract(1, ordering: .sequentiallyConsistent) }
            if services.isDiscarded.load(ordering: .acquiring) { services.fault("run after it was discarded") }
            for step in (context.checkpoint ?? 0)..<Self.steps {
                await Task.yield()
                try await context.save(step + 1)
                context.reportProgress(completed: step + 1, of: Self.steps)
                context.post("\(step)")
                if step == 2, UInt8.random(in: 0..<10) == 0 { throw Broken() }
            }
            return Self.steps
        }

        @concurrent func discardPartialResults(of job: UUID, services: Services) async {
            services.isDiscarded.store(true, ordering: .releasing)
        }
    }

    private typealias Subject = Job<Walk>

    @Test(arguments: Shop.allCases)
    func `whatever is asked from all sides, a job ends once and says so`(shop: Shop) async throws {
        let watchdog = Watchdog("a job on a store that is \(shop)")
        for seed in 0..<UInt64(rounds(150, long: 250_000)) {
            let (services, store) = (Walk.Services(), shop.store(seed))
            var configuration = JobConfiguration(store: store)
            configuration.outage.backoff = Backoff(initial: .microseconds(10), maximum: .microseconds(50))
            configuration.followingInterval = .microseconds(50)
            let job = try Job(Walk(), services: services, configuration: configuration)
            watchdog.step { job.situation }
            let users = (0..<8).map { number in Task { await Self.use(job, SeededGenerator(seed: seed << 8 | UInt64(number))) } }
            for user in users { await user.value }
            try await end(job)
            try await verify(job, services, store, "\(shop), seed \(seed)")
        }
    }

    private static func use(_ job: Subject, _ generator: SeededGenerator) async {
        var generator = generator
        for _ in 0..<4 {
            let chance = generator.next()
            let yields = chance >> 16 & 7
            switch chance % 16 {
            case 0...3: try? job.start()
            case 4...5: job.pause()
            case 6: try? job.retry()
            case 7: if chance >> 8 & 7 == 0 { job.cancel() }
            case 8: await cancelled(after: yields) { _ = try? await job.output }
            case 9: await cancelled(after: yields) { await watchStatuses(job) }
            case 10: await cancelled(after: yields) { await watchProgress(job) }
            case 11: job.checkStatus()
            case 12: try? await job.settle()
            case 13: _ = try? await job.releaseClaim()
            case 14: await job.heartbeat()
            default: if (try? JobRecord(json: job.record.json)) == nil { job.work.note(job, "a record that cannot be read") }
            }
        }
    }

    /// Each status must be one that can follow the one before.
    private static func watchStatuses(_ job: Subject) async {
        var last: JobStatus?
        await withTaskCancellationHandler {
            for await status in job.statuses {
                if let last, !canFollow(last, status) { job.work.note(job, "\(status.rawValue) after \(last.rawValue)") }
                last = status
            }
        } onCancel: {
            job.pause()
        }
    }

    private static func watchProgress(_ job: Subject) async {
        var last = -1.0
        for await progress in job.progressUpdates {
            if progress <= last { job.work.note(job, "progress \(progress) after \(last)") }
            last = progress
        }
    }

    static func canFollow(_ last: JobStatus, _ next: JobStatus) -> Bool {
        switch (last, next) {
        case (.notStarted, .started), (.notStarted, .canceling), (.started, .paused), (.started, .canceling),
            (.started, .succeeded),
            (.started, .failed), (.paused, .started), (.paused, .canceling), (.canceling, .canceled), (.failed, .started),
            (.failed, .canceling):
            true
        default: false
        }
    }

    /// Starts and retries it until it has succeeded or was cancelled.
    private func end(_ job: Subject) async throws {
        while true {
            try? job.retry()
            try await job.waitUntilFinished()
            if job.status == .succeeded || job.status == .canceled { return }
        }
    }

    private func verify(_ job: Subject, _ services: Walk.Services, _ store: (any JobStore)?, _ comment: Comment) async throws {
        while (try? await job.settle()) == nil {}
        #expect(services.faults.withLock(\.self) == [], comment)
        #expect(job.waiterCount == 0 && job.isDurable, comment)
        #expect(await Array(job.statuses) == [job.status], comment)
        if job.status == .succeeded { #expect(try await job.output == Walk.steps, comment) }
        if job.status == .succeeded { #expect(job.progress == 100 && !services.isDiscarded.load(ordering: .acquiring), comment) }
        guard let record = try await store?.stubborn(loading: job.id) else { return }
        #expect(record.status == job.status, comment)
        // A store that carries a save out and says it has not has the messages of it twice.
        if !(store is FaultyJobStore) { #expect(record.messages == job.messages, comment) }
        #expect(try await store?.stubborn(owning: job.id) == nil, "the claim is given back; \(comment)")
    }
}

extension JobStressTests.Walk {
    fileprivate func note(_ job: Job<Self>, _ text: String) {
        (try? job.makeServices())?.fault(text)
    }
}

extension JobStore {
    /// The record, however often the store refuses to give it.
    func stubborn(loading id: UUID) async throws -> JobRecord? {
        for _ in 0..<1000 { if let record = try? await load(id) { return record } }
        return nil
    }

    func stubborn(owning id: UUID) async throws -> JobOwner? {
        for _ in 0..<1000 { do { return try await owner(of: id) } catch { continue } }
        throw Broken()
    }
}
