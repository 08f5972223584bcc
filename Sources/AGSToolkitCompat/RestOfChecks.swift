import Synchronization

/// Counts the answers that are still to come.
final class RestOfChecks: Sendable {
    private let state: Mutex<(count: Int, isWhole: Bool)>

    init(_ count: Int) { state = Mutex((count, true)) }

    /// Whether none has failed, once all have come.
    func ended(failed: Bool) -> Bool? {
        state.withLock { state in
            state.count -= 1
            if failed { state.isWhole = false }
            return state.count == 0 ? state.isWhole : nil
        }
    }
}
