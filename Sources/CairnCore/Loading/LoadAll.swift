/// Loads many loadables side by side, a bounded number at a time.
///
/// All are tried; one that fails does not stop the others.
///
/// ```swift
/// do {
///     try await loadAll([streets, places])
/// } catch LoadError.someFailed(let failures) {
///     for failure in failures { print(failure) }
/// }
/// ```
///
/// - Throws: ``LoadError/someFailed(_:)`` with each failure and its element; `CancellationError` if the calling task
///   was cancelled.
@concurrent
public func loadAll(_ loadables: [any Loadable]) async throws {
    // A task group is drained in quadratic time when children finish out of order: few in flight.
    let inFlight = 64
    var failures: [LoadFailure] = []
    await withTaskGroup(of: LoadFailure?.self) { group in
        var next = 0
        func add() {
            guard next < loadables.count else { return }
            let (index, loadable) = (next, loadables[next])
            group.addTask { await failure(of: loadable, at: index) }
            next += 1
        }
        for _ in 0..<inFlight { add() }
        while let outcome = await group.next() {
            if let outcome { failures.append(outcome) }
            add()
        }
    }
    try Task.checkCancellation()
    if !failures.isEmpty { throw LoadError.someFailed(failures.sorted { $0.index < $1.index }) }
}

private func failure(of loadable: any Loadable, at index: Int) async -> LoadFailure? {
    do {
        try await loadable.load()
        return nil
    } catch {
        return LoadFailure(index: index, loadable: loadable, error: error)
    }
}

extension Collection where Element == any Loadable, Self: Sendable {
    /// Loads all elements side by side; see ``loadAll(_:)``.
    public func load() async throws {
        try await loadAll(Array(self))
    }
}
