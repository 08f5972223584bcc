import Synchronization

/// A value that steps running side by side change, and a test reads.
final class Shared<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    var value: Value { mutex.withLock { $0 } }

    @discardableResult
    func update<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
        mutex.withLock { change(&$0) }
    }
}

extension Shared where Value == Int {
    /// Adds one, and gives the new value.
    @discardableResult
    func increment() -> Int {
        update {
            $0 += 1; return $0
        }
    }
}
