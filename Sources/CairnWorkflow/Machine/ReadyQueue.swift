/// Attempts that wait for a slot: the highest priority first, and of one priority the one that has waited longest.
struct ReadyQueue: Sendable {
    struct Entry: Sendable {
        let step: Int32
        let attempt: Int32
    }

    private struct Lane: Sendable {
        let priority: UInt8
        var entries: [Entry] = []
        var head = 0
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
        for index in lanes.indices where lanes[index].head < lanes[index].entries.count {
            let entry = lanes[index].entries[lanes[index].head]
            lanes[index].head += 1
            count -= 1
            if lanes[index].head == lanes[index].entries.count {
                lanes[index].entries.removeAll(keepingCapacity: lanes[index].entries.count <= 1024)
                lanes[index].head = 0
            } else if lanes[index].head >= 4096, lanes[index].head * 2 >= lanes[index].entries.count {
                lanes[index].entries.removeFirst(lanes[index].head)
                lanes[index].head = 0
            }
            return entry
        }
        return nil
    }
}
