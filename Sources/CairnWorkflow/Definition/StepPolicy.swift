/// How a step is run, beside what it does.
///
/// ```swift
/// workflow.task("Upload", after: image, policy: StepPolicy(retry: RetryPolicy(attempts: 3), timeout: .seconds(30))) { image in
///     try await upload(image)
/// }
/// ```
public struct StepPolicy: Sendable {
    /// How often, and when, a failed attempt is repeated; nil fails at the first failure.
    public var retry: RetryPolicy?
    /// How long one attempt may take. It is then cancelled, and fails with ``WorkflowError/timedOut(step:after:)``.
    public var timeout: Duration?
    /// Of the steps that are ready the one with the highest priority gets a free slot first, and runs at it.
    public var priority: TaskPriority?
    /// Where the step runs; nil for Swift's own threads. For the main actor mark the closure `@MainActor` instead.
    public var executor: (any TaskExecutor)?
    /// The step's share of the workflow's progress, compared with the other steps.
    public var weight: Double
    /// Whether a checkpoint keeps the output, if it can be encoded. Turn it off for what means nothing to another process.
    public var isPersisted: Bool

    /// A policy.
    public init(
        retry: RetryPolicy? = nil,
        timeout: Duration? = nil,
        priority: TaskPriority? = nil,
        executor: (any TaskExecutor)? = nil,
        weight: Double = 1,
        isPersisted: Bool = true
    ) {
        self.retry = retry
        self.timeout = timeout
        self.priority = priority
        self.executor = executor
        self.weight = weight.isFinite ? max(0, weight) : 1
        self.isPersisted = isPersisted
    }

    static let standard = StepPolicy()
}
