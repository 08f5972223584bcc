import CairnCore

/// What a run's job steps and messages go through: the job that the workflow is the body of, if it is.
protocol StepHost: Sendable {
    /// Does a job's work as a step.
    ///
    /// - Parameters:
    ///   - name: The step's.
    ///   - weight: The step's share of the whole, 0…1.
    ///   - report: Takes what the work tells, as far as nobody else does.
    @concurrent
    func perform<Work: JobWork>(
        _ work: Work, named name: String, weight: Double, services: Work.Services,
        configuration: WorkflowConfiguration, report: @escaping @Sendable (WorkReport) -> Void
    ) async throws -> Work.Output

    func post(_ message: JobMessage)

    /// The host of a subworkflow's steps.
    func within(_ name: String) -> any StepHost
}

/// What a job step's work tells while it runs.
enum WorkReport: Sendable {
    case progress(Double)
    case message(JobMessage)
}

/// For a workflow that is nobody's body: a job step is a job of its own.
struct StandaloneHost: StepHost {
    @concurrent
    func perform<Work: JobWork>(
        _ work: Work, named name: String, weight: Double, services: Work.Services,
        configuration: WorkflowConfiguration, report: @escaping @Sendable (WorkReport) -> Void
    ) async throws -> Work.Output {
        let job = try Job(
            work, services: services,
            configuration: JobConfiguration(clock: configuration.clock, random: configuration.random))
        // The watchers are waited for, for their streams end with the job: its last words, of a failure too, are not to be lost.
        return try await withTaskGroup(of: Void.self) { group -> Result<Work.Output, any Error> in
            group.addTask {
                for await percent in job.progressUpdates { report(.progress(percent / 100)) }
            }
            group.addTask {
                for await message in job.messageUpdates { report(.message(message)) }
            }
            do { return .success(try await job.run()) } catch { return .failure(error) }
        }.get()
    }

    func post(_ message: JobMessage) {}

    func within(_ name: String) -> any StepHost { self }
}
