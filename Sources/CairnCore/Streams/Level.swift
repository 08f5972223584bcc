/// A value that changes, for any number of watchers who care for the newest one.
///
/// A watcher gets the current value at once, then later ones. One that falls behind skips to the newest, so
/// memory does not grow with the number of changes. Nobody misses the last value, not even a watcher that comes
/// after it.
///
/// ```swift
/// let depth = Level(0)
/// depth.send(12)
/// depth.finish(40)
/// for await metres in depth.values { print(metres) }   // 40
/// ```
///
/// Every access to `values` is a stream of its own. A stream ends when the level is finished or deallocated,
/// or when the watching task is cancelled; a watcher that leaves is forgotten.
public final class Level<Value: Sendable>: Sendable {
    private let broadcast: Broadcast<Value>

    /// A level that stands at `value`.
    public init(_ value: Value) {
        broadcast = Broadcast([value], keeping: .newest)
    }

    deinit {
        finish()
    }

    /// The newest value.
    public var value: Value { broadcast.elements[0] }

    /// The newest value now, then the newest after each change, in order.
    public var values: AsyncStream<Value> { broadcast.stream(from: .newest) }

    /// Replaces the value. Ignored once finished.
    public func send(_ value: Value) {
        var wakes = Wakes()
        send(value, &wakes)
        wakes.perform()
    }

    /// The same under a lock of the caller's, so that the values stand in the order of his changes.
    package func send(_ value: Value, _ wakes: inout Wakes) {
        broadcast.send(value, &wakes)
    }

    /// Sends the last value, if there is one, and ends every stream after it.
    public func finish(_ last: Value? = nil) {
        var wakes = Wakes()
        if let last { broadcast.send(last, &wakes) }
        finish(&wakes)
        wakes.perform()
    }

    /// Ends every stream, under a lock of the caller's.
    package func finish(_ wakes: inout Wakes) {
        broadcast.finish(&wakes)
    }

    /// How many watchers are suspended, waiting for a change.
    package var waiterCount: Int { broadcast.waiterCount }
}
