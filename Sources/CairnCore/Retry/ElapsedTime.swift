/// A clock without its type: how long it has run, and sleeping on it.
public struct ElapsedTime: Sendable {
    /// Time since this value was made.
    public var now: Duration { read() }

    /// Clocks trap on times that they have no place for.
    private static let longest = Duration.seconds(1 << 40)

    private let read: @Sendable () -> Duration
    private let doSleep: @Sendable (Duration) async throws -> Void
    private let sleepUntil: @Sendable (Duration) async throws -> Void
    private let isContinuous: Bool

    /// Time as `clock` tells it.
    public init<C: Clock>(_ clock: C) where C.Duration == Duration {
        let start = clock.now
        if let clock = clock as? ContinuousClock, let start = start as? ContinuousClock.Instant {
            // Asked at every step of a workflow: without the detour over the protocol.
            read = { start.duration(to: clock.now) }
            isContinuous = true
        } else {
            read = { start.duration(to: clock.now) }
            isContinuous = false
        }
        doSleep = { try await clock.sleep(for: $0) }
        sleepUntil = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    /// Suspends until ``now`` is that: not too long, though time goes on before the sleep has begun.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    package func sleep(until time: Duration) async throws {
        try await sleepUntil(min(time, Self.longest))
    }

    /// Suspends for that long.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    public func sleep(for duration: Duration) async throws {
        try await doSleep(min(duration, Self.longest))
    }

    /// Calls `body` after that long, unless it is cancelled first.
    func alarm(after duration: Duration, _ body: @escaping @Sendable () -> Void) -> Alarm {
        if isContinuous { return Alarm(after: duration, body) }
        return Alarm(
            Task {
                guard (try? await sleep(for: duration)) != nil else { return }
                body()
            })
    }
}

extension Duration {
    /// This duration in seconds.
    public var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
