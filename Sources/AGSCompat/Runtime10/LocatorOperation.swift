import CairnCallbacks
import Foundation
import Synchronization

/// A question to an ``AGSLocator`` that is under way, as an operation that no queue need carry out.
final class LocatorOperation: Operation, AGSCancelable, @unchecked Sendable {
    // Proof: what it holds is behind a lock.
    private let question = Mutex<Carried<any AGSCancelable>?>(nil)

    /// Begins it; what was cancelled before is cancelled.
    func begin(_ question: any AGSCancelable) {
        let carried = Carried(question)
        self.question.withLock { $0 = carried }
        if isCancelled { question.cancel() }
    }

    /// It was answered: who waits for it goes on.
    func end() { start() }

    override func cancel() {
        super.cancel()
        question.withLock { $0 }?.value.cancel()
    }

    func isCanceled() -> Bool { isCancelled }
}
