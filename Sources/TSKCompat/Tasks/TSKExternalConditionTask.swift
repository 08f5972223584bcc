import Foundation
import Synchronization

/// A task that does no work, but holds others back until something outside has happened.
///
/// ```swift
/// let input = TSKExternalConditionTask(name: "Get input")
/// workflow.add(input, prerequisites: nil)
/// // …
/// input.fulfill(with: text)
/// ```
///
/// Started before that, it fails with ``TSKErrorCode/externalConditionNotFulfilled``; being fulfilled then retries it, and what depends on it.
open class TSKExternalConditionTask: TSKTask, @unchecked Sendable {
    // Proof: the only state is behind the lock.
    private let fulfillment = Mutex<LegacyValue?>(nil)

    #if CAIRN_OBJC
        /// Whether the condition has come true.
        @objc(fulfilled) public var isFulfilled: Bool { @objc(isFulfilled) get { fulfillment.withLock { $0 != nil } } }
    #else
        /// Whether the condition has come true.
        public var isFulfilled: Bool { fulfillment.withLock { $0 != nil } }
    #endif

    /// Tells that the condition has come true. The first time counts, until the task is reset.
    open func fulfill(with result: Any?) {
        let isFirst = fulfillment.withLock { fulfillment in
            if fulfillment != nil { return false }
            fulfillment = LegacyValue(value: result)
            return true
        }
        guard isFirst else { return }
        tellObserversOfFulfillment()
        switch state {
        case .cancelled, .failed: retry()
        case .ready where workflow != nil: start()
        default: break
        }
    }

    /// Finishes with what the condition was fulfilled with, or fails.
    open override func main() {
        if let value = fulfillment.withLock(\.self) { return finish(with: value.value) }
        fail(with: NSError(domain: TSKTaskErrorDomain, code: TSKErrorCode.externalConditionNotFulfilled.rawValue))
        // Fulfilled since it was looked at: whoever did that has seen a task that was executing.
        if isFulfilled, isFailed { retry() }
    }

    /// Called under the graph's lock, so that a reset task can never be started with what it was fulfilled with before.
    ///
    /// - Returns: What it was fulfilled with, to be let go elsewhere.
    func forgetFulfillment() -> LegacyValue? {
        fulfillment.withLock { fulfillment in
            defer { fulfillment = nil }
            return fulfillment
        }
    }
}
