import Synchronization

/// Whether an edit has been taken back since it was kept: by itself, or with a whole that it is a part of, such as a transaction.
package final class EditFate: Sendable {
    private struct State: Sendable {
        var isTakenBack = false
        var whole: EditFate?
    }

    private let state = Mutex(State())

    package init() {}

    package var isTakenBack: Bool {
        let (isTakenBack, whole) = state.withLock { ($0.isTakenBack, $0.whole) }
        return isTakenBack || whole?.isTakenBack ?? false
    }

    package func takeBack() {
        state.withLock { $0.isTakenBack = true }
    }

    /// From now on it is taken back with the whole.
    package func join(_ whole: EditFate?) {
        state.withLock { $0.whole = whole }
    }
}
