import Foundation
import Testing

@testable import CairnCore

@Suite(.timeLimit(.minutes(10)))
struct FileJobStoreRequestTests {
    let directory: TemporaryDirectory
    let id = UUID()

    init() throws { directory = try TemporaryDirectory() }

    func store() throws -> FileJobStore { try FileJobStore(directory: directory.url) }

    @Test func `of thirty thousand requests from four stores none is lost and none comes twice`() async throws {
        let store = try store()
        let claim = try await store.claim(id)
        let counts = try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                let other = try self.store()
                group.addTask {
                    for number in 0..<7500 {
                        let command: JobRequest.Command = number % 3 == 0 ? .cancel : .pause
                        try await other.post(JobRequest(command, token: claim.token), for: id)
                    }
                }
            }
            return try await take(30_000, claim, from: store, group)
        }
        #expect(counts == [.cancel: 10_000, .pause: 20_000])
        #expect(try await store.heartbeat(claim) == [])
    }

    /// What has been taken when so many have been, and all who post have returned.
    private func take(
        _ count: Int, _ claim: JobClaim, from store: FileJobStore, _ group: consuming ThrowingTaskGroup<Void, any Error>
    ) async throws -> [JobRequest.Command: Int] {
        var counts: [JobRequest.Command: Int] = [:]
        while counts.values.reduce(0, +) < count {
            for request in try await store.heartbeat(claim) { counts[request.command, default: 0] += 1 }
        }
        try await group.waitForAll()
        return counts
    }

    #if !CAIRN_APP_CONTAINER
        @Test(.enabled(if: ChildProcess.hasFlock)) func `what other processes post arrives`() async throws {
            let store = try store()
            let claim = try await store.claim(id)
            let script = #"echo; for i in $(seq 100); do flock "$1/owners/lock" -c "echo $3 pause >>$1/$2.request"; done"#
            let arguments = [directory.url.path, "\(id)", "\(claim.token)"]
            let children = [try await ChildProcess(script, arguments), try await ChildProcess(script, arguments)]
            var taken = 0
            while taken < 200 { taken += try await store.heartbeat(claim).count }
            for child in children { await child.end() }
            #expect(try await store.heartbeat(claim) == [])
            #expect(taken == 200)
        }
    #endif

    @Test(arguments: ["1 pau", "1", "\u{FF}\u{0}rubbish", "1 cancel now\n", "x cancel\n", "99999999999999999999 pause\n"])
    func `half a request and what is none are passed over`(rubbish: String) async throws {
        let store = try store()
        let claim = try await store.claim(id)
        try directory.write("\(id).request", "0 cancel\n1 pause\n" + rubbish)
        try await store.post(JobRequest(.cancel, token: claim.token), for: id)
        #expect(try await store.heartbeat(claim).map(\.command) == [.pause, .cancel])
        #expect(try await store.heartbeat(claim) == [])
    }

    @Test(arguments: ["directory", "pipe", "link"]) func `what is no file is put away`(kind: String) async throws {
        let store = try store()
        let claim = try await store.claim(id)
        try directory.write("victim", "1 cancel\n")
        for _ in 0..<2 {
            make(kind)
            #expect(try await store.heartbeat(claim) == [])
            make(kind)
            try await store.post(JobRequest(.pause, token: claim.token), for: id)
            #expect(try await store.heartbeat(claim).map(\.command) == [.pause])
        }
        #expect(try directory.text("victim") == "1 cancel\n")
    }

    private func make(_ kind: String) {
        let path = directory.file("\(id).request").path
        switch kind {
        case "directory": mkdir(path, 0o755)
        case "pipe": mkfifo(path, 0o644)
        default: symlink(directory.file("victim").path, path)
        }
    }

    @Test func `what cannot be put away is named, and the claim stays good`() async throws {
        let store = try store()
        let claim = try await store.claim(id)
        try FileManager.default.createDirectory(at: directory.file("\(id).request/full"), withIntermediateDirectories: true)
        let file = directory.file("\(id).request").path
        for attempt in [
            { _ = try await store.heartbeat(claim) },
            { try await store.post(JobRequest(.pause, token: claim.token), for: id) },
        ] as [@Sendable () async throws -> Void] {
            await #expect {
                try await attempt()
            } throws: {
                if case JobError.storeFailed(file, _) = $0 { true } else { false }
            }
        }
        #expect(try await store.owner(of: id)?.token == claim.token)
    }

    @Test func `a list that nobody takes does not grow for ever`() async throws {
        let store = try store()
        let claim = try await store.claim(id)
        try directory.write("\(id).request", "1 pause\n")
        truncate(directory.file("\(id).request").path, 1 << 20)
        await #expect(throws: JobError.self) { try await store.post(JobRequest(.pause, token: claim.token), for: id) }
        #expect(try await store.heartbeat(claim).map(\.command) == [.pause])
        try await store.post(JobRequest(.cancel, token: claim.token), for: id)
        #expect(try await store.heartbeat(claim).map(\.command) == [.cancel])
    }
}
