import CairnCore
import CairnTesting
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ForwardingJobStoreTests {
    /// What a store has told.
    private final class Journal: Sendable {
        private let words = Mutex<[String]>([])
        func add(_ word: String) { words.withLock { $0.append(word) } }
        var all: [String] { words.withLock(\.self) }
    }

    private struct Refusal: Error {}

    private struct Errand: JobWork {
        static let kind = "test.errand"
        @concurrent func perform(in context: JobContext<Self>) async throws {}
    }

    @Test func `it keeps the contract that the other one keeps`() async throws {
        try await JobStoreContract { ForwardingJobStore(MemoryJobStore()) }.verify()
        try await JobStoreContract { ForwardingJobStore(ForwardingJobStore(MemoryJobStore())) }.verify()
    }

    @Test func `each call is told before and after it is carried out, and reaches the other store`() async throws {
        let (base, journal, record) = (FaultyJobStore(MemoryJobStore()), Journal(), try Job(Errand()).record)
        let id = record.id
        let store = ForwardingJobStore(
            base, before: { _ in journal.add("before \(base.calls.count)") },
            after: { _ in journal.add("after \(base.calls.count)") })
        let claim = try await store.claim(id)
        _ = try await store.owner(of: id)
        try await store.post(JobRequest(.pause, token: claim.token), for: id)
        _ = try await store.heartbeat(claim)
        try await store.save(record, appending: [], claim: claim)
        _ = try await (store.load(id), store.list())
        try await store.remove(claim)
        try await store.release(claim)
        #expect(base.calls.map(\.operation) == [.claim, .owner, .post, .heartbeat, .save, .load, .list, .remove, .release])
        #expect(journal.all == (0..<9).flatMap { ["before \($0)", "after \($0 + 1)"] })
    }

    @Test func `what throws before keeps the other store from it, what throws after does not`() async throws {
        let (base, id) = (FaultyJobStore(MemoryJobStore()), UUID())
        let refusing = ForwardingJobStore(base, before: { _ in throw Refusal() })
        await #expect(throws: Refusal.self) { try await refusing.claim(id) }
        #expect(base.calls.isEmpty)
        let late = ForwardingJobStore(base, after: { _ in throw Refusal() })
        await #expect(throws: Refusal.self) { try await late.claim(id) }
        #expect(base.calls.map(\.operation) == [.claim])
    }

    @Test func `what fails in the other store is not told as done`() async throws {
        let (base, journal) = (FaultyJobStore(MemoryJobStore()), Journal())
        let store = ForwardingJobStore(base, after: { _ in journal.add("after") })
        base.order(.failBefore(), for: .list)
        await #expect(throws: FaultyJobStore.failure) { try await store.list() }
        #expect(journal.all.isEmpty)
    }
}
