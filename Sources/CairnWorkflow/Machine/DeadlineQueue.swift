/// What is due when: a binary heap, soonest first.
struct DeadlineQueue: Sendable {
    struct Entry: Sendable {
        let time: Duration
        let step: Int32
        let attempt: Int32
        /// The state that must end by then.
        let state: StepState
    }

    private var heap: [Entry] = []

    var first: Entry? { heap.first }

    mutating func insert(_ entry: Entry) {
        heap.append(entry)
        var child = heap.count - 1
        while child > 0, heap[child].time < heap[(child - 1) / 2].time {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func popFirst() -> Entry? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if heap.isEmpty { return first }
        heap[0] = last
        var parent = 0
        while true {
            let children = [2 * parent + 1, 2 * parent + 2].filter { $0 < heap.count }
            guard let child = children.min(by: { heap[$0].time < heap[$1].time }), heap[child].time < heap[parent].time else {
                return first
            }
            heap.swapAt(parent, child)
            parent = child
        }
    }

    /// Everything that is due by then, in no order. What is below something that is not due is not looked at.
    func entries(until time: Duration) -> [Entry] {
        var (due, open): ([Entry], [Int]) = ([], [0])
        while let index = open.popLast() {
            guard index < heap.count, heap[index].time <= time else { continue }
            due.append(heap[index])
            open += [2 * index + 1, 2 * index + 2]
        }
        return due
    }

    var count: Int { heap.count }

    mutating func removeAll(where isStale: (Entry) -> Bool) {
        let kept = heap.filter { !isStale($0) }
        heap = []
        for entry in kept { insert(entry) }
    }
}
