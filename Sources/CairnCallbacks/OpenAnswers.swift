import Synchronization

/// Counts the answers that are still to come, and whether one of them was a failure.
package final class OpenAnswers: Sendable {
    private let state: Mutex<(count: Int, isWhole: Bool)>

    package init(_ count: Int) { state = Mutex((count, true)) }

    /// One has come.
    ///
    /// - Returns: Whether none has failed, once all have come; else nil.
    package func came(failed: Bool) -> Bool? {
        state.withLock { state in
            state.count -= 1
            if failed { state.isWhole = false }
            return state.count == 0 ? state.isWhole : nil
        }
    }
}
