import Dispatch

/// Where a callback is called.
///
/// The rule of old APIs: a call from the main thread is answered there, any other anywhere.
public enum CallbackThread: Sendable, Hashable {
    /// On the main queue.
    case main
    /// On whatever thread has the answer.
    case any

    /// Where a call that is made now is answered.
    public static var ofCaller: CallbackThread { isMain ? .main : .any }

    /// Whether the current code runs on the main queue.
    ///
    /// Asked by the queue's own mark: where the main thread is parked, as under an asynchronous `main` on Linux, the
    /// main queue runs on other threads.
    public static var isMain: Bool { DispatchQueue.getSpecific(key: mainMark) == true }

    private static let mainMark: DispatchSpecificKey<Bool> = {
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        return mark
    }()

    /// Calls `body` there; at once if that is here.
    public func call(_ body: @escaping @Sendable () -> Void) {
        if self == .main, !Self.isMain { DispatchQueue.main.async { @Sendable in body() } } else { body() }
    }

    /// Calls `body` there, later in any case: never before the caller has returned.
    public func callLater(_ body: @escaping @Sendable () -> Void) {
        let queue = self == .main ? DispatchQueue.main : DispatchQueue.global()
        queue.async { @Sendable in body() }
    }
}
