import CairnCallbacks
import Synchronization

/// A value that has to be loaded: a subclass sets it before it calls `loadDidFinishWithError(_:)`.
open class AGSLoadableValue: AGSLoadableBase {
    // It is used from whatever thread its owners choose, as it always was.
    private let loaded = Mutex<Carried<Any>?>(nil)

    /// The value; nil until it was loaded.
    open var value: Any? {
        get { loaded.withLock { $0?.value } }
        set {
            var new = newValue.map { Carried($0) }
            // Carried out of the lock: the last reference to the former one may be this.
            loaded.withLock { swap(&$0, &new) }
        }
    }
}
