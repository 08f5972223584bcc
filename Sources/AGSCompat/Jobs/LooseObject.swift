import CairnCallbacks
import Synchronization

/// An object that is made when it is asked for, and kept by those who have it: all of them have the same one.
final class LooseObject<Object: AnyObject>: Sendable {
    private struct Loose {
        weak var object: Object?
    }

    // What is behind it is used from whatever thread its owners choose, as it always was.
    private let known = Mutex<Carried<Loose>?>(nil)

    func value(_ make: () -> Object) -> Object {
        if let object = known.withLock({ $0?.value.object.map(Carried.init) }) { return object.value }
        let new = Carried(make())
        return known.withLock { known in
            if let other = known?.value.object { return Carried(other) }
            known = Carried(Loose(object: new.value))
            return new
        }.value
    }
}
