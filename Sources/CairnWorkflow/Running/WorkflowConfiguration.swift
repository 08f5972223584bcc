public import CairnCore

/// What a workflow runs with.
public struct WorkflowConfiguration: Sendable {
    /// How many steps run at the same time, at least 1, those of subworkflows included.
    public var slots: Int
    /// Time for time-outs, delays and timings.
    public var clock: any Clock<Duration>
    /// Chance, for jitter.
    public var random: RandomSource

    /// Up to 16 steps at a time, in real time.
    public init(
        slots: Int = 16, clock: any Clock<Duration> = ContinuousClock(), random: @escaping RandomSource = systemRandomSource
    ) {
        self.slots = max(1, slots)
        self.clock = clock
        self.random = random
    }
}
