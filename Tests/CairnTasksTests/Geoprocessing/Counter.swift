import Synchronization

/// Counts how often something was done.
final class Counter: Sendable {
    private let value = Atomic(0)

    /// How often so far.
    var count: Int { value.load(ordering: .relaxed) }

    /// The number of this time, from 0 on.
    func next() -> Int { value.add(1, ordering: .relaxed).oldValue }
}
