import CairnCore
import Foundation

extension Worker {
    private static let patience = Duration.seconds(30)

    /// Ends in peace while there is still work: others go on with it.
    func leave() async throws {
        occupation = "leave"
        await manager.pauseAll()
        singles.forEach { $0.pause() }
        for job in await manager.jobs + singles where job.owner == nil {
            do { try await job.settle() } catch JobError.claimLost {} catch {
                site.report("unsaved when \(place.worker) left: \(error)")
            }
        }
    }

    /// Every job has ended: what is here must come to know it, and who has commanded must be answered.
    func finish() async throws {
        occupation = "finish"
        let start = ContinuousClock.now
        while try await !isFinished {
            guard ContinuousClock.now - start < Self.patience else { return try await reportUnfinished() }
            await manager.startAll()
            for job in await manager.jobs where job.status == .failed { try? await manager.retry(job.id) }
            await tendSingles()
            try await ContinuousClock().sleep(for: .milliseconds(100))
        }
        occupation = "settle"
        for job in await manager.jobs { try await job.settle() }
    }

    private var isFinished: Bool {
        get async throws {
            let isManagerDone = await manager.jobs.allSatisfy { $0.status.isFinished && $0.status != .failed }
            return isManagerDone && singles.isEmpty && commands.allSatisfy(\.isDone)
        }
    }

    private func reportUnfinished() async throws {
        for text in await situations { site.report("worker \(place.worker) does not see the end of \(text)") }
    }

    /// Where the jobs stand that have not ended, for all that is known here.
    private var situations: [String] {
        get async {
            let held = await manager.jobs.compactMap { $0 as? Job<StressWork> }.map { ("held", $0) }
            let all = held + singles.map { ("single", $0) } + commands.filter { !$0.isDone }.map { ("\($0.kind)", $0.job) }
            return all.filter { $0.0 == "cancel" || !$0.1.status.isFinished }.map {
                "\($0.1.work.name), \($0.0): \($0.1.situation)"
            }
        }
    }

    /// Beside whatever else it does, which may be what stands still.
    func tellWhenAsked() async throws {
        while !site.wantsSituations { try await ContinuousClock().sleep(for: .milliseconds(500)) }
        try site.mark(.situations, place.worker, "process \(getpid()): \(occupation)\n")
        let text = await situations.joined(separator: "\n")
        try site.mark(.situations, place.worker, "process \(getpid()): \(occupation)\n\(text)\n")
    }
}
