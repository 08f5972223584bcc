/// What a job does from its birth, or from a retry, to an end.
public struct JobRun: Sendable {
    /// Counts the runs of this object, from 1 on.
    public let number: Int
    /// The status that was told last before, then every change of it in order.
    public let statuses: AsyncStream<JobStatus>

    /// A run with what is to be said of it.
    public init(number: Int, statuses: AsyncStream<JobStatus>) {
        (self.number, self.statuses) = (number, statuses)
    }
}
