import CairnCore

/// Looks at all numbers of a kind of travel, so that nobody has to later.
struct TravelCheck {
    private let sections: [UnsafeRawBufferPointer]
    private let vertexCount: Int
    private let edgeCount: Int
    private let stateCount: Int

    init(_ sections: [UnsafeRawBufferPointer], vertexCount: Int, edgeCount: Int) {
        (self.sections, self.vertexCount, self.edgeCount) = (sections, vertexCount, edgeCount)
        stateCount = vertexCount + sections[Int(NetworkFormat.TravelSection.copies.rawValue)].count / 4
    }

    /// - Throws: ``BlockDamage`` if a number leads nowhere.
    func run() throws(BlockDamage) {
        let arcCount = numbers(.arcHeads).count
        guard stateCount < Int(UInt32.max), arcCount < 1 << 31 else { throw BlockDamage() }
        try expect(numbers(.copies), below: vertexCount)
        try expectSorted(numbers(.copies))
        try expectStarts(.arcStarts, arcCount)
        try expect(numbers(.arcTails), below: stateCount, count: arcCount)
        try expect(numbers(.arcHeads), below: stateCount)
        try expect(numbers(.arcWeights), below: Int(Distance.none), count: arcCount)
        try expect(numbers(.arcRoads), below: edgeCount * 2, count: arcCount)
        try expectStarts(.enteringStarts, arcCount)
        try expect(numbers(.entering), below: arcCount, count: arcCount)
        try expect(numbers(.numbers), below: stateCount, count: stateCount)
        let (upward, downward) = (
            try side(.upwardStarts, .upwardArcs, .upwardParts), try side(.downwardStarts, .downwardArcs, .downwardParts)
        )
        try check(upward, upward, downward, arcCount)
        try check(downward, upward, downward, arcCount)
    }

    private func numbers(_ section: NetworkFormat.TravelSection) -> UnsafeBufferPointer<UInt32> { values(section) }

    private func values<Value>(_ section: NetworkFormat.TravelSection) -> UnsafeBufferPointer<Value> {
        sections[Int(section.rawValue)].bindMemory(to: Value.self)
    }

    private func expect(_ numbers: UnsafeBufferPointer<UInt32>, below bound: Int, count: Int? = nil) throws(BlockDamage) {
        guard numbers.count == count ?? numbers.count else { throw BlockDamage() }
        var most: UInt32 = 0
        for number in numbers { most = max(most, number) }
        guard numbers.isEmpty || Int(most) < bound else { throw BlockDamage() }
    }

    private func expectSorted(_ numbers: UnsafeBufferPointer<UInt32>) throws(BlockDamage) {
        var (last, isSorted) = (UInt32(0), true)
        for number in numbers {
            if number < last { isSorted = false }
            last = number
        }
        guard isSorted else { throw BlockDamage() }
    }

    /// Where the lists of all states begin and end in something of so many.
    @discardableResult
    private func expectStarts(_ section: NetworkFormat.TravelSection, _ count: Int) throws(BlockDamage) -> UnsafeBufferPointer<
        UInt32
    > {
        let starts = numbers(section)
        guard starts.count == stateCount + 1, starts.first == 0, starts.last.map({ Int($0) }) == count else {
            throw BlockDamage()
        }
        try expectSorted(starts)
        return starts
    }

    private struct Side {
        let starts: UnsafeBufferPointer<UInt32>
        let arcs: UnsafeBufferPointer<HierarchySide.Arc>
        let parts: UnsafeBufferPointer<HierarchySide.Parts>
    }

    private func side(
        _ starts: NetworkFormat.TravelSection, _ arcs: NetworkFormat.TravelSection, _ parts: NetworkFormat.TravelSection
    ) throws(BlockDamage) -> Side {
        let side = Side(starts: numbers(starts), arcs: values(arcs), parts: values(parts))
        guard side.parts.count == side.arcs.count else { throw BlockDamage() }
        try expectStarts(starts, side.arcs.count)
        return side
    }

    /// Arcs lead to higher nodes, which have the lower numbers, and shortcuts consist of arcs of lower ones.
    private func check(_ side: Side, _ upward: Side, _ downward: Side, _ arcCount: Int) throws(BlockDamage) {
        for node in 0..<stateCount {
            let (lowestUp, lowestDown) = (upward.starts[node + 1], downward.starts[node + 1])
            for place in Int(side.starts[node])..<Int(side.starts[node + 1]) {
                let (arc, parts) = (side.arcs[place], side.parts[place])
                guard Int(arc.node) < node, arc.weight < Distance.none else { throw BlockDamage() }
                if let input = parts.inputArc {
                    guard Int(input) < arcCount else { throw BlockDamage() }
                } else {
                    guard parts.first >= lowestDown, parts.second >= lowestUp, Int(parts.first) < downward.arcs.count,
                        Int(parts.second) < upward.arcs.count
                    else { throw BlockDamage() }
                }
            }
        }
    }
}
