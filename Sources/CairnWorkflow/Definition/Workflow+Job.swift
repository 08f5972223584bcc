public import CairnCore

extension Workflow {
    /// Adds a step that does a job's work, made from the results of the prerequisites.
    ///
    /// ```swift
    /// let lines = workflow.job("Count", after: download) { file in CountLines(file: file) }
    /// ```
    ///
    /// The work's progress is the step's, its messages are passed on, and cancelling the step cancels the job, on the server too. In a
    /// ``WorkflowWork`` the work has a checkpoint of its own within the job's record, and goes on from there after a pause or the death of
    /// the process.
    @discardableResult
    public mutating func job<each Input: Sendable, Work: JobWork>(
        _ name: String,
        after prerequisites: repeat Step<each Input>,
        following others: [any WorkflowStep] = [],
        services: Work.Services,
        policy: StepPolicy? = nil,
        makeWork: @escaping @Sendable @concurrent (repeat each Input) async throws -> Work
    ) -> Step<Work.Output> {
        task(name, after: repeat each prerequisites, following: others, policy: policy) { (input: repeat each Input) in
            let work = try await makeWork(repeat each input)
            guard let context = StepContext.current else { throw CancellationError() }
            return try await context.perform(work, services: services)
        }
    }

    /// Adds a step that does a job's work which needs no services.
    @discardableResult
    public mutating func job<each Input: Sendable, Work: JobWork>(
        _ name: String,
        after prerequisites: repeat Step<each Input>,
        following others: [any WorkflowStep] = [],
        policy: StepPolicy? = nil,
        makeWork: @escaping @Sendable @concurrent (repeat each Input) async throws -> Work
    ) -> Step<Work.Output> where Work.Services == Void {
        job(name, after: repeat each prerequisites, following: others, services: (), policy: policy, makeWork: makeWork)
    }
}

extension StepContext {
    fileprivate func perform<Work: JobWork>(_ work: Work, services: Work.Services) async throws -> Work.Output {
        try await workflow.host.perform(
            work, named: name, weight: workflow.share(of: step), services: services, configuration: workflow.configuration,
            report: { report in
                switch report {
                case .progress(let fraction): reportProgress(fraction)
                case .message(let message): post(message.text, severity: message.severity)
                }
            })
    }
}
