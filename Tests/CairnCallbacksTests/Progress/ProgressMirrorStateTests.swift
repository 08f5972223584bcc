import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnCallbacks

/// What a mirror shows of the job's state, and whom it takes commands from.
@Suite(.timeLimit(.minutes(10)))
struct ProgressMirrorStateTests {
    private let gate = Gate()

    @Test func `the mirror shows paused, resumed, cancelled and finished, whoever did it`() async throws {
        let job = try Job(GatedSteps(count: 2), services: gate)
        let mirror = job.foundationProgress
        try job.start()
        await gate.waiting(for: 1)
        // Shown by whoever is at it: by this call, or by a thread that was showing something when it came.
        job.pause()
        while !mirror.isPaused { await Task.yield() }
        try job.start()
        while mirror.isPaused { await Task.yield() }
        job.pause()
        job.cancel()
        while !mirror.isCancelled { await Task.yield() }
        try await job.waitUntilFinished()
        let done = try Job(GatedSteps(count: 2), services: nil)
        let finished = done.foundationProgress
        _ = try await done.run()
        while !finished.isFinished { await Task.yield() }
        #expect(!finished.isCancelled && !finished.isPaused)
    }

    @Test func `what the job did is not taken for a command`() async throws {
        let job = try Job(GatedSteps(count: 2), services: gate)
        let mirror = job.foundationProgress
        for _ in 0..<200 {
            try job.start()
            while mirror.isPaused { await Task.yield() }
            job.pause()
            while !mirror.isPaused { await Task.yield() }
        }
        try job.start()
        await gate.waiting(for: 1)
        // The handlers of all those changes have been called by now, or will be: none may stop the job.
        gate.open()
        #expect(try await job.output == 2)
    }

    @Test func `the last of many quick pauses and resumptions counts`() async throws {
        let job = try Job(GatedSteps(count: 2), services: gate)
        let mirror = job.foundationProgress
        try job.start()
        for _ in 0..<200 {
            mirror.pause()
            mirror.resume()
        }
        while job.status != .started { await Task.yield() }
        for _ in 0..<200 {
            mirror.resume()
            mirror.pause()
        }
        while job.status != .paused { await Task.yield() }
        mirror.resume()
        gate.open()
        #expect(try await job.output == 2)
    }

    @Test func `the last of few pauses and resumptions counts, however the job is changed beside them`() async throws {
        let job = try Job(GatedSteps(count: 2), services: gate)
        let mirror = job.foundationProgress
        try job.start()
        var random = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            for _ in 0..<Int.random(in: 1...6, using: &random) { Bool.random(using: &random) ? mirror.pause() : mirror.resume() }
            let isStart = Bool.random(using: &random)
            async let change: Void = isStart ? try job.start() : job.pause()
            let isPause = Bool.random(using: &random)
            try await change
            isPause ? mirror.pause() : mirror.resume()
            while job.status != (isPause ? .paused : .started) || mirror.isPaused != isPause { await Task.yield() }
        }
        job.cancel()
        try await job.waitUntilFinished()
    }

    @Test func `a job that has not begun, or has ended, is not shown as paused`() async throws {
        let job = try Job(GatedSteps(count: 1), services: nil)
        let mirror = job.foundationProgress
        for _ in 0..<2 {
            mirror.pause()
            while mirror.isPaused { await Task.yield() }
            #expect(job.status != .paused)
            if job.status == .notStarted { _ = try await job.run() }
        }
        #expect(mirror.isFinished)
    }

    @Test func `a pause that only a handler tells of reaches the job`() async throws {
        let job = try Job(GatedSteps(count: 2), services: gate)
        let mirror = try #require(job.foundationProgress as? JobProgress)
        try job.start()
        // As from a parent that does not call `pause()`.
        mirror.show(isPaused: true)
        while job.status != .paused { await Task.yield() }
        mirror.show(isPaused: false)
        while job.status != .started { await Task.yield() }
        #expect(!mirror.isPaused)
        gate.open()
        #expect(try await job.output == 2)
    }

    @Test func `an observer may command the job from within a change`() async throws {
        let job = try Job(GatedSteps(count: 2), services: gate)
        let mirror = job.foundationProgress
        mirror.completedUnitCount = 0
        try job.start()
        await gate.waiting(for: 1)
        mirror.pausingHandler = { job.cancel() }
        job.pause()
        try await job.waitUntilFinished()
        #expect(job.status == .canceled)
        while !mirror.isCancelled { await Task.yield() }
    }

    @Test func `a parent's cancel reaches the job`() async throws {
        let job = try Job(GatedSteps(count: 2), services: gate)
        let parent = Progress(totalUnitCount: 1)
        parent.addChild(job.foundationProgress, withPendingUnitCount: 1)
        try job.start()
        await gate.waiting(for: 1)
        parent.cancel()
        try await job.waitUntilFinished()
        #expect(job.status == .canceled)
    }

    @Test func `the mirror of a job that another process has shows what that one does`() async throws {
        let store = MemoryJobStore()
        let job = try Job(GatedSteps(count: 2), services: gate, configuration: JobConfiguration(store: store))
        try job.start()
        await gate.waiting(for: 1)
        var configuration = JobConfiguration(store: store)
        configuration.followingInterval = .milliseconds(1)
        let gate = gate
        let copy = try Job<GatedSteps>(restoring: job.record, configuration: configuration) { gate }
        let mirror = copy.foundationProgress
        copy.follow()
        for await status in copy.statuses where status == .started { break }
        while mirror.isPaused { await Task.yield() }
        job.pause()
        for await status in copy.statuses where status == .paused { break }
        while !mirror.isPaused { await Task.yield() }
        try job.start()
        gate.open()
        _ = try await job.output
        try await copy.waitUntilFinished()
        while !mirror.isFinished || mirror.isPaused { await Task.yield() }
    }

    @Test func `who resumes while the job is being paused is heard`() async throws {
        let shown = Level<Progress?>(nil)
        let job = WatchfulJob { shown.value?.resume() }
        let mirror = ProgressMirror()
        let progress = mirror.progress(of: job)
        shown.send(progress)
        try job.start()
        mirror.changed(job)
        // Watched from before: it runs again whenever it likes.
        var statuses = job.statuses.makeAsyncIterator()
        progress.pause()
        while let status = await statuses.next(), status != .paused {}
        while let status = await statuses.next(), status != .started {}
        #expect(!progress.isPaused)
    }

    @Test func `who pauses what is shown as paused, and runs by now, is heard`() async throws {
        let action = Level<(@Sendable () -> Void)?>(nil)
        let job = WatchfulJob(whenAsked: {
            guard let act = action.value else { return }
            action.send(nil)
            act()
        })
        let mirror = ProgressMirror()
        let progress = mirror.progress(of: job)
        job.pause()
        mirror.changed(job)
        #expect(progress.isPaused)
        try job.start()
        // While it is looked at.
        action.send {
            progress.resume()
            progress.pause()
        }
        mirror.changed(job)
        for await status in job.statuses where status == .paused { break }
        while !progress.isPaused { await Task.yield() }
        #expect(job.status == .paused)
    }
}
