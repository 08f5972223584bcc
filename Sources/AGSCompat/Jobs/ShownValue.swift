import CairnCallbacks
import Synchronization

/// An object that shows a value: everybody gets the same one as long as the value is the same.
final class ShownValue<Value: Equatable & Sendable, Object>: Sendable {
    private struct Shown: Sendable {
        let value: Value
        let object: Carried<Object>
    }

    // What is behind it is used from whatever thread its owners choose, as it always was.
    private let shown = Mutex<Shown?>(nil)

    /// The object; nil for no value. It is made, and let go, outside of the lock.
    func object(of value: Value?, _ make: (Value) -> Object) -> Object? {
        guard let value else { return nil }
        if let shown = shown.withLock(\.self), shown.value == value { return shown.object.value }
        let new = Shown(value: value, object: Carried(make(value)))
        return shown.withLock { shown -> (Shown, former: Shown?) in
            if let other = shown, other.value == value { return (other, nil) }
            defer { shown = new }
            return (new, shown)
        }.0.object.value
    }
}
