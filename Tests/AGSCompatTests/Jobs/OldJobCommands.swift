import AGSCompat

/// What old code may still call of a job, though it is deprecated.
protocol OldJobCommands {
    @discardableResult func pause() -> Bool
    @discardableResult func cancel() -> Bool
}

extension AGSJob: OldJobCommands {}

/// The job, as code sees it that was written before its commands were deprecated.
func oldWay(_ job: AGSJob) -> any OldJobCommands { job }
