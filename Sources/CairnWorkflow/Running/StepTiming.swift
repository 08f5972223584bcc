/// When an attempt began and ended, in nanoseconds from when the run was made and negative if it has not; and in which cell.
struct StepTiming: Sendable {
    var cell: Int32 = 0
    private var beganAt: Int64 = -1
    private var endedAt: Int64 = -1

    var began: Duration? { beganAt < 0 ? nil : .nanoseconds(beganAt) }
    var ended: Duration? { endedAt < 0 ? nil : .nanoseconds(endedAt) }

    mutating func clear() {
        (beganAt, endedAt) = (-1, -1)
    }

    mutating func begin(at time: Duration) {
        beganAt = time.wholeNanoseconds
        endedAt = -1
    }

    mutating func end(at time: Duration) {
        endedAt = time.wholeNanoseconds
        if beganAt < 0 { beganAt = endedAt }
    }
}

extension Duration {
    fileprivate var wholeNanoseconds: Int64 {
        max(0, components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000)
    }
}
