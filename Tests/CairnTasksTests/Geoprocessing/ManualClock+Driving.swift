import CairnTesting

extension ManualClock {
    /// Lets time go on whenever somebody sleeps, until the operation has ended.
    func driving<Value: Sendable>(_ operation: () async throws -> Value) async rethrows -> Value {
        let driver = Task {
            while !Task.isCancelled {
                await sleepers(atLeast: 1)
                advanceToNextDeadline()
                await Task.yield()
            }
        }
        defer { driver.cancel() }
        return try await operation()
    }
}
