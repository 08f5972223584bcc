extension JobContext {
    /// Repeats an operation while it fails with what may pass, up to the job's tolerance.
    ///
    /// A message tells of the trouble and of its end. `Retry-After` is obeyed.
    ///
    /// - Throws: The first error that is final; ``JobError/outage(lasted:cause:)``; `CancellationError`.
    @concurrent
    public func ridingOut<Value: Sendable>(
        _ operation: @Sendable () async throws -> Value
    ) async throws -> Value {
        var failures = 0
        while true {
            do {
                let value = try await operation()
                host.answered()
                if failures > 0 { post("The trouble has passed.") }
                return value
            } catch {
                try Task.checkCancellation()
                guard case .transient(let retryAfter) = Work.transience(of: error) else { throw error }
                failures += 1
                try await wait(after: error, failures: failures, retryAfter: retryAfter)
            }
        }
    }

    private func wait(after error: any Error, failures: Int, retryAfter: Duration?) async throws {
        let policy = host.configuration.outage
        let cause = JobFailure(error).message
        let lasted = host.failed()
        if failures == 1 {
            post(
                "\(cause) Trying again for up to \(Int(policy.tolerance.seconds)) s.", severity: .warning)
        }
        let backoff = policy.backoff.delay(afterFailures: failures, random: random)
        let remaining = policy.tolerance - lasted
        guard remaining > .zero, (retryAfter ?? .zero) <= remaining else {
            throw JobError.outage(lasted: lasted, cause: cause)
        }
        try await host.sleep(for: max(retryAfter ?? .zero, min(backoff, remaining)))
    }

    /// Asks again and again until there is an answer, less often as the work ages; `checkStatus()` asks at once.
    ///
    /// - Parameter question: Returns nil while there is no answer yet.
    /// - Throws: As ``ridingOut(_:)``.
    @concurrent
    public func polling<Value: Sendable>(
        _ question: @Sendable () async throws -> Value?
    ) async throws -> Value {
        let start = host.time.now
        while true {
            if let value = try await ridingOut(question) { return value }
            let age = host.time.now - start
            try await host.sleep(for: host.configuration.polling.interval(atAge: age, random: random))
        }
    }
}
