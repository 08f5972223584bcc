import CairnCore

/// The events of a run as long as somebody watches: the newest ones, numbered.
///
/// Without watchers events are only counted. One who has fallen behind what is kept gets a snapshot instead.
struct EventLog: Sendable {
    private(set) var sequence = 0
    private var events: [WorkflowEvent] = []
    private var watchers = 0
    private var waiters: [Int: Waiter<Never>] = [:]
    /// How many events are kept at least.
    private var limit: Int

    init(keeping limit: Int) {
        self.limit = max(1, limit)
    }

    var isWatched: Bool { watchers > 0 }

    /// Keeps as many as there are steps, so that snapshots, which cost as much, come once in that many events at most.
    mutating func keepAtLeast(_ count: Int) { limit = max(limit, count) }

    mutating func watcherCame() { watchers += 1 }

    mutating func watcherLeft(_ wakes: inout Wakes) {
        watchers -= 1
        guard watchers == 0, !events.isEmpty else { return }
        wakes.release(events)
        events = []
    }

    /// Counts an event that nobody watches.
    mutating func skip() { sequence += 1 }

    mutating func append(_ kind: WorkflowEvent.Kind, at time: Duration, _ wakes: inout Wakes) {
        skip()
        guard isWatched else { return }
        events.append(WorkflowEvent(sequence: sequence, time: time, kind: kind))
        guard events.count >= 2 * limit else { return }
        // By halves, so that an event is moved once at most on average. What it holds of the user's is let go where no lock is held.
        wakes.release(Array(events.prefix(events.count - limit)))
        events.removeFirst(events.count - limit)
    }

    /// The event after `position`; nil if it has not happened, or is no longer kept.
    func event(after position: Int) -> WorkflowEvent? {
        let index = position - (sequence - events.count)
        return events.indices.contains(index) ? events[index] : nil
    }

    mutating func addWaiter(_ id: Int, _ waiter: Waiter<Never>) { waiters[id] = waiter }

    mutating func removeWaiter(_ id: Int) -> Waiter<Never>? { waiters.removeValue(forKey: id) }

    /// Wakes those who wait for an event, for there is one that they have not seen.
    mutating func wakeWaiters(_ wakes: inout Wakes) {
        if waiters.isEmpty { return }
        wakes.resume(all: waiters.values)
        waiters = [:]
    }
}
