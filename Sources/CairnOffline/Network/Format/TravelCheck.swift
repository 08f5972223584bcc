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
        try expectArcsOfTheirStates()
        try expect(numbers(.numbers), below: stateCount, count: stateCount)
        try checkHierarchy()
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

    /// What leaves a state has it as its tail, and what enters one as its head: a way is followed by that.
    private func expectArcsOfTheirStates() throws(BlockDamage) {
        let (starts, tails, heads) = (numbers(.arcStarts), numbers(.arcTails), numbers(.arcHeads))
        let (enteringStarts, entering) = (numbers(.enteringStarts), numbers(.entering))
        var isSound = true
        for state in 0..<stateCount {
            for arc in Int(starts[state])..<Int(starts[state + 1]) where Int(tails[arc]) != state { isSound = false }
            for place in Int(enteringStarts[state])..<Int(enteringStarts[state + 1])
            where Int(heads[Int(entering[place])]) != state { isSound = false }
        }
        guard isSound else { throw BlockDamage() }
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

    /// Arcs lead to higher nodes, which have the lower numbers, and shortcuts consist of arcs of lower ones.
    private func checkHierarchy() throws(BlockDamage) {
        let arcs: UnsafeBufferPointer<Hierarchy.Arc> = values(.hierarchyArcs)
        let parts: UnsafeBufferPointer<Hierarchy.Parts> = values(.hierarchyParts)
        guard parts.count == arcs.count * 2, arcs.count < Int(UInt32.max) else { throw BlockDamage() }
        let starts = try expectStarts(.hierarchyStarts, arcs.count)
        var isSound = true
        for node in 0..<stateCount {
            let lowest = starts[node + 1]
            for place in Int(starts[node])..<Int(lowest) {
                let arc = arcs[place]
                isSound = isSound && Int(arc.node) < node && arc.upward <= Distance.none && arc.downward <= Distance.none
                isSound =
                    isSound && isSoundPart(parts[place * 2], lowest, arcs.count)
                    && isSoundPart(parts[place * 2 + 1], lowest, arcs.count)
            }
            guard isSound else { throw BlockDamage() }
        }
    }

    @inline(__always)
    private func isSoundPart(_ part: Hierarchy.Parts, _ lowest: UInt32, _ count: Int) -> Bool {
        if let road = part.input { return Int(road) < edgeCount * 2 }
        return part.first >= lowest && part.second >= lowest && Int(part.first) < count && Int(part.second) < count
    }
}
