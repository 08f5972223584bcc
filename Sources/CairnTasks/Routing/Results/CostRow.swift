/// The costs of the ways from one origin, as many for each: the destinations in order, and their costs one after the other.
struct CostRow: Sendable, Hashable {
    private(set) var destinations: [Int] = []
    private var costs: [Double] = []

    /// The costs of a way, of which each has so many; nil if there is no such way.
    func costs(to destination: Int, count: Int) -> ArraySlice<Double>? {
        let place = place(of: destination)
        guard place < destinations.count, destinations[place] == destination else { return nil }
        return costs[place * count..<(place + 1) * count]
    }

    mutating func set(_ costs: [Double], to destination: Int) {
        let place = place(of: destination)
        let isNew = place == destinations.count || destinations[place] != destination
        if isNew { destinations.insert(destination, at: place) }
        let start = place * costs.count
        self.costs.replaceSubrange(start..<(isNew ? start : start + costs.count), with: costs)
    }

    /// Where it stands, or would stand.
    private func place(of destination: Int) -> Int {
        var (low, high) = (0, destinations.count)
        while low < high {
            let middle = (low + high) / 2
            if destinations[middle] < destination { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
