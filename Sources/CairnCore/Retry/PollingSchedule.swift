/// How often a job asks a server how it is going: about a tenth of its age, within limits.
public struct PollingSchedule: Sendable, Hashable {
    /// The shortest interval.
    public var minimum: Duration
    /// The longest interval.
    public var maximum: Duration
    /// The interval as a share of the job's age.
    public var shareOfAge: Double
    /// How much of itself, 0…1, an interval is prolonged by at the most, as chance has it; the longest is shortened by as much.
    public var jitter: Double

    /// A tenth of the age, half a second to a minute.
    public init(
        minimum: Duration = .milliseconds(500),
        maximum: Duration = .seconds(60),
        shareOfAge: Double = 0.1,
        jitter: Double = 0.2
    ) {
        self.minimum = minimum
        self.maximum = maximum
        self.shareOfAge = shareOfAge
        self.jitter = jitter
    }

    /// The wait before the next question, for a job of that age.
    public func interval(atAge age: Duration, random: RandomSource) -> Duration {
        // Not shortened by chance: many jobs of one age would ask more often than their age says.
        let interval = max(age * shareOfAge, minimum) * (1 + jitter * random())
        return min(interval, maximum * (1 - jitter * random()))
    }
}
