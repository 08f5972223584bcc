import Foundation

/// A `Foundation.Progress` that tells of each call of `pause()`, `resume()` and `cancel()` before the call returns.
///
/// Its handlers do not suffice: they are called later, side by side and in any order, and say neither who has called nor what was called last.
///
/// `Progress` is `Sendable`, and its subclasses have to say so again: all that this one adds are constants that are `Sendable`, too.
final class JobProgress: Foundation.Progress, @unchecked Sendable {
    private let wasAsked: @Sendable (_ toPause: Bool) -> Void
    private let wasCancelled: @Sendable () -> Void

    init(wasCancelled: @escaping @Sendable () -> Void, wasAsked: @escaping @Sendable (_ toPause: Bool) -> Void) {
        (self.wasCancelled, self.wasAsked) = (wasCancelled, wasAsked)
        super.init(parent: nil, userInfo: nil)
    }

    override func cancel() {
        super.cancel()
        wasCancelled()
    }

    override func pause() {
        super.pause()
        wasAsked(true)
    }

    override func resume() {
        super.resume()
        wasAsked(false)
    }

    /// Shows that the job is cancelled, and tells nobody but observers.
    func showCancelled() { super.cancel() }

    /// Shows whether the job is paused, and tells nobody but observers.
    func show(isPaused: Bool) {
        if isPaused { super.pause() } else { super.resume() }
    }
}
