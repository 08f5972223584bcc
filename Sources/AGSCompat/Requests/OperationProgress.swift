import CairnCallbacks
import Synchronization

/// Where an operation stands, decided at one place.
final class OperationProgress: Sendable {
    /// What follows from a step; to be carried out after it.
    enum Consequence: Sendable {
        case nothing
        /// What carries it out is to be started, or stopped.
        case execute, stop
        /// It has ended; whether it was ever started.
        case complete(everStarted: Bool)
    }

    private struct State: Sendable {
        var state = AGSOperationState.ready
        var isCanceled = false
        /// Whether its outcome is decided: what comes then does not cancel it.
        var isSettled = false
        var completion: Carried<() -> Void>?
    }

    private let held = Mutex(State())

    var state: AGSOperationState { held.withLock { $0.state } }
    var isCanceled: Bool { held.withLock { $0.isCanceled } }

    var completion: (() -> Void)? {
        get { held.withLock { $0.completion }?.value }
        set {
            let new = newValue.map(Carried.init)
            let former = held.withLock { state in
                defer { state.completion = new }
                return state.completion
            }
            withExtendedLifetime(former) {}
        }
    }

    func start() -> Consequence {
        held.withLock { state in
            guard state.state == .ready else { return .nothing }
            state.state = .executing
            return .execute
        }
    }

    func cancel() -> Consequence {
        held.withLock { state in
            if state.isCanceled || state.isSettled || state.state == .completed { return .nothing }
            state.isCanceled = true
            if state.state == .executing { return .stop }
            state.state = .completed
            return .complete(everStarted: false)
        }
    }

    /// Its outcome is there; false if it was cancelled before.
    func settle() -> Bool {
        held.withLock { state in
            state.isSettled = !state.isCanceled
            return state.isSettled
        }
    }

    func end() -> Consequence {
        held.withLock { state in
            guard state.state == .executing else { return .nothing }
            state.state = .completed
            return .complete(everStarted: true)
        }
    }
}
