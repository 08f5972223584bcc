import CairnCallbacks
import Synchronization

/// An object that is made when it is first asked for: everybody gets the same one.
final class ShownObject: Sendable {
    // What is behind it is used from whatever thread its owners choose, as it always was.
    private let object = Mutex<Carried<Any>?>(nil)

    /// The object. It is made outside of the lock, for others make it; of several that are made side by side one is kept.
    func value(_ make: () -> Any?) -> Any? { known ?? make().map(keep) }

    var known: Any? { object.withLock(\.self)?.value }

    /// The object that is kept: this one, or one that was before.
    func keep(_ new: Any) -> Any {
        let new = Carried(new)
        return object.withLock { object in
            let shown = object ?? new
            object = shown
            return shown
        }.value
    }
}
