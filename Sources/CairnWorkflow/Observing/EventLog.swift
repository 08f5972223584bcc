/// The events of a run as long as somebody watches: the newest ones, numbered.
///
/// Without watchers events are only counted. One who has fallen behind what is kept gets a snapshot instead.
struct EventLog: Sendable {
    private(set) var sequence = 0
    private var events: [WorkflowEvent] = []
    private var watchers = 0
    private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    private let limit: Int

    init(keeping limit: Int) {
        self.limit = max(1, limit)
    }

    var isWatched: Bool { watchers > 0 }

    mutating func watcherCame() { watchers += 1 }

    mutating func watcherLeft() {
        watchers -= 1
        if watchers == 0 { events = [] }
    }

    /// Counts an event that nobody watches.
    mutating func skip() { sequence += 1 }

    mutating func append(_ kind: WorkflowEvent.Kind, at time: Duration) {
        skip()
        guard isWatched else { return }
        events.append(WorkflowEvent(sequence: sequence, time: time, kind: kind))
        // By halves, so that an event is moved once at most on average.
        if events.count >= 2 * limit { events.removeFirst(events.count - limit) }
    }

    /// The event after `position`; nil if it has not happened, or is no longer kept.
    func event(after position: Int) -> WorkflowEvent? {
        let index = position - (sequence - events.count)
        return events.indices.contains(index) ? events[index] : nil
    }

    mutating func addWaiter(_ id: Int, _ waiter: CheckedContinuation<Void, Never>) { waiters[id] = waiter }

    mutating func removeWaiter(_ id: Int) -> CheckedContinuation<Void, Never>? { waiters.removeValue(forKey: id) }

    /// Those who wait for an event, if there is one they have not seen.
    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
        if waiters.isEmpty { return [] }
        defer { waiters = [:] }
        return Array(waiters.values)
    }
}
