import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import CairnCore

/// Who keeps the record of a job that has no store.
@Suite(.timeLimit(.minutes(10)))
struct RecordKeeperTests {
    struct Submitting: JobWork {
        static let kind = "test.kept"
        typealias Checkpoint = Int
        typealias Services = Gate

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            _ = try await context.submitOnce { "server-1" }
            try await context.save(1)
            try await context.services.pass()
            return 1
        }
    }

    /// Keeps what it is told of when it is let.
    final class Keeper: RecordKeeper {
        let mayKeep = Gate()
        private let seen = Mutex<[String]>([])
        private let record: @Sendable () -> JobRecord?

        init(_ record: @escaping @Sendable () -> JobRecord?) { self.record = record }

        var kept: [String] { seen.withLock(\.self) }

        func recordChanged() {
            guard let record = record() else { return }
            let line = "\(record.status) \(record.node.serverJobIDs) \(record.node.checkpoint?.int ?? 0)"
            seen.withLock { if $0.last != line { $0.append(line) } }
        }

        func keep() async { await mayKeep.passUncancelled() }
    }

    private let gate = Gate()

    @Test func `the id of a server's job and a checkpoint wait until they are kept, and every change is told`() async throws {
        let job = try Job(Submitting(), services: gate)
        let keeper = Keeper { [weak job] in job?.storedRecord }
        job.keepRecord(by: keeper)
        try job.start()
        await keeper.mayKeep.waiting(for: 1)
        #expect(keeper.kept.last == "started [\"server-1\"] 0")
        keeper.mayKeep.openOnce()
        await keeper.mayKeep.waiting(for: 1)
        #expect(keeper.kept.last == "started [\"server-1\"] 1")
        keeper.mayKeep.open()
        gate.open()
        _ = try await job.output
        #expect(keeper.kept.first == "started [] 0" && keeper.kept.last == "succeeded [\"server-1\"] 1")
    }

    @Test func `who does not keep it any more is told nothing`() async throws {
        let job = try Job(Submitting(), services: gate)
        let keeper = Keeper { [weak job] in job?.storedRecord }
        job.keepRecord(by: keeper)
        job.stopKeepingRecord(by: keeper)
        gate.open()
        _ = try await job.run()
        #expect(keeper.kept.isEmpty)
    }

    @Test func `the records of a directory are read without claiming them`() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        #expect(FileJobStore.records(in: directory).isEmpty)
        let job = try Job(
            Submitting(), services: gate, configuration: JobConfiguration(store: FileJobStore(directory: directory)))
        try job.start()
        await gate.waiting(for: 1)
        #expect(try FileJobStore.records(in: directory).mapValues { try $0.get().id } == [job.id: job.id])
        gate.open()
        _ = try await job.output
    }
}
