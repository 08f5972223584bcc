import CairnCore

/// The parts of two geometries in groups that lie apart: whatever a part has in common with one of the other geometry, both are in one group. So
/// how the geometries lie to one another is known from how they do in each group.
struct PartGroups {
    /// The parts of both that belong together, by their numbers. Those whose box meets none of the other geometry are in one group without any.
    private(set) var groups: [(first: [Int], second: [Int])] = []

    /// - Parameter areLines: Whether parts share ends, so that those of one geometry belong together, too, where their boxes meet.
    init(_ first: [BoxTree.Box], areLines isFirstOfLines: Bool, _ second: [BoxTree.Box], areLines isSecondOfLines: Bool) {
        var sets = DisjointSets(first.count + second.count)
        let (tree, other) = (PartTree(first), isSecondOfLines ? PartTree(second) : nil)
        // Where boxes meet that often, groups are few, and to look for them takes longer than they spare.
        var left = 100 * (first.count + second.count)
        for (index, box) in second.enumerated() where left > 0 {
            tree.forEach(meeting: box, &left) { sets.join($0, first.count + index) }
            other?.forEach(meeting: box, &left) { sets.join(first.count + $0, first.count + index) }
        }
        for (index, box) in first.enumerated() where isFirstOfLines && left > 0 {
            tree.forEach(meeting: box, &left) { sets.join($0, index) }
        }
        groups = left > 0 ? Self.groups(&sets, first.count, second.count) : [(Array(first.indices), Array(second.indices))]
    }

    private static func groups(_ sets: inout DisjointSets, _ firsts: Int, _ seconds: Int) -> [(first: [Int], second: [Int])] {
        var places: [Int: Int] = [:]
        var groups: [(first: [Int], second: [Int])] = []
        for index in 0..<firsts + seconds {
            let place = places[sets.root(of: index), default: groups.count]
            if place == groups.count { groups.append(([], [])) }
            places[sets.root(of: index)] = place
            if index < firsts { groups[place].first.append(index) } else { groups[place].second.append(index - firsts) }
        }
        let alone = groups.filter { $0.first.isEmpty || $0.second.isEmpty }
        let lonely = [(alone.flatMap(\.first), [Int]()), ([], alone.flatMap(\.second))]
        return groups.filter { !$0.first.isEmpty && !$0.second.isEmpty } + lonely.filter { !$0.0.isEmpty || !$0.1.isEmpty }
    }
}

/// Boxes, found by where they are.
private struct PartTree {
    private let order: [Int]
    private let tree: BoxTree

    init(_ boxes: [BoxTree.Box]) {
        let whole = boxes.reduce(into: BoxTree.Box()) { $0.add($1) }
        let keys = boxes.map { box in
            HilbertCurve.index(
                x: Self.cell(box.xMin, box.xMax, whole.xMin, whole.xMax), y: Self.cell(box.yMin, box.yMax, whole.yMin, whole.yMax)
            )
        }
        order = boxes.indices.sorted { keys[$0] < keys[$1] }
        tree = BoxTree(order.map { boxes[$0] })
    }

    private static func cell(_ low: Double, _ high: Double, _ least: Double, _ most: Double) -> UInt32 {
        UInt32(rounding: ((low + high) / 2 - least) / (most - least) * 4e9) ?? 0
    }

    /// - Parameter left: How many boxes more may be found; they are counted down.
    func forEach(meeting box: BoxTree.Box, _ left: inout Int, _ body: (Int) -> Void) {
        var rest = left
        tree.search { own, _ in
            rest > 0 && own.meets(box)
        } _: { leaf in
            rest -= 1
            body(order[leaf])
        }
        left = rest
    }
}

/// Numbers in sets that are joined.
private struct DisjointSets {
    private var parents: [Int]

    init(_ count: Int) {
        parents = Array(0..<count)
    }

    mutating func root(of number: Int) -> Int {
        var number = number
        while parents[number] != number {
            parents[number] = parents[parents[number]]
            number = parents[number]
        }
        return number
    }

    mutating func join(_ first: Int, _ second: Int) {
        let roots = (root(of: first), root(of: second))
        parents[max(roots.0, roots.1)] = min(roots.0, roots.1)
    }
}
