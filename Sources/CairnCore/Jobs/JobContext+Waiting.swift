import Foundation

extension JobContext {
    /// Repeats an operation while it fails with what may pass, up to the job's tolerance.
    ///
    /// A message tells of the trouble and of its end. `Retry-After` is obeyed. Each call counts for itself, from its first failure in a
    /// row: that others get answers does not keep a dead server asked. Nor does it end an outage of the work as a whole, of which every
    /// attempt may get that far: a new checkpoint does, a job that is submitted to a server, and ``reportAnswer()``.
    ///
    /// - Throws: The first error that is final; ``JobError/outage(lasted:cause:)``;
    ///   ``JobError/demandedTooLong(wait:tolerance:cause:)``; `CancellationError`.
    @concurrent
    public func ridingOut<Value: Sendable>(
        _ operation: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await host.ridingOut(nextOperation(), Work.transience(of:), operation)
    }

    /// Asks again and again until there is an answer, less often as the work ages; `checkStatus()` asks at once.
    ///
    /// The age counts from when the newest server job was submitted, by the wall clock, and survives a restart.
    ///
    /// - Parameter question: Returns nil while there is no answer yet.
    /// - Throws: As ``ridingOut(_:)``.
    @concurrent
    public func polling<Value: Sendable>(
        _ question: @Sendable () async throws -> Value?
    ) async throws -> Value {
        let birth = host.time.now - ageOfSubmission
        var sleep: Int?
        while true {
            if let value = try await host.ridingOut(nextOperation(), Work.transience(of:), after: sleep, question) {
                return value
            }
            sleep = try await host.sleep(for: pollingInterval(atAge: host.time.now - birth))
        }
    }

    /// Waits as after so many failures in a row, for work that looks again at what may change; `checkStatus()` cuts it short.
    ///
    /// - Throws: `CancellationError`.
    @concurrent
    package func pause(afterFailures failures: Int) async throws {
        let sleep = try await host.sleep(for: host.configuration.outage.backoff.delay(afterFailures: failures, random: random))
        // What the work looks at now is its own.
        host.asked(after: sleep, nil)
    }

    // None of these is inlined: what they copy for a moment would be in the frame that a job keeps for hours.

    @inline(never)
    private func nextOperation() -> OutageClocks.Operation { OutageClocks.Operation(path: path, call: host.nextCall()) }

    @inline(never)
    private func pollingInterval(atAge age: Duration) -> Duration {
        host.configuration.polling.interval(atAge: age, random: random)
    }

    /// Never negative, whatever has been done to the wall clock.
    @inline(never)
    private var ageOfSubmission: Duration {
        guard let submitted = host.node(at: path)?.submitted else { return .zero }
        return .seconds(clamping: max(0, host.configuration.date().timeIntervalSince(submitted)))
    }
}
