import CairnCallbacks
import Synchronization

/// An object that is made when it is first asked for: everybody gets the same one.
final class ShownObject: Sendable {
    // What is behind it is used from whatever thread its owners choose, as it always was.
    private let object = Mutex<Carried<Any>?>(nil)

    /// The object. It is made outside of the lock, for others make it; of several that are made side by side one is kept.
    func value(_ make: () -> Any?) -> Any? {
        if let known = object.withLock(\.self) { return known.value }
        guard let new = make().map(Carried.init) else { return nil }
        return object.withLock { object in
            let shown = object ?? new
            object = shown
            return shown
        }.value
    }
}
