/// Whether an answer makes headway: features come, or so many bytes that they may be of a large one.
///
/// A server that writes blanks, or a few bytes now and then, would hold who asks for as long as it likes.
struct FeaturePace {
    /// How long nothing may come of an answer.
    static let patience = Duration.seconds(60)
    /// What counts within that time, in bytes, if no feature has come to its end.
    static let leastBytes = 60 << 10

    private var (waited, bytes) = (Duration.zero, 0)

    /// Notes what has come after so long a wait; time in which nobody reads is none.
    ///
    /// - Returns: Whether it stands still.
    mutating func isOverdue(after wait: Duration, bytes: Int, features: Int) -> Bool {
        guard features == 0 else {
            self = FeaturePace()
            return false
        }
        waited += wait
        self.bytes += bytes
        guard waited >= Self.patience else { return false }
        if self.bytes < Self.leastBytes { return true }
        self = FeaturePace()
        return false
    }
}
