import CairnCore
import CairnOffline

/// Dijkstra's algorithm as it stands in textbooks, on the graph of a network: a binary heap, from one place until the other is settled.
struct PlainDijkstra {
    private var starts: [Int32]
    private var heads: [UInt32] = []
    private var weights: [UInt32] = []
    private var labels: [UInt32]
    private var touched: [UInt32] = []
    private var heap: [UInt64] = []
    private let network: TravelNetwork

    init(_ network: TravelNetwork) {
        self.network = network
        labels = Array(repeating: .max, count: network.stateCount)
        var counts = [Int32](repeating: 0, count: network.stateCount + 1)
        network.forEachArc { tail, _, _ in counts[Int(tail) + 1] += 1 }
        for state in 0..<network.stateCount { counts[state + 1] += counts[state] }
        starts = counts
        var (next, count) = (counts, 0)
        network.forEachArc { _, _, _ in count += 1 }
        heads = Array(repeating: 0, count: count)
        weights = heads
        network.forEachArc { tail, head, weight in
            heads[Int(next[Int(tail)])] = head
            weights[Int(next[Int(tail)])] = weight
            next[Int(tail)] += 1
        }
    }

    /// What the way between two junctions costs; nil if there is none.
    mutating func cost(from start: UInt32, to end: UInt32) -> UInt32? {
        for state in touched { labels[Int(state)] = .max }
        touched.removeAll(keepingCapacity: true)
        heap.removeAll(keepingCapacity: true)
        reach(start, 0)
        while let key = pop() {
            let (state, cost) = (UInt32(truncatingIfNeeded: key), UInt32(truncatingIfNeeded: key >> 32))
            if cost > labels[Int(state)] { continue }
            if network.junction(of: state) == end { return cost }
            for arc in Int(starts[Int(state)])..<Int(starts[Int(state) + 1]) { reach(heads[arc], cost + weights[arc]) }
        }
        return nil
    }

    private mutating func reach(_ state: UInt32, _ cost: UInt32) {
        guard cost < labels[Int(state)] else { return }
        if labels[Int(state)] == .max { touched.append(state) }
        labels[Int(state)] = cost
        heap.append(UInt64(cost) << 32 | UInt64(state))
        var place = heap.count - 1
        while place > 0, heap[place] < heap[(place - 1) / 2] {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func pop() -> UInt64? {
        guard let top = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return top }
        heap[0] = last
        var place = 0
        while true {
            let child = place * 2 + 1
            var least = child < heap.count && heap[child] < heap[place] ? child : place
            if child + 1 < heap.count, heap[child + 1] < heap[least] { least = child + 1 }
            if least == place { return top }
            heap.swapAt(place, least)
            place = least
        }
    }
}
