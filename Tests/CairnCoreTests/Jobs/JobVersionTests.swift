import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// Work that has been stored by an older version, or a newer one.
@Suite(.timeLimit(.minutes(10)))
struct JobVersionTests {
    private static func stored(_ kind: String, version: Int, work: JSONValue, checkpoint: JSONValue?) throws -> JobRecord {
        var record = try Job(Steps(count: 1), services: Steps.Services()).record
        record.node = JobNode(kind: kind, version: version, work: work, checkpoint: checkpoint)
        return record
    }

    /// Counted `done` in version 1, and in version 2 what is `left`; version 0 is forgotten.
    private struct Evolved: JobWork {
        static let kind = "test.evolved"
        static let version = 2
        var total: Int
        struct Checkpoint: Codable, Sendable { var left: Int }

        static func migrate(_ stored: inout StoredWork, from version: Int) throws {
            guard version == 1, let total = stored.work["count"]?.int else { throw Broken() }
            stored.work = ["total": .integer(total)]
            stored.checkpoint = try stored.checkpoint.map { old in
                guard let done = old["done"]?.int else { throw Broken() }
                return ["left": .integer(total - done)]
            }
        }

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            let left = context.checkpoint?.left ?? total
            try await context.save(Checkpoint(left: 0))
            return left
        }
    }

    @Test func `work of an older version is migrated with its checkpoint`() async throws {
        let record = try Self.stored("test.evolved", version: 1, work: ["count": 5], checkpoint: ["done": 3])
        let job = try Job<Evolved>(restoring: record) {}
        #expect(job.work.total == 5)
        #expect(try await job.run() == 2)
        #expect(job.record.workVersion == 2 && job.record.work == ["total": 5])
    }

    @Test func `what cannot be migrated says so, and its record is kept`() async throws {
        let store = MemoryJobStore()
        let record = try Self.stored("test.evolved", version: 1, work: ["count": 5], checkpoint: ["mangled": 3])
        let claim = try await store.claim(record.id)
        try await store.save(record, appending: [], claim: claim)
        try await store.release(claim)
        let kinds = JobKinds()
        kinds.register(Evolved.self)
        let manager = JobManager(kinds: kinds, configuration: JobConfiguration(store: store))
        let unreadable = try await manager.restore()
        let expected = JobError.notMigratable(kind: "test.evolved", from: 1, reason: "The wheel is broken.")
        #expect(unreadable.count == 1 && unreadable.first?.error as? JobError == expected)
        #expect(try await store.load(record.id) == record)
    }

    @Test func `work of a newer version is refused as that`() throws {
        let record = try Self.stored("test.evolved", version: 3, work: ["total": 5], checkpoint: nil)
        #expect(throws: JobError.newerWork(kind: "test.evolved", found: 3, supported: 2)) {
            try Job<Evolved>(restoring: record) {}
        }
    }

    @Test func `without a migration an older version is refused`() throws {
        var record = try Self.stored("test.steps", version: 1, work: ["count": 1], checkpoint: nil)
        record.node.version = 1
        #expect(throws: Never.self) { try Job<Steps>(restoring: record) { Steps.Services() } }
        struct Unprepared: JobWork {
            static let kind = "test.unprepared"
            static let version = 2
            @concurrent func perform(in context: JobContext<Self>) async throws {}
        }
        record.node = JobNode(kind: "test.unprepared", version: 1, work: [:])
        #expect { try Job<Unprepared>(restoring: record) {} } throws: {
            if case JobError.notMigratable("test.unprepared", from: 1, _) = $0 { true } else { false }
        }
    }

    /// Has an evolved child.
    private struct Parent: JobWork {
        static let kind = "test.parent-of-evolved"
        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            try await context.child(Evolved(total: 5), named: "child", weight: 1)
        }
    }

    @Test func `a child's old checkpoint is migrated too`() async throws {
        var record = try Self.stored("test.parent-of-evolved", version: 1, work: [:], checkpoint: nil)
        record.node.setChild(
            JobNode(kind: "test.evolved", version: 1, work: ["count": 5], checkpoint: ["done": 3]), named: "child")
        let job = try Job<Parent>(restoring: record) {}
        #expect(try await job.run() == 2)
    }

    @Test func `a child's checkpoint that cannot be migrated fails the job for now, and keeps the checkpoint`() async throws {
        var record = try Self.stored("test.parent-of-evolved", version: 1, work: [:], checkpoint: nil)
        let child = JobNode(kind: "test.evolved", version: 1, work: ["count": 5], checkpoint: ["mangled": 3])
        record.node.setChild(child, named: "child")
        let job = try Job<Parent>(restoring: record) {}
        await #expect(throws: JobError.notMigratable(kind: "test.evolved", from: 1, reason: "The wheel is broken.")) {
            try await job.run()
        }
        #expect(job.record.failure?.isRetryable == true, "a later version of the program may go on with it")
        #expect(job.record.node.children["child"]?.checkpoint == ["mangled": 3])
    }
}
