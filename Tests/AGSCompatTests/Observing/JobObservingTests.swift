#if !CAIRN_OBJC
    import CairnCore
    import CairnTesting
    import Foundation
    import Synchronization
    import Testing

    @testable import AGSCompat

    @Suite(.timeLimit(.minutes(10)))
    struct JobObservingTests {
        private let gate = Gate()
        private let told = Told()

        private func sheep(_ name: String = "sheep") throws -> SheepJob {
            SheepJob(try Job(CountingSheep(name: name), services: gate))
        }

        private func observeStatus(_ job: SheepJob, _ options: NSKeyValueObservingOptions = [.old, .new]) -> NSKeyValueObservation
        {
            job.observe(\.status, options: options) { [told] _, change in told.add(change) { "\($0)" } }
        }

        @Test func `every status of a job is told, in order`() async throws {
            let job = try sheep()
            let observation = observeStatus(job, [.initial, .old, .new])
            job.start(statusHandler: nil) { (_: Flock?, _) in }
            await gate.waiting(for: 1)
            job.progress.pause()
            await told.wait(for: 3)
            job.start(statusHandler: nil) { (_: Flock?, _) in }
            gate.open()
            await told.wait(for: 5)
            #expect(
                told.entries == [
                    "- → notStarted", "notStarted → started", "started → paused", "paused → started", "started → succeeded",
                ])
            observation.invalidate()
        }

        @Test func `what a change has brought is told, whatever has become of it since`() async throws {
            let job = try sheep()
            let mayGoOn = DispatchSemaphore(value: 0)
            let observation = job.observe(\.status, options: [.old, .new]) { [told] job, change in
                mayGoOn.wait()
                told.add("\(change.oldValue!) → \(change.newValue!)")
            }
            gate.open()
            let result: Flock? = await withCheckedContinuation { continuation in
                job.start(statusHandler: nil) { (flock: Flock?, _) in continuation.resume(returning: flock) }
            }
            #expect(result?.count == 3 && job.status == .succeeded && told.entries.isEmpty)
            mayGoOn.signal()
            mayGoOn.signal()
            await told.wait(for: 2)
            #expect(told.entries == ["notStarted → started", "started → succeeded"])
            observation.invalidate()
        }

        @Test func `messages, the result and the error are told with their values`() async throws {
            let job = try sheep()
            let (results, errors) = (Told(), Told())
            let observations = [
                job.observe(\.messages, options: .new) { [told] _, change in told.add("\(change.newValue!.count)") },
                job.observe(\.result, options: [.old, .new]) { _, change in
                    results.add(change) { "\($0.map { "\($0.count)" } ?? "nil")" }
                },
                job.observe(\.error, options: .new) { _, change in errors.add(change, code) },
            ]
            gate.open()
            job.start(statusHandler: nil) { (_: Flock?, _) in }
            await told.wait(for: 3)
            await results.wait(for: 1)
            #expect(told.entries == ["1", "2", "3"] && results.entries == ["nil → 3"] && errors.entries.isEmpty)
            for observation in observations { observation.invalidate() }
        }

        @Test func `a cancelled job tells that it has failed, and why`() async throws {
            let job = try sheep()
            let errors = Told()
            let observation = job.observe(\.error, options: [.old, .new]) { _, change in errors.add(change, code) }
            let statuses = observeStatus(job)
            job.start(statusHandler: nil) { (_: Flock?, _) in }
            await gate.waiting(for: 1)
            job.progress.cancel()
            await told.wait(for: 3)
            await errors.wait(for: 1)
            #expect(told.entries == ["notStarted → started", "started → canceling", "canceling → failed"])
            #expect(errors.entries == ["nil → \(NSUserCancelledError)"])
            observation.invalidate()
            statuses.invalidate()
        }

        @Test func `a job that had ended when it was restored tells from paused on`() async throws {
            let job = try sheep()
            gate.open()
            let _: Flock? = await withCheckedContinuation { continuation in
                job.start(statusHandler: nil) { (flock: Flock?, _) in continuation.resume(returning: flock) }
            }
            let again = SheepJob(job.job)
            let observation = observeStatus(again, [.initial, .old, .new])
            let _: Flock? = await withCheckedContinuation { continuation in
                again.start(statusHandler: nil) { (flock: Flock?, _) in continuation.resume(returning: flock) }
            }
            await told.wait(for: 2)
            #expect(told.entries == ["- → paused", "paused → succeeded"])
            observation.invalidate()
        }

        @Test func `a job that has failed and is retried tells on`() async throws {
            let job = AGSJob(try Job(FailingOnce(), services: Attempts()))
            let observation = job.observe(\.status, options: [.old, .new]) { [told] _, change in told.add(change) { "\($0)" } }
            job.start(statusHandler: nil) { (_: Any?, _) in }
            await told.wait(for: 2)
            try job.job.retry()
            await told.wait(for: 4)
            #expect(
                told.entries == ["notStarted → started", "started → failed", "failed → started", "started → succeeded"])
            observation.invalidate()
        }

        /// A job whose store holds what shows a status until the gate is open.
        private func sheep(_ kind: SheepJob.Type = SheepJob.self, heldAt status: JobStatus, by saving: Gate) throws -> SheepJob {
            let store = ForwardingJobStore(
                MemoryJobStore(),
                before: { call in
                    if case .save(let record, _, _) = call, record.status == status { await saving.passUncancelled() }
                })
            return kind.init(try Job(CountingSheep(), services: gate, configuration: JobConfiguration(store: store)))
        }

        @Test func `a job whose store takes its time is told from what was told last, in order`() async throws {
            let saving = Gate()
            let job = try sheep(heldAt: .started, by: saving)
            job.start(statusHandler: nil) { (_: Flock?, _) in }
            await saving.waiting(for: 1)
            #expect(job.status == .started)
            let observation = observeStatus(job, [.initial, .old, .new])
            gate.open()
            saving.open()
            await told.wait(for: 3)
            #expect(told.entries == ["- → notStarted", "notStarted → started", "started → succeeded"])
            observation.invalidate()
        }

        @Test func `a result that is given up before the job is told to have ended is one error`() async throws {
            let (saving, errors) = (Gate(), Told())
            let job = try sheep(FarSheepJob.self, heldAt: .succeeded, by: saving)
            let statuses = observeStatus(job)
            let observation = job.observe(\.error, options: [.old, .new]) { _, change in errors.add(change, code) }
            gate.open()
            job.start(statusHandler: nil) { (_: Flock?, _) in }
            await saving.waiting(for: 1)
            job.cancel(completion: nil)
            saving.open()
            await told.wait(for: 2)
            await errors.wait(for: 1)
            #expect(told.entries == ["notStarted → started", "started → failed"])
            #expect(errors.entries == ["nil → \(NSUserCancelledError)"])
            statuses.invalidate()
            observation.invalidate()
        }

        @Test func `a job that is observed is let go of, and its observation with it`() throws {
            weak var kept: SheepJob?
            var observation: NSKeyValueObservation?
            do {
                let job = try sheep()
                kept = job
                observation = observeStatus(job)
            }
            #expect(kept == nil)
            observation?.invalidate()
        }
    }

    /// The flock is elsewhere when the job has ended.
    private final class FarSheepJob: SheepJob {
        override class func fetchBody(of job: any JobProtocol) -> ResultFetch.Body? { { $0 } }
        override class var resultCanBeGivenUp: Bool { true }
    }

    /// Fails the first time.
    private struct FailingOnce: JobWork {
        static let kind = "test.failing-once"
        struct Trouble: Error {}
        typealias Checkpoint = Int
        typealias Services = Attempts

        static func canBeRetried(after error: any Error) -> Bool { true }
        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            let count = context.services.next()
            if count == 1 { throw Trouble() }
            return count
        }
    }

    private final class Attempts: Sendable {
        private let count = Mutex(0)
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }
#endif
