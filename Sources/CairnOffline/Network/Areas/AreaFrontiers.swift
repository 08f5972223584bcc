import CairnCore

/// Which nodes of a grid are nearer to what one facility reaches than to what all others do.
struct AreaFrontiers {
    /// How far the nearest facility is in cells, and the next.
    private var nearest: [Float]
    private var next: [Float]
    private var owner: [Int32]

    init(_ frame: DistanceField.Frame) {
        nearest = Array(repeating: .infinity, count: frame.columns * frame.rows)
        next = nearest
        owner = Array(repeating: -1, count: nearest.count)
    }

    mutating func add(_ field: DistanceField, of facility: Int) {
        let distances = field.distances()
        for node in distances.indices {
            if distances[node] < nearest[node] {
                (next[node], nearest[node]) = (nearest[node], distances[node])
                owner[node] = Int32(truncatingIfNeeded: facility)
            } else if distances[node] < next[node] {
                next[node] = distances[node]
            }
        }
    }

    /// How far each node is beyond the middle between a facility, which has been added, and the nearest of the others: below zero on its side.
    func depths(of facility: Int, _ field: DistanceField) -> [Float] {
        var depths = field.distances()
        for node in depths.indices {
            let other = owner[node] == Int32(truncatingIfNeeded: facility) ? next[node] : nearest[node]
            depths[node] = (depths[node] - min(other, Float(field.reach))) / 2
        }
        return depths
    }
}
