/// When an attempt began and ended, from when the run was made and negative if it has not; and whose body still runs.
struct StepTiming: Sendable {
    private static let never = Duration.seconds(-1)

    /// The attempt whose body has not returned.
    var body: Attempt?
    private var beganAt = never
    private var endedAt = never

    var began: Duration? { beganAt < .zero ? nil : beganAt }
    var ended: Duration? { endedAt < .zero ? nil : endedAt }

    mutating func clear() {
        (beganAt, endedAt) = (Self.never, Self.never)
    }

    mutating func begin(at time: Duration) {
        (beganAt, endedAt) = (time, Self.never)
    }

    mutating func end(at time: Duration) {
        endedAt = time
        if beganAt < .zero { beganAt = time }
    }
}
