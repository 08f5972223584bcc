/// What a body came to that was too slow.
package struct DeadlineExceeded: Error, CustomStringConvertible {
    package var description: String { "There was no answer in time." }
}

/// Runs `body`, and cancels it if it takes longer than `limit`.
///
/// Returns then also if the body is deaf to cancellation, and lets it go on by itself: a task group would wait for it.
package func within<Value: Sendable>(
    _ limit: Duration, on time: ElapsedTime, _ body: @escaping @Sendable () async throws -> Value
) async -> Result<Value, any Error> {
    let race = Race<Value>()
    let runner = Task {
        do { race.finish(.success(try await body())) } catch { race.finish(.failure(error)) }
    }
    let timer = time.alarm(after: limit) { race.finish(.failure(DeadlineExceeded())) }
    defer {
        runner.cancel()
        timer.cancel()
    }
    return await withTaskCancellationHandler {
        await race.outcome
    } onCancel: {
        race.finish(.failure(CancellationError()))
    }
}

/// The first of several outcomes counts.
private final class Race<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var outcome: Result<Value, any Error>?
        var waiter: Waiter<Never>?
    }

    private let state = Guarded(State())

    func finish(_ outcome: Result<Value, any Error>) {
        state.change { state, wakes in
            guard state.outcome == nil else { return wakes.release(outcome) }
            state.outcome = outcome
            if let waiter = state.waiter { wakes.resume(waiter) }
            state.waiter = nil
        }
    }

    var outcome: Result<Value, any Error> {
        get async {
            await withCheckedContinuation { continuation in
                state.change { state, wakes in
                    let waiter = Waiter(continuation)
                    if state.outcome == nil { state.waiter = waiter } else { wakes.resume(waiter) }
                }
            }
            return state.read(\.outcome) ?? .failure(CancellationError())
        }
    }
}
