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

    /// Those of the standard priority, which nearly all have. Not in the array, which every step would then have to go through.
    private var standard = Queue<Entry>()
    /// The others, from the highest priority down. There are few.
    private var lanes: [Lane] = []
    private(set) var count = 0

    static let standardPriority = TaskPriority.medium.rawValue

    var isEmpty: Bool { count == 0 }

    mutating func append(_ entry: Entry, priority: UInt8) {
        count += 1
        if priority == Self.standardPriority { return standard.append(entry) }
        let index = lanes.firstIndex { $0.priority <= priority } ?? lanes.endIndex
        if index == lanes.endIndex || lanes[index].priority != priority {
            lanes.insert(Lane(priority: priority), at: index)
        }
        lanes[index].entries.append(entry)
    }

    mutating func popFirst() -> Entry? {
        if isEmpty { return nil }
        count -= 1
        return popFirst { $0 > Self.standardPriority } ?? standard.popFirst() ?? popFirst { _ in true }
    }

    private mutating func popFirst(where isMeant: (UInt8) -> Bool) -> Entry? {
        for index in lanes.indices where isMeant(lanes[index].priority) {
            if let entry = lanes[index].entries.popFirst() { return entry }
        }
        return nil
    }
}
