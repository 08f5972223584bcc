private import Synchronization

/// A clock whose time passes only when a test says so.
///
/// ```swift
/// let clock = ManualClock()
/// let work = Task { try await clock.sleep(for: .seconds(600)) }
/// await clock.sleepers(atLeast: 1)
/// clock.advance(by: .seconds(600))
/// ```
public final class ManualClock: Clock, Sendable {
    /// A moment, counted from when the clock was made.
    public struct Instant: InstantProtocol {
        /// Time since the clock was made.
        public let offset: Duration

        /// The moment `duration` later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// The time from this moment to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether one moment is before another.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State: Headcount {
        var now = Instant(offset: .zero)
        var sleepers: [Int: Sleeper] = [:]
        var watchers: [Int: CountWatcher] = [:]

        var count: Int { sleepers.count }

        mutating func takeDueSleepers() -> [Sleeper] {
            let due = sleepers.filter { $0.value.deadline <= now }.sorted { $0.key < $1.key }
            for (id, _) in due { sleepers[id] = nil }
            return due.map(\.value)
        }
    }

    private let state = Mutex(State())
    private let lastSleeper = Atomic(0)

    /// A clock at its first moment.
    public init() {}

    /// The moment it is.
    public var now: Instant { state.withLock(\.now) }

    /// The smallest step: none.
    public var minimumResolution: Duration { .zero }

    /// The deadlines of all sleepers, as durations from now, soonest first.
    public var pendingSleeps: [Duration] {
        state.withLock { state in state.sleepers.values.map { state.now.duration(to: $0.deadline) }.sorted() }
    }

    /// Suspends until the clock has been advanced to `deadline`.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = lastSleeper.add(1, ordering: .relaxed).newValue
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { enter(id, until: deadline, $0) }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    private func enter(_ id: Int, until deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>) {
        typealias Step = (outcome: Result<Void, any Error>?, watchers: [CheckedContinuation<Void, Never>])
        let step = state.withLock { state -> Step in
            if Task.isCancelled { return (.failure(CancellationError()), []) }
            if deadline <= state.now { return (.success(()), []) }
            state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
            return (nil, state.takeSatisfiedWatchers())
        }
        if let outcome = step.outcome { continuation.resume(with: outcome) }
        for watcher in step.watchers { watcher.resume() }
    }

    /// Lets time pass from deadline to deadline, soonest first: `now` is each deadline in its turn as who sleeps until then
    /// is woken. Who is woken and sleeps again may come too late for the ticks between; see ``advance(by:awaiting:)``.
    public func advance(by duration: Duration) {
        let end = now.advanced(by: duration)
        while step(to: end) {}
    }

    /// Lets time pass from deadline to deadline, and before each step waits until at least `count` tasks sleep: whoever
    /// sleeps again and again sees every tick between, and sleeps again when this returns.
    ///
    /// ```swift
    /// let beating = Task { while true { try await clock.sleep(for: .seconds(1)); beat() } }
    /// await clock.advance(by: .seconds(60), awaiting: 1)  // 60 beats
    /// ```
    ///
    /// If the calling task is cancelled, time stops where it is.
    public func advance(by duration: Duration, awaiting count: Int) async {
        let end = now.advanced(by: duration)
        repeat {
            await sleepers(atLeast: count)
            if Task.isCancelled { return }
        } while step(to: end)
    }

    /// Goes to the next deadline if there is one up to `end`, or else to `end`; whether anybody was woken.
    private func step(to end: Instant) -> Bool {
        let due = state.withLock { state in
            let next = state.sleepers.values.map(\.deadline).min() ?? end
            state.now = max(state.now, min(next, end))
            return state.takeDueSleepers()
        }
        for sleeper in due { sleeper.continuation.resume() }
        return !due.isEmpty
    }

    /// Advances to the next deadline and returns how long that took, or nil if nobody sleeps.
    @discardableResult
    public func advanceToNextDeadline() -> Duration? {
        guard let next = pendingSleeps.first else { return nil }
        advance(by: next)
        return next
    }

    /// Returns once at least `count` tasks sleep on this clock, or the waiting task is cancelled.
    public func sleepers(atLeast count: Int) async {
        await state.reach(count, as: lastSleeper.add(1, ordering: .relaxed).newValue)
    }
}
