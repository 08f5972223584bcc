import AGSCompat
import CairnCallbacks
import CairnCore
import CairnTesting
import Foundation
import Testing

/// What the old documentation, and its callers, say of jobs and of what can be cancelled.
@Suite(.timeLimit(.minutes(10)))
struct JobFactsTests {
    private let gate = Gate()
    private let told = Told()

    init() {
        AGSJob.kinds.register(CountingLambs.self) { Gate() }
        AGSJob.register(LambsJob.self)
    }

    private func sheep() throws -> LambsJob { LambsJob(try Job(CountingLambs(), services: gate)) }

    @Test func `a job can be started in every way in which callers write it`() async throws {
        gate.open()
        let statusHandler: (AGSJobStatus) -> Void = { [told] _ in told.add("status") }
        let completion: (Any?, Error?) -> Void = { [told] result, _ in told.add("any \((result as? Flock)?.count ?? -1)") }
        try sheep().start(statusHandler: { status in _ = status }) { [told] (result: Flock?, error) in
            told.add("typed \(result?.count ?? -1)")
        }
        try sheep().start(statusHandler: nil) { [told] (result: Flock?, _) in told.add("nil \(result?.count ?? -1)") }
        (try sheep() as AGSJob).start(statusHandler: statusHandler, completion: completion)
        while told.entries.count(where: { $0 != "status" }) < 3 { await Task.yield() }
        #expect(told.entries.filter { $0 != "status" }.sorted() == ["any 3", "nil 3", "typed 3"])
        #expect(told.entries.contains("status"))
    }

    @Test func `a job lies still until it is started, and has no id of a server before`() throws {
        let job = try sheep()
        #expect(
            job.status == .notStarted && job.serverJobID == "" && job.messages.isEmpty && job.error == nil && job.result == nil)
        #expect(job.progress === job.progress && job.progress.fractionCompleted == 0)
    }

    @Test func `a status handler finds the messages of which it is told`() async throws {
        let job = try sheep()
        gate.open()
        await withCheckedContinuation { continuation in
            job.start(statusHandler: { [told] _ in told.add("\(job.messages.count)") }) { (_: Flock?, _) in continuation.resume()
            }
        }
        let counts = told.entries.compactMap(Int.init)
        #expect(counts == counts.sorted() && counts.last == 3 && counts.count >= 4)
        #expect(
            job.messages.map(\.severity) == [.info, .info, .info]
                && job.messages.allSatisfy { $0.timestamp.timeIntervalSince1970 > 0 })
    }

    @Test func `a job that has ended cannot be started again, and keeps its result`() async throws {
        let job = try sheep()
        gate.open()
        for expected in [nil, AGSErrorCode.commonIllegalState] as [AGSErrorCode?] {
            let error: NSError? = await withCheckedContinuation { continuation in
                job.start(statusHandler: nil) { (_: Flock?, error) in continuation.resume(returning: error as NSError?) }
            }
            #expect(error?.code == expected?.rawValue && job.result?.count == 3 && job.status == .succeeded)
        }
    }

    @Test func `a failed job tells the message that made it fail, and the error`() async throws {
        let job = AGSJob(try Job(FailingWork()))
        let error: NSError? = await withCheckedContinuation { continuation in
            job.start(statusHandler: nil) { (_: Any?, error) in continuation.resume(returning: error as NSError?) }
        }
        #expect(error != nil && job.status == .failed && (job.error as NSError?)?.code == error?.code)
        #expect(job.messages.last?.severity == .error && job.messages.last?.source == .client)
    }

    @Test func `the dictionary of a job is one that property lists and user's defaults can hold`() throws {
        let job = try sheep()
        let json = try job.toJSON()
        #expect(PropertyListSerialization.propertyList(json, isValidFor: .binary))
        let data = try PropertyListSerialization.data(fromPropertyList: json, format: .binary, options: 0)
        let read = try PropertyListSerialization.propertyList(from: data, format: nil)
        #expect((try AGSJob.fromJSON(read) as? AGSJob)?.job.id == job.job.id)
    }

    @Test func `a job that was restored is paused, whatever it was, and nobody is told of it`() throws {
        let restored = try #require(AGSJob.fromJSON(sheep().toJSON()) as? LambsJob)
        #expect(
            restored.status == .paused && restored.error == nil && restored.unknownJSON == nil && restored.unsupportedJSON == nil)
        func generic<T: AGSJSONSerializable>(_ type: T.Type, _ json: Any) throws -> T? { try T.fromJSON(json) as? T }
        #expect(try generic(LambsJob.self, sheep().toJSON())?.status == .paused)
    }

    @Test func `what is cancelled is answered with NSUserCancelledError, also as an error of Cocoa`() async throws {
        let job = try sheep()
        var isCocoa = false
        let error: (any Error)? = await withCheckedContinuation { continuation in
            job.start(statusHandler: nil) { (_: Flock?, error) in continuation.resume(returning: error) }
            job.progress.cancel()
        }
        if let error = error as NSError?, error.domain == NSCocoaErrorDomain, error.code == NSUserCancelledError {
            isCocoa = true
        }
        #expect(isCocoa && job.status == .failed)
        #expect((error as? CocoaError)?.code == .userCancelled)
    }

    @Test func `a paused job tells nothing until it is started again`() async throws {
        let job = try sheep()
        job.start(statusHandler: { [told] status in told.add("\(status)") }) { [told] (_: Flock?, _) in told.add("end") }
        await gate.waiting(for: 1)
        job.progress.pause()
        while !told.entries.contains("paused") { await Task.yield() }
        let count = told.entries.count
        gate.open()
        #expect(job.status == .paused && told.entries.count == count)
        job.start(statusHandler: nil) { (_: Flock?, _) in }
        while told.entries.last != "end" { await Task.yield() }
        #expect(job.status == .succeeded)
    }

    @Test func `what can be cancelled is held weakly, in arrays and by classes of one's own`() {
        final class Group: NSObject, AGSCancelable {
            var isCancelled = false
            func cancel() { isCancelled = true }
            func isCanceled() -> Bool { isCancelled }
        }
        let group = Group()
        weak var query: AGSCancelable?
        query = group
        let all: [AGSCancelable] = [group]
        for one in all where !one.isCanceled() { one.cancel() }
        #expect(query?.isCanceled() == true)
        let block: any AGSCancelable = BlockOperation {}
        block.cancel()
        #expect(block.isCanceled())
    }
}

private struct CountingLambs: CountingWork {
    static let kind = "test.lambs"
    var name = "lambs"
    var count = 3
}

private final class LambsJob: AGSJob {
    override class var workKind: String? { CountingLambs.kind }
    override func makeResult(from output: any Sendable) -> Any { Flock(output as? Int ?? -1) }

    var result: Flock? { (self as AGSJob).result as? Flock }

    func start(statusHandler: ((AGSJobStatus) -> Void)?, completion: @escaping (Flock?, (any Error)?) -> Void) {
        start(statusHandler: statusHandler) { (result: Any?, error) in completion(result as? Flock, error) }
    }
}

private struct FailingWork: JobWork {
    static let kind = "test.failing"
    struct Trouble: Error {}
    typealias Checkpoint = Int
    typealias Services = Void

    @concurrent func perform(in context: JobContext<Self>) async throws -> Int { throw Trouble() }
}
