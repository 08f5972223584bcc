import CairnCore

/// The distances from many places to many others at once, by buckets: each end leaves at the nodes above it how far they are, and each beginning
/// gathers what it finds above itself.
///
/// - Source: S. Knopp, P. Sanders, D. Schultes, F. Schulz, D. Wagner, *Computing Many-to-Many Shortest Paths Using Highway Hierarchies* (2007).
struct CostTable: ~Copyable {
    private struct Entry {
        let target: UInt32
        let distance: UInt32
    }

    private let hierarchy: Hierarchy
    private var search: UpwardSearch
    private let targetCount: Int
    /// By node.
    private var starts: [UInt32]
    private var entries: [Entry]

    /// - Parameter targets: The seeds of each end.
    init(_ hierarchy: Hierarchy, to targets: [[HierarchySearch.Seed]]) {
        (self.hierarchy, targetCount) = (hierarchy, targets.count)
        search = UpwardSearch(nodeCount: hierarchy.nodeCount)
        var found: [(node: UInt32, entry: Entry)] = []
        for (index, seeds) in targets.enumerated() {
            search.forEach(from: seeds, in: hierarchy, isBackward: true) { node, distance in
                found.append((node, Entry(target: UInt32(truncatingIfNeeded: index), distance: distance)))
            }
        }
        starts = Array(repeating: 0, count: hierarchy.nodeCount + 1)
        for place in found { starts[Int(place.node) + 1] += 1 }
        for node in 0..<hierarchy.nodeCount { starts[node + 1] += starts[node] }
        var next = starts
        entries = Array(repeating: Entry(target: 0, distance: 0), count: found.count)
        for place in found {
            entries[Int(next[Int(place.node)])] = place.entry
            next[Int(place.node)] += 1
        }
    }

    /// The distances from one place to all ends; ``Distance/none`` where there is no way.
    mutating func distances(from seeds: [HierarchySearch.Seed]) -> [UInt32] {
        var distances = [UInt32](repeating: Distance.none, count: targetCount)
        distances.withUnsafeMutableBufferPointer { distances in
            starts.withUnsafeBufferPointer { starts in
                entries.withUnsafeBufferPointer { entries in
                    search.forEach(from: seeds, in: hierarchy, isBackward: false) { node, distance in
                        for place in Int(starts[Int(node)])..<Int(starts[Int(node) &+ 1]) {
                            let entry = entries[place]
                            let sum = distance &+ entry.distance
                            if sum < distances[Int(entry.target)] { distances[Int(entry.target)] = sum }
                        }
                    }
                }
            }
        }
        return distances
    }
}
