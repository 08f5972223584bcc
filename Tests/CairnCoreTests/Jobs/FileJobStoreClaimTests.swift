import CairnTesting
import Dispatch
import Foundation
import Testing

@testable import CairnCore

@Suite(.timeLimit(.minutes(10)))
struct FileJobStoreClaimTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    func store() throws -> FileJobStore { try FileJobStore(directory: directory.url) }

    func save(in store: FileJobStore) async throws -> JobRecord {
        let record = try Job(Steps(count: 1), services: Steps.Services()).record
        let claim = try await store.claim(record.id)
        try await store.save(record, appending: [], claim: claim)
        try await store.release(claim)
        return record
    }

    #if !CAIRN_APP_CONTAINER
        @Test(.enabled(if: ChildProcess.hasFlock)) func `a job is its process's until that is killed`() async throws {
            let (store, id, owner) = (try store(), UUID(), UUID().uuidString)
            let child = try await ChildProcess.locking(directory.file("owners/\(owner)"))
            try directory.write("\(id).claim", "5 \(owner) \(child.id)")
            let theirs = JobOwner(token: 5, name: "process \(child.id)")
            await #expect(throws: JobError.claimed(id, owner: theirs)) { try await store.claim(id) }
            #expect(try await store.owner(of: id) == theirs)
            try await store.post(JobRequest(.pause, token: 5), for: id)
            await #expect(throws: JobError.claimLost(id)) { try await store.post(JobRequest(.pause, token: 4), for: id) }
            await child.kill()
            #expect(try await store.owner(of: id) == nil)
            await #expect(throws: JobError.claimLost(id)) { try await store.post(JobRequest(.pause, token: 5), for: id) }
            let claim = try await store.claim(id)
            #expect(claim.token == 6)
            #expect(try await store.heartbeat(claim) == [], "what was asked of the dead one is not asked of us")
            #expect(try directory.file("owners").names.contains(owner) == false)
        }
    #endif

    #if !CAIRN_APP_CONTAINER
        @Test(.enabled(if: ChildProcess.hasFlock)) func `files of dead owners are swept when a store is opened`() async throws {
            let other = try store()
            let before = try directory.file("owners").names
            let (alive, dead) = (UUID().uuidString, UUID().uuidString)
            let child = try await ChildProcess.locking(directory.file("owners/\(alive)"))
            let victim = try await ChildProcess.locking(directory.file("owners/\(dead)"))
            await victim.kill()
            try directory.write("owners/notes", "kept")
            try directory.write("\(UUID()).json.4711.1.tmp", "half a rec")
            let store = try store()
            let names = try directory.file("owners").names
            #expect(names.isSuperset(of: before.union([alive, "notes"])) && !names.contains(dead))
            #expect(names.count == before.count + 3)
            #expect(try directory.url.names == ["owners"])
            await child.kill()
            withExtendedLifetime((other, store)) {}
        }
    #endif

    @Test func `no store that is opened sweeps the file of one that is being opened`() async throws {
        let watcher = try store()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<100 {
                        let (store, id) = (try self.store(), UUID())
                        let claim = try await store.claim(id)
                        #expect(try await watcher.owner(of: id)?.token == claim.token)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `dropping a claim waits for nothing, and gives the job up soon`() async throws {
        let (store, id) = (try store(), UUID())
        var claim: JobClaim? = try await store.claim(id)
        #expect(claim != nil)
        let mutex = try FileDescriptor(directory.file("owners/lock").path, O_RDWR)
        #expect(try mutex.lock())
        let blocker = DispatchSemaphore(value: 0)
        store.executor.queue.async { blocker.wait() }
        // The store's queue is busy and somebody else holds the lock: waiting for either would never end.
        claim = nil
        blocker.signal()
        flock(mutex.raw, LOCK_UN)
        #expect(try await store.owner(of: id) == nil)
    }

    @Test func `a store that was dropped lives as long as its claims`() async throws {
        var dead: FileJobStore? = try store()
        let (queue, id) = (dead!.executor.queue, UUID())
        var claim: JobClaim? = try await dead!.claim(id)
        #expect(claim?.token == 1)
        dead = nil
        let theirs = try store()
        await #expect(throws: JobError.self) { try await theirs.claim(id) }
        claim = nil
        // The release, and then the removal of the owner's file.
        for _ in 0..<2 { await withCheckedContinuation { done in queue.async { done.resume() } } }
        #expect(try await theirs.claim(id).token == 2)
        #expect(try directory.file("owners").names.count == 3)
    }

    @Test(arguments: ["", "7", "7 x", "0  1", "-1  1", "9223372036854775807  1", "seven  1", "7  1 2", "\u{0}\u{0}\u{0}"])
    func `a claim that was damaged is named, and hides no other job`(text: String) async throws {
        let store = try store()
        let (good, bad) = (try await save(in: store), try await save(in: store))
        let file = directory.file("\(bad.id).claim")
        try directory.write("\(bad.id).claim", text)
        await #expect {
            try await store.claim(bad.id)
        } throws: {
            if case JobError.unreadable(file.path, _) = $0 { true } else { false }
        }
        let listings = try await store.list()
        #expect(listings.count == 2)
        #expect(listings.contains { if case .record(good, nil) = $0 { true } else { false } })
        #expect(listings.contains { if case .unreadable(file.path, _) = $0 { true } else { false } })
        try FileManager.default.removeItem(at: file)
        #expect(try await store.claim(bad.id).token > 0)
    }

    @Test func `a claim that cannot be written is no claim`() async throws {
        let (store, id) = (try store(), UUID())
        let claim = try await store.claim(id)
        try await store.release(claim)
        let mend = try directory.file("owners/lock").block()
        await #expect(throws: JobError.self) { try await store.claim(id) }
        try mend()
        #expect(try await store.owner(of: id) == nil)
        #expect(try await store.claim(id).token == 2)
    }

    @Test func `giving a job back needs no room on the disk, and nor does removing one`() async throws {
        let store = try store()
        let (record, id) = (try await save(in: store), UUID())
        let number = { (name: String) in
            try FileManager.default.attributesOfItem(atPath: directory.file(name).path)[.systemFileNumber] as? Int
        }
        let claim = try await store.claim(id)
        let (file, length) = (try number("\(id).claim"), try directory.text("\(id).claim").count)
        try await store.release(claim)
        #expect(try number("\(id).claim") == file && directory.text("\(id).claim").count == length)
        #expect(try await store.claim(id).token == 2)
        let removed = try number("owners/removed")
        try await store.remove(try await store.claim(record.id))
        #expect(try number("owners/removed") == removed)
        #expect(try directory.text("owners/removed") == "0000000000000000002")
    }

    @Test func `what was removed while the others are listed is skipped`() async throws {
        let (store, other) = (try store(), try store())
        var records: [JobRecord] = []
        for _ in 0..<100 { records.append(try await save(in: store)) }
        let removing = Task { [records] in
            for record in records.dropFirst(10) { try await store.remove(try await store.claim(record.id)) }
        }
        var counts: [Int] = []
        repeat {
            let listings = try await other.list()
            #expect(listings.allSatisfy { if case .record = $0 { true } else { false } })
            counts.append(listings.count)
        } while counts.last != 10
        try await removing.value
        #expect(counts == counts.sorted(by: >))
    }

    @Test func `a file that is named otherwise than its job is reported`() async throws {
        let store = try store()
        let record = try await save(in: store)
        let copies = [directory.file("copy of a job.json"), directory.file("\(UUID()).json")]
        for copy in copies { try FileManager.default.copyItem(at: directory.file("\(record.id).json"), to: copy) }
        let unreadable = try await store.list().compactMap { if case .unreadable(let file, _) = $0 { file } else { nil } }
        #expect(Set(unreadable) == Set(copies.map(\.path)))
    }

    @Test func `no token is given that could not be read again`() async throws {
        let (store, id) = (try store(), UUID())
        try directory.write("\(id).claim", "\(Int.max - 2) \(String(repeating: "-", count: 36)) 1")
        let claim = try await store.claim(id)
        #expect(try await store.heartbeat(claim) == [])
        try await store.release(claim)
        let text = try directory.text("\(id).claim")
        await #expect {
            try await store.claim(id)
        } throws: {
            if case JobError.unreadable(directory.file("\(id).claim").path, _) = $0 { true } else { false }
        }
        #expect(try directory.text("\(id).claim") == text)
        #expect(try await store.owner(of: id) == nil)
    }

    @Test func `a largest token that cannot be counted on from spoils no new job`() async throws {
        let (store, old) = (try store(), try await save(in: try store()))
        try directory.write("\(old.id).claim", "\(Int.max - 2) \(String(repeating: "-", count: 36)) 1")
        try await store.remove(try await store.claim(old.id))
        for text in [try directory.text("owners/removed"), "\(Int.max - 1)", "\(Int.max)"] {
            try directory.write("owners/removed", text)
            let claim = try await store.claim(UUID())
            #expect(try await store.heartbeat(claim) == [])
        }
    }

    @Test(arguments: ["/dev/zero", "/nowhere/at all", "/dev"])
    func `a record that leads to no file is listed as what cannot be read`(target: String) async throws {
        let store = try store()
        let (good, bad) = (try await save(in: store), directory.file("\(UUID()).json").path)
        symlink(target, bad)
        let listings = try await store.list()
        #expect(listings.count == 2)
        #expect(listings.contains { if case .record(good, nil) = $0 { true } else { false } })
        #expect(listings.contains { if case .unreadable(bad, _) = $0 { true } else { false } })
    }
}
