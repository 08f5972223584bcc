public import AGSCompat

/// Is told of the statuses of a job.
public typealias JobStatusHandler = (AGSJobStatus) -> Void
