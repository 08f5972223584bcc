#if !CAIRN_OBJC
    import CairnCallbacks
    import CairnCore
    import CairnTesting
    import Foundation
    import Testing

    @testable import AGSCompat

    @Suite(.timeLimit(.minutes(10)))
    struct ProgressObservingTests {
        private let gate = Gate()
        private let told = Told()

        private func job(_ count: Int = 2) throws -> AGSJob { AGSJob(try Job(CountingSheep(count: count), services: gate)) }

        private func end(of job: AGSJob) async {
            await withCheckedContinuation { continuation in
                job.start(statusHandler: nil) { (_: Any?, _) in continuation.resume() }
            }
        }

        @Test func `the fraction completed is told as it grows, to the end`() async throws {
            let job = try job()
            let observation = job.progress.observe(\.fractionCompleted, options: [.initial, .old, .new]) { [told] _, change in
                told.add(change) { "\($0)" }
            }
            let finished = Told()
            let other = job.progress.observe(\.isFinished, options: .new) { progress, change in
                finished.add("\(change.newValue!) \(progress.completedUnitCount)")
            }
            gate.open()
            await end(of: job)
            await told.wait(for: 2)
            while told.entries.last?.hasSuffix("→ 1.0") != true { await Task.yield() }
            await finished.wait(for: 1)
            #expect(finished.entries == ["true 100"])
            let steps = told.entries.dropFirst().map { $0.split(separator: " ").compactMap { Double($0) } }
            #expect(told.entries.first == "- → 0.0" && steps.first?[0] == 0)
            for (before, after) in zip(steps, steps.dropFirst()) { #expect(before[1] == after[0] && after[0] < after[1]) }
            observation.invalidate()
            other.invalidate()
        }

        @Test func `the progress of work that says early that all is done ends with the job`() async throws {
            let job = AGSJob(try Job(EarlyWork(), services: gate))
            let observation = job.progress.observe(\.completedUnitCount, options: .new) { [told] _, change in
                told.add("\(change.newValue!)")
            }
            job.start(statusHandler: nil) { (_: Any?, _) in }
            await gate.waiting(for: 1)
            await told.wait(for: 1)
            gate.open()
            await told.wait(for: 2)
            #expect(told.entries == ["99", "100"])
            observation.invalidate()
        }

        @Test func `a description says each percentage as it is`() throws {
            let progress = try job().progress
            for percent in 0...100 {
                progress.completedUnitCount = Int64(percent)
                #expect(progress.localizedDescription == "\(percent)% completed")
            }
        }

        @Test func `a description says how much is done, and is told with it`() async throws {
            let job = try job()
            let observation = job.progress.observe(\.localizedDescription, options: .new) { [told] _, change in
                told.add(change.newValue! ?? "")
            }
            #expect(job.progress.localizedDescription == "0% completed")
            gate.openOnce()
            job.start(statusHandler: nil) { (_: Any?, _) in }
            await told.wait(for: 1)
            #expect(told.entries == ["50% completed"])
            gate.open()
            while told.entries.last != "100% completed" { await Task.yield() }
            observation.invalidate()
        }

        @Test func `pausing and resuming are told once each, whoever has done it`() async throws {
            let job = try job()
            let progress = job.progress
            let observation = progress.observe(\.isPaused, options: [.old, .new]) { [told] _, change in
                told.add(change) { "\($0)" }
            }
            job.start(statusHandler: nil) { (_: Any?, _) in }
            await gate.waiting(for: 1)
            progress.pause()
            await told.wait(for: 1)
            job.start(statusHandler: nil) { (_: Any?, _) in }
            await told.wait(for: 2)
            job.job.pause()
            await told.wait(for: 3)
            #expect(told.entries == ["false → true", "true → false", "false → true"])
            observation.invalidate()
            job.progress.cancel()
        }

        @Test func `a cancellation by way of a parent is told`() async throws {
            let job = try job()
            let whole = Progress(totalUnitCount: 1)
            whole.addChild(job.progress, withPendingUnitCount: 1)
            let observation = job.progress.observe(\.isCancelled, options: .new) { [told] _, change in
                told.add("\(change.newValue!)")
            }
            job.start(statusHandler: nil) { (_: Any?, _) in }
            await gate.waiting(for: 1)
            whole.cancel()
            await told.wait(for: 1)
            #expect(told.entries == ["true"])
            observation.invalidate()
        }

        @Test func `a progress that is not of Cairn, and what else a progress has, are told at first only`() throws {
            let plain = Progress(totalUnitCount: 4)
            let first = plain.observe(\.fractionCompleted, options: [.initial, .new]) { [told] _, change in
                told.add(change) { "\($0)" }
            }
            plain.completedUnitCount = 2
            let second = try job().progress.observe(\.totalUnitCount, options: [.initial, .new]) { [told] _, change in
                told.add(change) { "\($0)" }
            }
            #expect(told.entries == ["- → 0.0", "- → 100"])
            first.invalidate()
            second.invalidate()
        }
    }

    /// Reports all of it before the last of it.
    private struct EarlyWork: JobWork {
        static let kind = "test.early"
        typealias Checkpoint = Int
        typealias Services = Gate

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            context.reportProgress(1)
            try await context.services.pass()
            return 1
        }
    }
#endif
