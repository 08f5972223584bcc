/// What a job runs with: time, chance, tolerance, and where it is kept.
public struct JobConfiguration: Sendable {
    /// Where the job is kept; nil keeps it in memory only.
    public var store: (any JobStore)?
    /// Time for delays, polling and tolerances.
    public var clock: any Clock<Duration>
    /// Chance, for jitter.
    public var random: RandomSource
    /// How long trouble is ridden out.
    public var outage: OutagePolicy
    /// How often servers are asked.
    public var polling: PollingSchedule
    /// How long `cancel() async` waits for servers to confirm.
    public var cancellationTimeout: Duration
    /// The kinds of work known, for cancelling the server jobs of children that have not run in this process.
    public var kinds: JobKinds?

    /// A configuration for real time, kept in memory.
    public init(
        store: (any JobStore)? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
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
