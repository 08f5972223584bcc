import CairnCore

/// A task that waits for what comes of a step.
struct ResultWaiter: Sendable {
    private let continuation: CheckedContinuation<any Sendable, any Error>

    init(_ continuation: CheckedContinuation<any Sendable, any Error>) {
        self.continuation = continuation
    }

    func resume(with result: Result<any Sendable, any Error>, _ wakes: inout Wakes) {
        wakes.call { [continuation] in continuation.resume(with: result) }
    }
}
