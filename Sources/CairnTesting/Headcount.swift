import Synchronization

/// What some number of tasks stand at, such as a gate, and whoever waits until there are enough of them.
protocol Headcount: SendableMetatype {
    /// How many stand there now.
    var count: Int { get }
    var watchers: [Int: CountWatcher] { get set }
}

/// Who waits for a headcount.
struct CountWatcher {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
}

extension Headcount {
    /// Takes out those who have waited for no more than there are.
    mutating func takeSatisfiedWatchers() -> [CheckedContinuation<Void, Never>] {
        let satisfied = watchers.filter { $0.value.count <= count }
        for id in satisfied.keys { watchers[id] = nil }
        return satisfied.values.map(\.continuation)
    }
}

extension Mutex where Value: Headcount {
    /// Returns once at least `count` stand there, or the waiting task is cancelled.
    func reach(_ count: Int, as id: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = withLock { state in
                    if Task.isCancelled || state.count >= count { return true }
                    state.watchers[id] = CountWatcher(count: count, continuation: continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            withLock { $0.watchers.removeValue(forKey: id) }?.continuation.resume()
        }
    }
}
