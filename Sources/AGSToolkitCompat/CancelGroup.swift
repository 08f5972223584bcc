public import AGSCompat
import CairnCallbacks
public import Foundation
import Synchronization

/// Several things under way that are cancelled together.
public class CancelGroup: NSObject, AGSCancelable {
    private struct State: Sendable {
        var isCanceled = false
        var children: [Carried<any AGSCancelable>] = []
    }

    // What is in it is used from whatever thread its owners choose, as it always was.
    private let state = Mutex(State())

    /// What is cancelled with the group, in this order.
    public var children: [any AGSCancelable] {
        get { state.withLock(\.children).map(\.value) }
        set {
            var children = newValue.map { Carried($0) }
            // Carried out of the lock: the last reference to one may be this.
            state.withLock { swap(&$0.children, &children) }
        }
    }

    /// A group of nothing yet.
    public override init() {
        super.init()
    }

    /// Cancels the children, and then counts as cancelled. One that is added later is not cancelled.
    public func cancel() {
        for child in children { child.cancel() }
        state.withLock { $0.isCanceled = true }
    }

    /// Whether it was cancelled.
    public func isCanceled() -> Bool { state.withLock(\.isCanceled) }
}
