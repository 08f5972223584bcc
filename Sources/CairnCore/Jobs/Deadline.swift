/// What a body came to that was too slow.
struct DeadlineExceeded: Error {}

/// Runs `body`, and cancels it if it takes longer than `limit`.
func within<Value: Sendable>(
    _ limit: Duration, on time: ElapsedTime, _ body: @escaping @Sendable () async throws -> Value
) async -> Result<Value, any Error> {
    await withTaskGroup(of: Result<Value, any Error>.self) { group in
        group.addTask {
            do { return .success(try await body()) } catch { return .failure(error) }
        }
        group.addTask {
            try? await time.sleep(for: limit)
            return .failure(DeadlineExceeded())
        }
        defer { group.cancelAll() }
        return await group.next() ?? .failure(CancellationError())
    }
}
