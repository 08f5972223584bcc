extension JobConfiguration {
    /// Repeats an operation outside of a job's body while it fails with what may pass, as long as trouble is ridden out.
    @concurrent
    package func ridingOut<Value: Sendable>(
        _ transience: @Sendable (any Error) -> Transience, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        let time = ElapsedTime(clock)
        let start = time.now
        var failures = 0
        while true {
            do { return try await body() } catch {
                failures += 1
                let left = outage.tolerance - (time.now - start)
                guard case .transient(let retryAfter) = transience(error), left > .zero else { throw error }
                let pause = max(retryAfter ?? .zero, outage.backoff.delay(afterFailures: failures, random: random))
                guard pause <= left else { throw error }
                try await time.sleep(for: pause)
            }
        }
    }
}
