import CairnCallbacks
public import Foundation

/// Something under way that can be cancelled.
#if CAIRN_OBJC
    @objc
#endif
public protocol AGSCancelable: AnyObject {
    /// Cancels; the completion is still called, with `NSUserCancelledError`.
    func cancel()
    /// Whether it was cancelled.
    func isCanceled() -> Bool
}

extension BlockOperation: AGSCancelable {
    /// Whether it was cancelled.
    public func isCanceled() -> Bool { isCancelled }
}

/// An operation of a task, for a caller with a closure.
final class OperationCancelable: AGSCancelable {
    private let operation: CallbackOperation

    init<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value, completion: @escaping (Value?, (any Error)?) -> Void
    ) {
        operation = CallbackOperation(work) { result in
            switch result {
            case .success(let value): completion(value, nil)
            case .failure(let error): completion(nil, AGSError.legacy(error))
            }
        }
    }

    func cancel() { operation.cancel() }
    func isCanceled() -> Bool { operation.isCanceled }
}
