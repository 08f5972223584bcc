/// Who waits until a number has been reached, such as that of the tasks at a gate.
struct CountWatchers {
    private var watchers: [Int: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]

    mutating func insert(_ continuation: CheckedContinuation<Void, Never>, waitingFor count: Int, as id: Int) {
        watchers[id] = (count, continuation)
    }

    mutating func remove(_ id: Int) -> CheckedContinuation<Void, Never>? {
        watchers.removeValue(forKey: id)?.continuation
    }

    /// Takes out those who have waited for no more than `count`.
    mutating func takeSatisfied(by count: Int) -> [CheckedContinuation<Void, Never>] {
        let satisfied = watchers.filter { $0.value.count <= count }
        for id in satisfied.keys { watchers[id] = nil }
        return satisfied.values.map(\.continuation)
    }
}
