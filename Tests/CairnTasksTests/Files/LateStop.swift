import CairnCore
import CairnTasks
import CairnTesting

/// What is asked of a job when its output has its name, and its store takes nothing any more of a job that runs.
enum LateStop: CaseIterable, Sendable {
    case none, pause, cancel

    /// Runs a job like that, until it has ended or is paused.
    func settled<Work: JobWork>(
        _ work: Work, _ access: ServiceAccess, _ configuration: JobConfiguration
    ) async throws -> Job<Work> where Work.Services == ServiceAccess {
        let current = Level<Job<Work>?>(nil)
        var configuration = configuration
        configuration.outage.tolerance = .zero
        configuration.store = ForwardingJobStore(
            MemoryJobStore(),
            before: { call in
                guard case .save(let record, _, _) = call, record.status == .started else { return }
                guard record.checkpoint?["isPlaced"] == true else { return }
                switch self {
                case .none: break
                case .pause: current.value?.pause()
                case .cancel: current.value?.cancel()
                }
                throw JobError.storeFailed(file: "The record", reason: "the disk is full")
            })
        let job = try Job(work, services: access, configuration: configuration)
        current.send(job)
        try job.start()
        try await job.settle()
        current.send(nil)
        return job
    }
}
