import Foundation

/// A `Foundation.Progress` that tells of each call of `pause()` and `resume()` before the call returns.
///
/// Its handlers do not suffice: they are called later, side by side and in any order, and say neither who has called nor what was called last.
///
/// `Progress` is `Sendable`, and its subclasses have to say so again: all that this one adds is a constant that is `Sendable`, too.
final class JobProgress: Foundation.Progress, @unchecked Sendable {
    private let wasAsked: @Sendable (_ toPause: Bool) -> Void

    init(wasAsked: @escaping @Sendable (_ toPause: Bool) -> Void) {
        self.wasAsked = wasAsked
        super.init(parent: nil, userInfo: nil)
    }

    override func pause() {
        super.pause()
        wasAsked(true)
    }

    override func resume() {
        super.resume()
        wasAsked(false)
    }

    /// Shows whether the job is paused, and tells nobody but observers.
    func show(isPaused: Bool) {
        if isPaused { super.pause() } else { super.resume() }
    }
}
