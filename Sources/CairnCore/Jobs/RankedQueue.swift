import Foundation

/// Jobs in an order: by rank, the lowest first, then in the order they came. Each operation is O(log n).
struct RankedQueue<Rank: Comparable & Sendable>: Sendable {
    private struct Entry: Sendable {
        let id: UUID
        let rank: Rank
        let ticket: Int

        func comes(before other: Entry) -> Bool {
            rank != other.rank ? rank < other.rank : ticket < other.ticket
        }
    }

    /// A binary heap. What was withdrawn stays in it until it comes to the top, or is more than half of it.
    private var heap: [Entry] = []
    private var entries: [UUID: Entry] = [:]
    private var lastTicket = 0

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }

    /// Adds a job. One that is here already keeps its place, unless its rank changes.
    mutating func append(_ id: UUID, rank: Rank) {
        if let old = entries[id], old.rank == rank { return }
        lastTicket += 1
        let entry = Entry(id: id, rank: rank, ticket: lastTicket)
        entries[id] = entry
        heap.append(entry)
        rise(from: heap.count - 1)
        tidy()
    }

    mutating func withdraw(_ id: UUID) {
        entries[id] = nil
        tidy()
    }

    mutating func withdrawAll() {
        (heap, entries) = ([], [:])
    }

    /// Who is next.
    mutating func first() -> (id: UUID, rank: Rank)? {
        while let first = heap.first {
            if entries[first.id]?.ticket == first.ticket { return (first.id, first.rank) }
            dropTop()
        }
        return nil
    }

    /// Takes out who is next.
    mutating func popFirst() -> UUID? {
        guard let (id, _) = first() else { return nil }
        entries[id] = nil
        dropTop()
        return id
    }

    /// Rebuilt by halves, so that an entry is moved O(log n) times on average.
    private mutating func tidy() {
        if heap.count < 16 || heap.count < 2 * entries.count { return }
        heap = entries.values.sorted { $0.comes(before: $1) }
    }

    private mutating func dropTop() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        sink()
    }

    private mutating func rise(from place: Int) {
        var place = place
        while place > 0, heap[place].comes(before: heap[(place - 1) / 2]) {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink() {
        var place = 0
        while true {
            var first = place
            for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child].comes(before: heap[first]) {
                first = child
            }
            if first == place { return }
            heap.swapAt(place, first)
            place = first
        }
    }
}
