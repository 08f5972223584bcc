import Synchronization

/// Memory to search with, which is taken for a search and given back: any number of tasks may search at once.
final class SearchPool<Search: ~Copyable>: Sendable {
    /// Whoever has it has it alone, so that its lock is always free.
    private final class Space: Sendable {
        let search: Mutex<Search>

        init(_ search: consuming sending Search) { self.search = Mutex(search) }
    }

    private let idle = Mutex<[Space]>([])
    private let make: @Sendable () -> sending Search
    private static var mostIdle: Int { 4 }

    init(_ make: @escaping @Sendable () -> sending Search) { self.make = make }

    func withSearch<Value: Sendable, Failure>(
        _ body: (inout sending Search) throws(Failure) -> sending Value
    ) throws(Failure) -> Value {
        let space = idle.withLock { $0.popLast() } ?? Space(make())
        defer { idle.withLock { if $0.count < Self.mostIdle { $0.append(space) } } }
        return try space.search.withLock(body)
    }
}
