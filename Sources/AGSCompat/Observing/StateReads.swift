import Synchronization

/// Notes which states are read while the value of a key path is found: an observer of the key path is told of their changes.
final class StateReads: Sendable {
    /// A state that was read.
    struct Read: Sendable {
        var keys: Set<ObservedKey>
        /// Adds an observer, and gives what he is to take for present: he is told of every change from then on.
        let add: @Sendable (Observer) -> any Sendable
    }

    @TaskLocal private static var current: StateReads?

    private let reads = Mutex<[ObjectIdentifier: Read]>([:])

    /// The states that `body` reads.
    static func noting(_ body: () -> Void) -> [ObjectIdentifier: Read] {
        let reads = StateReads()
        $current.withValue(reads, operation: body)
        return reads.reads.withLock(\.self)
    }

    /// Tells that a state is read.
    static func note(_ state: AnyObject, _ key: ObservedKey, _ add: @escaping @Sendable (Observer) -> any Sendable) {
        guard let current else { return }
        current.reads.withLock { reads in
            _ = reads[ObjectIdentifier(state), default: Read(keys: [], add: add)].keys.insert(key)
        }
    }
}
