import CairnCallbacks
import CairnCore
import Foundation

/// A `Progress` that asks another before it is paused or resumed: whether it is, he shows, before the call returns.
///
/// Its handlers do not suffice: they are called later, side by side and in any order. They hear of who pauses by way of a parent, where that calls nothing.
///
/// Proof of `@unchecked Sendable`: `Progress` is, and all that this one adds is a constant that is `Sendable`, too.
final class PausingProgress: Progress, @unchecked Sendable {
    private let said = Guarded<(@Sendable (RequestFlight.Word) -> Bool)?>(nil)

    init() {
        super.init(parent: Progress.current(), userInfo: nil)
        totalUnitCount = -1
    }

    /// Has somebody told what is said; he answers whether he has had it shown, or will not.
    func tell(_ body: @escaping @Sendable (RequestFlight.Word) -> Bool) { said.change { said, _ in said = body } }

    override func pause() { if !isTaken(.pause) { super.pause() } }
    override func resume() { if !isTaken(.resume) { super.resume() } }

    private func isTaken(_ word: RequestFlight.Word) -> Bool { said.read(\.self)?(word) ?? false }

    /// Shows whether it is paused, and tells nobody but observers.
    func show(isPaused: Bool) {
        if isPaused { super.pause() } else { super.resume() }
    }
}
