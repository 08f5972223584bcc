/// What lies within an area and has no road that is not reached, such as a park, belongs to it.
struct AreaHoles {
    let columns: Int
    /// The nodes beside which a road runs that is not reached, row by row.
    let isMissed: [Bool]

    /// Puts holes into an area, by how far each node is from it: below zero within.
    func fill(_ depths: inout [Float]) {
        var isSeen = [Bool](repeating: false, count: depths.count)
        for first in depths.indices where depths[first] >= 0 && !isSeen[first] {
            let hole = hole(around: first, depths, &isSeen)
            if !hole.contains(where: { isMissed[$0] || isOnEdge($0, depths.count) }) { for node in hole { depths[node] = -1 } }
        }
    }

    private func hole(around first: Int, _ depths: [Float], _ isSeen: inout [Bool]) -> [Int] {
        var (hole, next) = ([first], 0)
        isSeen[first] = true
        func look(_ node: Int, _ isSeen: inout [Bool]) {
            guard depths.indices.contains(node), depths[node] >= 0, !isSeen[node] else { return }
            isSeen[node] = true
            hole.append(node)
        }
        while next < hole.count {
            let node = hole[next]
            next += 1
            if node % columns > 0 { look(node - 1, &isSeen) }
            if node % columns < columns - 1 { look(node + 1, &isSeen) }
            look(node - columns, &isSeen)
            look(node + columns, &isSeen)
        }
        return hole
    }

    private func isOnEdge(_ node: Int, _ count: Int) -> Bool {
        let column = node % columns
        return column == 0 || column == columns - 1 || node < columns || node >= count - columns
    }
}
