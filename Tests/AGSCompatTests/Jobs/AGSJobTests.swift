import AGSCompat
import CairnCallbacks
import CairnCore
import CairnTesting
import Dispatch
import Foundation
import Testing

@Suite(.timeLimit(.minutes(120)), .serialized)
@MainActor
struct AGSJobTests {
    /// Counts, a step at a time, through a gate.
    struct Counting: JobWork {
        static let kind = "test.counting"
        var count: Int

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            var done = context.checkpoint ?? 0
            while done < count {
                try await context.services.pass()
                done += 1
                try await context.save(done)
                context.post("step \(done)")
                context.reportProgress(completed: done, of: count)
            }
            return done
        }
        typealias Checkpoint = Int
        typealias Services = Gate
    }

    let gate = Gate()

    private func job(_ count: Int = 3) throws -> AGSJob {
        AGSJob(try Job(Counting(count: count), services: gate))
    }

    private func outcome(_ job: AGSJob, _ statuses: Level<[AGSJobStatus]> = Level([])) async -> (Any?, (any Error)?, Bool) {
        let outcome = await withCheckedContinuation { (continuation: CheckedContinuation<Outcome, Never>) in
            job.start(
                statusHandler: { status in
                    statuses.send(statuses.value + [status])
                    #expect(CallbackQueue.isMain)
                }) { result, error in
                    continuation.resume(returning: Outcome(result: result as? Int, error: error, isMain: CallbackQueue.isMain))
                }
        }
        return (outcome.result, outcome.error, outcome.isMain)
    }

    private struct Outcome: Sendable {
        let result: Int?
        let error: (any Error)?
        let isMain: Bool
    }

    @Test func `a job tells of its statuses and its result on main`() async throws {
        let job = try job()
        gate.open()
        let statuses = Level<[AGSJobStatus]>([])
        let (result, error, isMain) = await outcome(job, statuses)
        #expect(result as? Int == 3 && error == nil && isMain)
        #expect(job.status == .succeeded && job.result as? Int == 3)
        #expect(job.messages.map(\.message) == ["step 1", "step 2", "step 3"])
        #expect(job.progress.fractionCompleted == 1)
        #expect(statuses.value.contains(.started))
    }

    @Test func `a result is itself, however little is known of its type`() async throws {
        let job = try job()
        gate.open()
        let shown = await withCheckedContinuation { (continuation: CheckedContinuation<String, Never>) in
            job.start(statusHandler: nil) { result, error in continuation.resume(returning: "\(result ?? "nothing")") }
        }
        #expect(shown == "3" && job.result.map { "\($0) \(type(of: $0))" } == "3 Int")
    }

    @Test func `a job cancelled through its progress fails with NSUserCancelledError`() async throws {
        let offlineMapJob = try job()
        let waiting = Task {
            await gate.waiting(for: 1); offlineMapJob.progress.cancel()
        }
        let (_, error, _) = await outcome(offlineMapJob)
        await waiting.value
        // As the sample of the guide asks it.
        var isUserCancelled = false
        if let error = error as NSError? {
            if error.domain == NSCocoaErrorDomain && error.code == NSUserCancelledError { isUserCancelled = true }
        }
        #expect(isUserCancelled)
        #expect(offlineMapJob.status == .failed)
    }

    @Test func `cancel shows as canceling at once and answers when it is done`() async throws {
        let job = try job()
        job.start(statusHandler: nil) { _, _ in }
        await gate.waiting(for: 1)
        let error = await withCheckedContinuation { continuation in
            job.cancel { continuation.resume(returning: $0) }
            #expect(job.status == .canceling || job.status == .failed)
        }
        #expect(error == nil)
        #expect(job.status == .failed)
    }

    @Test func `a job is written to a property list, restored paused, and goes on`() async throws {
        let first = try job()
        first.start(statusHandler: nil) { _, _ in }
        await gate.waiting(for: 1)
        gate.openOnce()
        await gate.waiting(for: 1)
        #expect(oldWay(first).pause())
        let json = try first.toJSON()
        #expect(PropertyListSerialization.propertyList(json, isValidFor: .xml))
        let services = gate
        AGSJob.kinds.register(Counting.self) { services }
        let second = try #require(try AGSJob.fromJSON(json) as? AGSJob)
        #expect(second.status == .paused && second.progress.fractionCompleted > 0.3)
        gate.open()
        #expect(await outcome(second).0 as? Int == 3)
    }

    @Test func `a finished job is not started again`() async throws {
        let job = try job()
        gate.open()
        _ = await outcome(job)
        let (result, error, isMain) = await outcome(job)
        #expect(result == nil && isMain)
        #expect(
            (error as NSError?)?.domain == AGSErrorDomain && (error as NSError?)?.code == AGSErrorCode.commonIllegalState.rawValue
        )
        #expect((error as NSError?)?.localizedDescription.contains("already ended") == true)
    }

    @Test func `every start is answered once, when the job has ended, however often it is paused and started`() async throws {
        let job = try job()
        let answers = LegacyLog()
        func start(_ name: String) {
            job.start(statusHandler: { if $0 == .succeeded { answers.add("\(name) told") } }) { result, error in
                answers.add("\(name) \(result as? Int ?? -1) \(error == nil)")
            }
        }
        start("first")
        start("second")
        await gate.waiting(for: 1)
        #expect(oldWay(job).pause())
        start("third")
        await gate.waiting(for: 1)
        #expect(answers.entries.isEmpty)
        gate.open()
        while answers.entries.count < 6 { await Task.yield() }
        #expect(
            Set(answers.entries) == [
                "first told", "first 3 true", "second told", "second 3 true", "third told", "third 3 true",
            ])
        for name in ["first", "second", "third"] {
            #expect(answers.entries.firstIndex(of: "\(name) told")! < answers.entries.firstIndex(of: "\(name) 3 true")!)
        }
    }

    @Test func `a job that nobody keeps runs to its end, and is let go then`() async throws {
        weak var object: AGSJob?
        let result = await withCheckedContinuation { continuation in
            do {
                let job = AGSJob(try! Job(Counting(count: 2), services: gate))
                object = job
                job.start(statusHandler: nil) { result, _ in continuation.resume(returning: result as? Int) }
            }
            #expect(object != nil)
            gate.open()
        }
        #expect(result == 2)
        while object != nil { await Task.yield() }
    }

    @Test func `a paused job that nobody keeps is answered when it is cancelled, or started again, by whatever is left of it`()
        async throws
    {
        for round in 0..<rounds(30) {
            let gate = Gate()
            let (answers, log) = (LegacyLog(), LegacyLog())
            var progress: Progress?
            do {
                let job = AGSJob(try Job(Counting(count: 1), services: gate))
                progress = job.progress
                job.start(statusHandler: { _ in log.add("status") }) { _, error in
                    answers.add((error as NSError?)?.code == NSUserCancelledError ? "cancelled" : "done")
                }
                await gate.waiting(for: 1)
                oldWay(job).pause()
                if round % 3 == 0 { job.start(statusHandler: nil) { _, _ in answers.add("done") } }
                if round % 3 == 1 { job.cancel(completion: nil) }
            }
            if round % 3 == 2 { progress?.cancel() }
            gate.open()
            while answers.entries.count < (round % 3 == 0 ? 2 : 1) { await Task.yield() }
            #expect(Set(answers.entries) == [round % 3 == 0 ? "done" : "cancelled"])
        }
    }

    @Test func `a message makes nobody be told once more that the job is paused`() async throws {
        struct Sighing: JobWork {
            static let kind = "test.sighing"
            typealias Services = Gate
            @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
                do {
                    try await context.services.pass()
                    return 1
                } catch {
                    context.post("sigh")
                    throw error
                }
            }
        }
        let (gate, told) = (Gate(), LegacyLog())
        let job = AGSJob(try Job(Sighing(), services: gate))
        await withCheckedContinuation { continuation in
            job.start(statusHandler: { told.add("\($0.rawValue)") }) { _, _ in continuation.resume() }
            Task {
                await gate.waiting(for: 1)
                oldWay(job).pause()
                while job.messages.isEmpty { await Task.yield() }
                // Time for whoever follows the messages.
                for _ in 0..<1000 { await Task.yield() }
                gate.open()
                job.start(statusHandler: nil) { _, _ in }
            }
        }
        #expect(told.entries.count { $0 == "\(AGSJobStatus.paused.rawValue)" } == 1)
    }

    @Test func `a message never makes a status be told that has passed`() async throws {
        struct Chatty: JobWork {
            static let kind = "test.chatty"
            @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
                while true {
                    try Task.checkCancellation()
                    context.post("word")
                    await Task.yield()
                }
            }
        }
        for _ in 0..<rounds(30) {
            let (job, told) = (AGSJob(try Job(Chatty())), LegacyLog())
            await withCheckedContinuation { continuation in
                job.start(statusHandler: { told.add("\($0.rawValue)") }) { _, _ in continuation.resume() }
                Task {
                    while told.entries.count < 3 { await Task.yield() }
                    oldWay(job).cancel()
                }
            }
            // Started any number of times, then cancelling, then failed.
            #expect(
                told.entries
                    == told.entries.sorted { ["1", "5", "4"].firstIndex(of: $0)! < ["1", "5", "4"].firstIndex(of: $1)! })
        }
    }

    @Test func `status handlers off main may block until another call answers`() async throws {
        let jobs = try (0..<8).map { _ in try job(1) }
        let shared = Carried(jobs)
        let gate = gate
        gate.open()
        let results: [Int] = await Task.detached {
            await withTaskGroup(of: Int.self) { group in
                for index in 0..<8 {
                    group.addTask {
                        await withCheckedContinuation { continuation in
                            let handler: (AGSJobStatus) -> Void = { _ in
                                let answered = DispatchSemaphore(value: 0)
                                AGSLocatorTask(url: URL(filePath: "/nowhere.locator")).geocode(withSearchText: "x") { _, _ in
                                    answered.signal()
                                }
                                answered.wait()
                            }
                            shared.value[index].start(statusHandler: handler) { result, _ in
                                continuation.resume(returning: result as? Int ?? -1)
                            }
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }.value
        #expect(results == Array(repeating: 1, count: 8))
    }

    @Test func `whatever is no job's dictionary throws`() throws {
        var deep: Any = [String: Any]()
        for _ in 0..<1000 { deep = ["a": deep] }
        let values: [Any] = [
            "text", 1, true, 1.5, Date(), Data(), NSNull(), [1, 2], ["a": Date()], [:] as [String: Any], ["kind": 5], Double.nan,
            [Double.infinity],
            [1: 2], NSObject(), AGSLoadableBase(), Int?.none as Any, deep, UInt64.max,
            ["kind": "unknown", "version": 1e300] as [String: Any], NSArray(array: [1]), NSDictionary(dictionary: ["a": 1]),
        ]
        for value in values {
            #expect { try AGSJob.fromJSON(value) } throws: { ($0 as NSError).domain == AGSErrorDomain }
            #expect { try AGSJob.fromJSON(value) } throws: { error in
                let words = error.localizedDescription + "\((error as NSError).userInfo[NSUnderlyingErrorKey] ?? "")"
                return !words.lowercased().contains("file") && !words.contains("..")
            }
        }
    }
}
