@testable import CairnOffline

/// The same graph, searched in the plainest way: what a hierarchy is held against.
struct GraphModel {
    let arcs: WeightedArcs
    private var leaving: [[Int]]

    init(_ arcs: WeightedArcs) {
        self.arcs = arcs
        leaving = Array(repeating: [], count: arcs.nodeCount)
        for arc in 0..<arcs.count { leaving[Int(arcs.tails[arc])].append(arc) }
    }

    /// How far each node is from one of them, by relaxing arcs until nothing changes.
    func distances(from source: UInt32) -> [UInt32?] {
        var distances = [Int?](repeating: nil, count: arcs.nodeCount)
        distances[Int(source)] = 0
        var changed = [Int(source)]
        while !changed.isEmpty {
            var next: Set<Int> = []
            for node in changed {
                for arc in leaving[node] {
                    let reached = distances[node]! + Int(arcs.weights[arc])
                    let head = Int(arcs.heads[arc])
                    if reached < distances[head] ?? .max { (distances[head], _) = (reached, next.insert(head)) }
                }
            }
            changed = next.sorted()
        }
        return distances.map { $0.flatMap { UInt32(exactly: $0) } }
    }

    /// What a path costs; nil if its arcs do not follow each other from one node to another.
    func cost(of path: [UInt32], from source: UInt32, to target: UInt32) -> UInt32? {
        var (node, cost) = (source, UInt32(0))
        for arc in path {
            guard arcs.tails[Int(arc)] == node else { return nil }
            node = arcs.heads[Int(arc)]
            cost += arcs.weights[Int(arc)]
        }
        return node == target ? cost : nil
    }

    /// Graphs as they come: streets in a grid with some missing, trees, many equal weights, loops, several arcs between two nodes, parts apart.
    static func random(_ random: inout FixedRandom) -> WeightedArcs {
        let side = Int.random(in: 1...9, using: &random)
        let count = side * side + Int.random(in: 0...3, using: &random)
        let heaviest = [1, 3, 20, 100_000].randomElement(using: &random)!
        var arcs = WeightedArcs(nodeCount: count)
        func weight() -> UInt32 { UInt32(Int.random(in: 0...heaviest, using: &random)) }
        func add(_ from: Int, _ to: Int) {
            let (ahead, back) = (weight(), Bool.random(using: &random) ? weight() : nil)
            arcs.append(from: UInt32(from), to: UInt32(to), weight: ahead)
            if let back { arcs.append(from: UInt32(to), to: UInt32(from), weight: back) }
        }
        let share = Double.random(in: 0.3...1, using: &random)
        for node in 0..<side * side {
            if node % side < side - 1, Double.random(in: 0...1, using: &random) < share { add(node, node + 1) }
            if node < side * (side - 1), Double.random(in: 0...1, using: &random) < share { add(node, node + side) }
        }
        for _ in 0..<Int.random(in: 0...count, using: &random) {
            add(Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
        }
        return arcs
    }
}
