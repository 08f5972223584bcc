public import Foundation

/// What a job runs with: time, chance, tolerance, and where it is kept.
public struct JobConfiguration: Sendable {
    /// Where the job is kept; nil keeps it in memory only.
    public var store: (any JobStore)?
    /// Time for delays, polling and tolerances. The default does not count time in which the machine was asleep.
    public var clock: any Clock<Duration>
    /// Chance, for jitter.
    public var random: RandomSource
    /// How long trouble is ridden out.
    public var outage: OutagePolicy
    /// How often servers are asked.
    public var polling: PollingSchedule
    /// How long `cancelAndWait()` waits for servers, or for another process, to confirm.
    public var cancellationTimeout: Duration
    /// What `start()` does when another process has the job.
    public var claimPolicy: ClaimPolicy = .wait
    /// How often to look at a job that another process has.
    public var followingInterval: Duration = .seconds(1)
    /// How long the end of a job may wait for the store before it is announced without being durable.
    public var announcementDelay: Duration = .seconds(10)
    /// The wall clock: for how long ago something was submitted to a server, which is to be known after a restart.
    public var date: @Sendable () -> Date = { Date() }
    /// The kinds of work known, for cancelling the server jobs of children that have not run in this process.
    public var kinds: JobKinds?

    /// A configuration for real time, kept in memory.
    public init(
        store: (any JobStore)? = nil,
        clock: any Clock<Duration> = SuspendingClock(),
        random: @escaping RandomSource = systemRandomSource,
        outage: OutagePolicy = OutagePolicy(),
        polling: PollingSchedule = PollingSchedule(),
        cancellationTimeout: Duration = .seconds(30),
        kinds: JobKinds? = nil
    ) {
        self.store = store
        self.clock = clock
        self.random = random
        self.outage = outage
        self.polling = polling
        self.cancellationTimeout = cancellationTimeout
        self.kinds = kinds
    }
}

/// What starting a job does when another process has it.
public enum ClaimPolicy: Sendable, Hashable {
    /// Wait until it is free, then go on with it; `pause()` ends the waiting.
    case wait
    /// Throw ``JobError/claimed(_:owner:)``.
    case fail
}
