import CairnCallbacks
import Foundation

/// Something that is loaded before it can be used.
#if CAIRN_OBJC
    @objc
#endif
public protocol AGSLoadable: AnyObject {
    /// Where loading stands.
    var loadStatus: AGSLoadStatus { get }
    /// Why loading failed.
    var loadError: (any Error)? { get }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    func load(completion: (((any Error)?) -> Void)?)
    /// Loads again after a failure.
    func retryLoad(completion: (((any Error)?) -> Void)?)
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`, in the order of the calls.
    func cancelLoad()
}

extension AGSLoadable {
    /// Loads.
    public func load() { load(completion: nil) }
    /// Loads again after a failure.
    public func retryLoad() { retryLoad(completion: nil) }

    /// Loads, and waits for it, as callers with closures are answered: also cancelling the task that waits cancels nothing.
    ///
    /// - Throws: Why loading failed.
    public func load() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            load { error in continuation.resume(with: error.map { .failure($0) } ?? .success(())) }
        }
    }
    /// Loads again after a failure, and waits for it.
    ///
    /// - Throws: Why loading failed.
    public func retryLoad() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            retryLoad { error in continuation.resume(with: error.map { .failure($0) } ?? .success(())) }
        }
    }
}

/// Loads several objects, and calls `completion` on the main queue when all have ended: with true if none failed.
public func AGSLoadObjects(_ array: [any AGSLoadable], _ completion: ((Bool) -> Void)?) {
    let callback = Callback(on: .main, completion)
    if array.isEmpty {
        callback.callLater(true)
        return
    }
    let rest = OpenAnswers(array.count)
    for loadable in array {
        loadable.load { error in
            if let isWhole = rest.came(failed: error != nil) { callback(isWhole) }
        }
    }
}
