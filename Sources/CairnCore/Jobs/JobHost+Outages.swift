extension JobHost {
    /// Repeats an operation while it fails with what may pass, up to the job's tolerance.
    func ridingOut<Value: Sendable>(
        _ operation: OutageClocks.Operation, _ transience: @Sendable (any Error) -> Transience,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            return try await repeating(operation, transience, body)
        } catch {
            ended(operation)
            throw error
        }
    }

    private func repeating<Value: Sendable>(
        _ operation: OutageClocks.Operation, _ transience: @Sendable (any Error) -> Transience,
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        var failures = 0
        while true {
            do {
                let value = try await body()
                answered(operation)
                if failures > 0 { post(JobMessage("The trouble has passed.")) }
                return value
            } catch {
                try Task.checkCancellation()
                guard case .transient(let retryAfter) = Self.isOwnEnd(error) ? .final : transience(error) else { throw error }
                failures += 1
                try await wait(operation, after: error, failures: failures, retryAfter: retryAfter)
            }
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
    ) async throws {
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
        try await sleep(for: max(retryAfter ?? .zero, min(backoff, remaining)))
    }
}
