extension JobHost {
    /// Repeats an operation while it fails with what may pass, up to the job's tolerance.
    ///
    /// - Parameter sleep: After which the operation asks what was to be asked.
    func ridingOut<Value: Sendable>(
        _ operation: OutageClocks.Operation, _ transience: @Sendable (any Error) -> Transience, after sleep: Int? = nil,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        var (failures, sleep) = (0, sleep)
        while true {
            // The work as a whole asks on its way.
            if operation.call == 0 { asked(after: sleep, nil) }
            do {
                let value = try await body()
                hasAnswered(operation, after: failures)
                asked(after: sleep, nil)
                return value
            } catch {
                failures += 1
                asked(after: sleep, error is CancellationError ? nil : error)
                sleep = try await outlast(error, of: operation, failures: failures, transience)
            }
        }
    }

    /// It is none to the work as a whole, which may ask the same each time, and fail then: that has to get on.
    private func hasAnswered(_ operation: OutageClocks.Operation, after failures: Int) {
        answered(operation)
        if failures > 0 { post(JobMessage("The trouble has passed.")) }
    }

    /// Waits until the operation may be tried again; throws what it has failed with if it is not to be.
    private func outlast(
        _ error: any Error, of operation: OutageClocks.Operation, failures: Int,
        _ transience: @Sendable (any Error) -> Transience
    ) async throws -> Int {
        do {
            try Task.checkCancellation()
            guard case .transient(let retryAfter) = Self.isOwnEnd(error) ? .final : transience(error) else { throw error }
            return try await wait(operation, after: error, failures: failures, retryAfter: retryAfter)
        } catch {
            ended(operation)
            throw error
        }
    }

    /// What has been ridden out as long as could be is not ridden out again by who called.
    private static func isOwnEnd(_ error: any Error) -> Bool {
        switch error {
        case JobError.outage, JobError.demandedTooLong: true
        default: false
        }
    }

    private func wait(
        _ operation: OutageClocks.Operation, after error: any Error, failures: Int, retryAfter: Duration?
    ) async throws -> Int {
        let policy = configuration.outage
        let cause = JobFailure(error).message
        let lasted = failed(operation)
        if failures == 1 {
            post(JobMessage("\(cause) Trying again for up to \((policy.tolerance - lasted).text).", severity: .warning))
        }
        let remaining = policy.tolerance - lasted
        guard remaining > .zero else { throw JobError.outage(lasted: lasted, cause: cause) }
        if let retryAfter, retryAfter > remaining {
            throw JobError.demandedTooLong(wait: retryAfter, tolerance: remaining, cause: cause)
        }
        let backoff = policy.backoff.delay(afterFailures: failures, random: configuration.random)
        return try await sleep(for: max(retryAfter ?? .zero, min(backoff, remaining)))
    }
}
