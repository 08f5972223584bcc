import CairnCore

/// Attempts that wait for a slot: the highest priority first, and of one priority the one that has waited longest.
struct ReadyQueue: Sendable {
    struct Entry: Sendable {
        let step: Int32
        let attempt: Int32
    }

    private struct Lane: Sendable {
        let priority: UInt8
        var entries = Queue<Entry>()
    }

    /// From the highest priority down. There are few.
    private var lanes: [Lane] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ entry: Entry, priority: UInt8) {
        count += 1
        let index = lanes.firstIndex { $0.priority <= priority } ?? lanes.endIndex
        if index == lanes.endIndex || lanes[index].priority != priority {
            lanes.insert(Lane(priority: priority), at: index)
        }
        lanes[index].entries.append(entry)
    }

    mutating func popFirst() -> Entry? {
        for index in lanes.indices {
            guard let entry = lanes[index].entries.popFirst() else { continue }
            count -= 1
            return entry
        }
        return nil
    }
}
