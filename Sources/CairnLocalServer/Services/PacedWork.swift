/// Work that may take long, told in steps: others get on between them, it ends once nobody waits for it, and what takes too many is refused.
struct PacedWork: Sendable {
    /// After so many steps others get on.
    static let stretch = 1 << 16

    private(set) var steps = 0
    /// How often others could get on.
    private(set) var pauses = 0
    private let most: Int
    private let excess: (any Error)?

    /// - Parameters:
    ///   - most: How many steps it may take.
    ///   - excess: What is thrown if it would take more.
    init(most: Int = .max, excess: (any Error)? = nil) { (self.most, self.excess) = (most, excess) }

    /// - Throws: `CancellationError`; what stands for too many steps.
    mutating func take(_ count: Int) async throws {
        let before = steps
        let (sum, isTooLarge) = steps.addingReportingOverflow(count)
        steps = isTooLarge ? .max : sum
        if steps > most, let excess { throw excess }
        guard before / Self.stretch < steps / Self.stretch else { return }
        pauses += 1
        try Task.checkCancellation()
        await Task.yield()
    }
}
