import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import CairnCore

/// Attacks on the mirror: what its user says last counts, whoever else says what meanwhile.
@Suite(.timeLimit(.minutes(3)))
struct AttackProgressMirrorTests {
    let services = Steps.Services(gate: Gate())

    /// Whether it comes true within some seconds.
    private func comes(_ seconds: Double = 5, _ isTrue: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + .seconds(clamping: seconds)
        while !isTrue() {
            if ContinuousClock.now > end { return false }
            await Task.yield()
        }
        return true
    }

    /// Whether it stays true for a while.
    private func stays(_ milliseconds: Int = 20, _ isTrue: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while ContinuousClock.now < end {
            if !isTrue() { return false }
            await Task.yield()
        }
        return true
    }

    private func storm(_ seed: UInt64, _ act: @escaping @Sendable (Int) -> Void) async {
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let left = Mutex(8)
            for thread in 0..<8 {
                Thread.detachNewThread {
                    var random = SeededGenerator(seed: seed &* 100 &+ UInt64(thread))
                    for _ in 0..<Int.random(in: 1...20, using: &random) { act(Int.random(in: 0..<4, using: &random)) }
                    if left.withLock({ $0 -= 1; return $0 == 0 }) { done.resume() }
                }
            }
        }
    }

    @Test func `after a storm of eight threads the mirror and the job agree, and a last word counts`() async throws {
        let job = try Job(Steps(count: 2), services: services)
        let mirror = job.foundationProgress
        try job.start()
        for round in 0..<600 {
            await storm(UInt64(round)) { choice in
                switch choice {
                case 0: mirror.pause()
                case 1: mirror.resume()
                case 2: job.pause()
                default: try? job.start()
                }
            }
            let agree = await comes { mirror.isPaused == (job.status == .paused) }
            #expect(agree, "round \(round): the mirror says \(mirror.isPaused), the job \(job.status)")
            let isPause = round % 2 == 0
            let byMirror = round % 3 != 0
            if byMirror { isPause ? mirror.pause() : mirror.resume() } else if isPause { job.pause() } else { try job.start() }
            let heard = await comes { job.status == (isPause ? .paused : .started) && mirror.isPaused == isPause }
            #expect(heard, "round \(round): last word \(isPause) by \(byMirror), the mirror says \(mirror.isPaused), the job \(job.status)")
            let kept = await stays(3) { job.status == (isPause ? .paused : .started) && mirror.isPaused == isPause }
            #expect(kept, "round \(round): last word \(isPause) by \(byMirror) is taken back")
            if !agree || !heard || !kept { break }
        }
        job.cancel()
        try await job.waitUntilFinished()
    }

    @Test func `a storm by way of a parent ends with what the parent said last`() async throws {
        let job = try Job(Steps(count: 2), services: services)
        let mirror = job.foundationProgress
        let parent = Progress(totalUnitCount: 1)
        parent.addChild(mirror, withPendingUnitCount: 1)
        try job.start()
        for round in 0..<300 {
            await storm(UInt64(round)) { choice in
                switch choice {
                case 0: parent.pause()
                case 1: parent.resume()
                case 2: mirror.pause()
                default: mirror.resume()
                }
            }
            let isPause = round % 2 == 0
            isPause ? parent.pause() : parent.resume()
            let heard = await comes { job.status == (isPause ? .paused : .started) && mirror.isPaused == isPause }
            #expect(heard, "round \(round): last word \(isPause), the mirror says \(mirror.isPaused), the job \(job.status)")
            if !heard { break }
        }
        job.cancel()
        try await job.waitUntilFinished()
    }

    @Test func `the mirror of a job that has ended, or has not begun, does not say that it is paused`() async throws {
        let job = try Job(Steps(count: 2), services: services)
        let mirror = job.foundationProgress
        mirror.pause()
        #expect(await comes(2) { mirror.isPaused == (job.status == .paused) }, "not begun: \(mirror.isPaused) \(job.status)")
        let done = try Job(Steps(count: 2), services: Steps.Services())
        let finished = done.foundationProgress
        _ = try await done.run()
        finished.pause()
        #expect(await comes(2) { !finished.isPaused }, "ended: \(finished.isPaused) \(done.status)")
        job.cancel()
        try await job.waitUntilFinished()
    }

    @Test func `cancelled among pauses a job is cancelled, and its mirror says so`() async throws {
        for round in 0..<200 {
            let job = try Job(Steps(count: 2), services: services)
            let mirror = job.foundationProgress
            try job.start()
            let at = round % 40
            let calls = Mutex(0)
            await storm(UInt64(round)) { choice in
                if calls.withLock({ $0 += 1; return $0 == at + 1 }) { return mirror.cancel() }
                choice % 2 == 0 ? mirror.pause() : mirror.resume()
            }
            if calls.withLock({ $0 <= at }) { mirror.cancel() }
            let ended = await comes { job.status == .canceled && mirror.isCancelled }
            #expect(ended, "round \(round): \(job.status) \(mirror.isCancelled)")
            if !ended {
                job.cancel()
                break
            }
        }
    }

    @Test(arguments: [false, true])
    func `who pauses and at once resumes a job of another process has it run`(byMirror: Bool) async throws {
        let store = MemoryJobStore()
        let job = try Job(Steps(count: 2), services: services, configuration: .brisk(store))
        try job.start()
        await services.gate.waiting(for: 1)
        let copy = try Steps.copy(job.record, store, services)
        let mirror = copy.foundationProgress
        copy.follow()
        for await status in copy.statuses where status == .started { break }
        for _ in 0..<20 {
            if byMirror {
                mirror.pause()
                mirror.resume()
            } else {
                copy.pause()
                try copy.start()
            }
            _ = await stays(30) { job.status == .started }
            let runs = await comes(3) { job.status == .started || copy.status == .started && copy.owner == nil }
            #expect(runs, "\(job.status) \(copy.status) \(mirror.isPaused)")
            if !runs { break }
        }
        services.gate.open()
        job.cancel()
        copy.cancel()
    }
}
