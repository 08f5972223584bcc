import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// What has been paused stays paused, whatever a manager had been asked before.
@Suite(.timeLimit(.minutes(10)))
struct JobManagerPausingTests {
    let gate = Gate()
    let base = MemoryJobStore()

    private func manager(_ store: (any JobStore)? = nil, maximumRunning: Int = 1) -> JobManager {
        let configuration = store.map { JobConfiguration.brisk($0) } ?? JobConfiguration()
        return JobManager(
            kinds: JobKinds(), configuration: configuration, maximumRunning: maximumRunning, heartbeatInterval: .milliseconds(1))
    }

    /// Waits until the manager has heard of the pause, and has looked after its places.
    private func pause(_ job: Job<Steps>, in manager: JobManager) async throws {
        job.pause()
        for await event in manager.events { if case .statusChanged(job.id, .paused) = event { break } }
        for _ in 0..<3 { await manager.heartbeat() }
    }

    @Test(arguments: [false, true]) func `a job that was asked to start while it ran`(isStored: Bool) async throws {
        let manager = manager(isStored ? base : nil)
        let job = try await manager.makeJob(Steps(count: 1), services: Steps.Services(gate: gate))
        let other = try await manager.makeJob(Steps(count: 0), services: Steps.Services())
        try await manager.start(job.id)
        await gate.waiting(for: 1)
        await manager.startAll()
        try await manager.start(job.id, priority: 5)
        try await pause(job, in: manager)
        #expect(try await other.output == 0)
        #expect(job.status == .paused)
        try await manager.start(job.id)
        gate.open()
        #expect(try await job.output == 0)
    }

    @Test func `a job that waits for its place`() async throws {
        let manager = manager()
        let running = try await manager.makeJob(Steps(count: 1), services: Steps.Services(gate: gate))
        let paused = try await manager.makeJob(Steps(count: 0), services: Steps.Services())
        let last = try await manager.makeJob(Steps(count: 0), services: Steps.Services())
        await manager.startAll()
        await gate.waiting(for: 1)
        paused.pause()
        gate.open()
        #expect(try await running.output == 0)
        #expect(try await last.output == 0)
        #expect(paused.status == .notStarted)
    }

    @Test(arguments: [false, true]) func `a job that is being removed when it is paused, alone or with all, and is not`(all: Bool)
        async throws
    {
        let (store, removing) = (FaultyJobStore(base), Gate())
        let manager = manager(store)
        let job = try await manager.makeJob(Steps(count: 1), services: Steps.Services())
        store.order(.holdBefore(removing), for: .claim)
        store.order(.failBefore(), for: .save)
        let leaving = Task { try await manager.remove(job.id) }
        await removing.waiting(for: 1)
        await manager.startAll()
        if all { await manager.pauseAll() } else { job.pause() }
        removing.open()
        await #expect(throws: (any Error).self) { try await leaving.value }
        for _ in 0..<3 { await manager.heartbeat() }
        #expect(job.status == .notStarted)
    }
}
