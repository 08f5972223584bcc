import Dispatch
import Foundation
import Testing

@testable import CairnCore

@Suite(.timeLimit(.minutes(10)))
struct FileJobStoreOwnerTests {
    let directory: TemporaryDirectory
    let id = UUID()

    init() throws { directory = try TemporaryDirectory() }

    func store() throws -> FileJobStore { try FileJobStore(directory: directory.url) }

    func owners() throws -> Set<String> {
        try directory.file("owners").names.filter { UUID(uuidString: $0) != nil }
    }

    /// Does what a cleaner does that knows nothing of stores.
    func removeOwners() throws {
        for name in try owners() { try FileManager.default.removeItem(at: directory.file("owners/\(name)")) }
    }

    @Test func `who never gives the lock back is not waited for without end, and is told of`() async throws {
        let store = try FileJobStore(directory: directory.url, lockPatience: .zero)
        let claim = try await store.claim(id)
        let file = directory.file("owners/lock").path
        let holder = try FileDescriptor(file, O_RDWR)
        #expect(try holder.lock())
        for attempt in [
            { _ = try await store.claim(UUID()) },
            { _ = try await store.owner(of: id) },
            { _ = try await store.list() },
            { try await store.post(JobRequest(.pause, token: claim.token), for: id) },
            { try await store.release(claim) },
            { _ = try FileJobStore(directory: directory.url, lockPatience: .zero) },
        ] as [@Sendable () async throws -> Void] {
            await #expect {
                try await attempt()
            } throws: {
                if case JobError.storeFailed(file, _) = $0 { true } else { false }
            }
        }
        flock(holder.raw, LOCK_UN)
        #expect(try await store.owner(of: id)?.token == claim.token)
        #expect(try await store.claim(UUID()).token == 1)
    }

    @Test func `an owner whose file was removed puts it back at its heartbeat`() async throws {
        let (ours, theirs) = (try store(), try store())
        let claim = try await ours.claim(id)
        try removeOwners()
        #expect(try await ours.heartbeat(claim) == [])
        await #expect(throws: JobError.self) { try await theirs.claim(id) }
        #expect(try await theirs.owner(of: id)?.token == claim.token)
        #expect(try owners().count == 2, "who looks puts back its own, too")
        try await theirs.post(JobRequest(.pause, token: claim.token), for: id)
        #expect(try await ours.heartbeat(claim).map(\.command) == [.pause])
    }

    @Test func `an owner whose file was replaced by another puts its own back`() async throws {
        let (ours, theirs) = (try store(), try store())
        let claim = try await ours.claim(id)
        for name in try owners() {
            let file = directory.file("owners/\(name)")
            try FileManager.default.moveItem(at: file, to: directory.file("\(name).aside"))
            try FileManager.default.copyItem(at: directory.file("\(name).aside"), to: file)
        }
        #expect(try await ours.heartbeat(claim) == [])
        await #expect(throws: JobError.self) { try await theirs.claim(id) }
    }

    @Test func `what was taken over while an owner's file was missing is lost, and nothing else`() async throws {
        let (ours, theirs, other) = (try store(), try store(), UUID())
        let record = try Job(Steps(count: 1), services: Steps.Services()).record
        let (lost, kept) = (try await ours.claim(record.id), try await ours.claim(other))
        try removeOwners()
        let taken = try await theirs.claim(record.id)
        #expect(taken.token == lost.token + 1)
        await #expect(throws: JobError.claimLost(record.id)) { try await ours.save(record, appending: [], claim: lost) }
        await #expect(throws: JobError.claimLost(record.id)) { try await ours.heartbeat(lost) }
        #expect(try await ours.heartbeat(kept) == [])
        await #expect(throws: JobError.self) { try await theirs.claim(other) }
        try await theirs.save(record, appending: [], claim: taken)
    }

    @Test func `a directory of owners that was removed is made again`() async throws {
        let (ours, theirs) = (try store(), try store())
        let claim = try await ours.claim(id)
        try FileManager.default.removeItem(at: directory.file("owners"))
        #expect(try await ours.heartbeat(claim) == [])
        await #expect(throws: JobError.self) { try await theirs.claim(id) }
        #expect(try await theirs.claim(UUID()).token == 1)
        try await ours.release(claim)
        #expect(try await theirs.claim(id).token == 2)
    }

    @Test func `an owner removes the file that it has put back`() async throws {
        var store: FileJobStore? = try store()
        let queue = store!.executor.queue
        try removeOwners()
        #expect(try await store!.owner(of: id) == nil)
        #expect(try owners().count == 1)
        store = nil
        await withCheckedContinuation { done in queue.async { done.resume() } }
        #expect(try owners() == [])
    }

    @Test func `of those who stand in line for a lock that is never given back only the first waits long`() throws {
        let lock = OwnerLock(folder: directory.url.path, patience: .milliseconds(1))
        let holder = try FileDescriptor(directory.file("lock").path, O_RDWR | O_CREAT)
        #expect(try holder.lock())
        for _ in 0..<2 {
            #expect(throws: JobError.self) { try lock.take() }
            #expect(lock.nextPatience == .microseconds(10))
        }
        flock(holder.raw, LOCK_UN)
        _ = try lock.take()
        #expect(lock.nextPatience == .milliseconds(1))
    }

    @Test func `a pipe in the place of the largest token stops nobody for good`() async throws {
        let store = try store()
        let claim = try await store.claim(id)
        let file = directory.file("owners/removed").path
        unlink(file)
        mkfifo(file, 0o644)
        await #expect {
            try await store.remove(claim)
        } throws: {
            if case JobError.storeFailed(file, _) = $0 { true } else { false }
        }
    }
}
