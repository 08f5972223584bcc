import CairnCore

/// One kind of travel of an open network: its graph and its hierarchy, which were looked at from end to end, once.
///
/// From then on nothing is checked: a search reads a thousand numbers in some microseconds. Every number leads within bounds, every shortcut to arcs
/// of lower nodes; so neither a search nor taking a shortcut apart can leave the file, whatever is in it.
final class TravelMemory: Sendable {
    let kind: TravelKind
    let stateCount: Int
    let vertexCount: Int
    let arcCount: Int
    /// The roads that cost nothing: along them one may go round in circles and be no later for it.
    let freeRoads: RoadSet
    /// Holds the memory.
    private let file: MappedFile
    private let addresses: [UInt]
    private let transits: TransitTable

    /// - Throws: ``BlockDamage`` if it is not what was written.
    init(_ image: BlockImage, _ kind: TravelKind, vertexCount: Int, edgeCount: Int) throws(BlockDamage) {
        (self.kind, file, self.vertexCount) = (kind, image.file, vertexCount)
        var sections: [UnsafeRawBufferPointer] = []
        for section in NetworkFormat.TravelSection.allCases {
            let bytes = try image[section.number(kind)].all()
            // Sections begin where numbers of eight bytes may stand.
            guard UInt(bitPattern: bytes.baseAddress) % 8 == 0, bytes.count % 4 == 0 else { throw BlockDamage() }
            sections.append(bytes)
        }
        addresses = sections.map { UInt(bitPattern: $0.baseAddress) }
        let counts = sections.map { $0.count / 4 }
        stateCount = vertexCount + counts[Int(NetworkFormat.TravelSection.copies.rawValue)]
        arcCount = counts[Int(NetworkFormat.TravelSection.arcHeads.rawValue)]
        try TravelCheck(sections, vertexCount: vertexCount, edgeCount: edgeCount).run()
        freeRoads = Self.freeRoads(sections, edgeCount)
        transits = TransitTable(Self.hierarchy(addresses, stateCount))
        // Ways are found in the hierarchy alone, but for their ends.
        for section in NetworkFormat.TravelSection.allCases where !section.isOfHierarchy {
            MappedFile.letGo(sections[Int(section.rawValue)])
        }
    }

    private static func freeRoads(_ sections: [UnsafeRawBufferPointer], _ edgeCount: Int) -> RoadSet {
        func numbers(_ section: NetworkFormat.TravelSection) -> UnsafeBufferPointer<UInt32> {
            sections[Int(section.rawValue)].bindMemory(to: UInt32.self)
        }
        var roads = RoadSet(roadCount: edgeCount * 2)
        for (weight, road) in zip(numbers(.arcWeights), numbers(.arcRoads)) where weight == 0 { roads.insert(road) }
        return roads
    }

    @inline(__always)
    private static func start<Element>(_ section: NetworkFormat.TravelSection, of addresses: [UInt]) -> UnsafePointer<Element> {
        // An empty section has no memory, and nothing that would lead into it.
        UnsafePointer(bitPattern: addresses[Int(section.rawValue)]) ?? UnsafePointer(bitPattern: 8).unsafelyUnwrapped
    }

    @inline(__always)
    private func start<Element>(_ section: NetworkFormat.TravelSection) -> UnsafePointer<Element> {
        Self.start(section, of: addresses)
    }

    private static func hierarchy(_ addresses: [UInt], _ nodeCount: Int) -> Hierarchy {
        Hierarchy(
            nodeCount: nodeCount, starts: start(.hierarchyStarts, of: addresses), arcs: start(.hierarchyArcs, of: addresses),
            parts: start(.hierarchyParts, of: addresses))
    }

    /// As long as this object is kept.
    var hierarchy: Hierarchy {
        var hierarchy = Self.hierarchy(addresses, stateCount)
        hierarchy.transits = transits.costs
        return hierarchy
    }

    /// As long as this object is kept.
    var graph: StateGraph {
        StateGraph(
            stateCount: stateCount, starts: start(.arcStarts), tails: start(.arcTails), heads: start(.arcHeads),
            weights: start(.arcWeights),
            roads: start(.arcRoads), enteringStarts: start(.enteringStarts), entering: start(.entering))
    }

    /// The node of the hierarchy that a state is.
    @inline(__always)
    func number(_ state: UInt32) -> UInt32 { (start(.numbers) as UnsafePointer<UInt32>)[Int(state)] }

    @inline(__always)
    func vertex(_ state: UInt32) -> UInt32 {
        Int(state) < vertexCount ? state : (start(.copies) as UnsafePointer<UInt32>)[Int(state) - vertexCount]
    }

    /// The states of a vertex: its own, and those where something is forbidden. Few vertices have any of these.
    func states(of vertex: UInt32) -> [UInt32] {
        let copies = UnsafeBufferPointer<UInt32>(start: start(.copies), count: stateCount - vertexCount)
        var (low, high) = (0, copies.count)
        while low < high {
            let middle = (low + high) / 2
            if copies[middle] < vertex { low = middle + 1 } else { high = middle }
        }
        var states = [vertex]
        while low < copies.count, copies[low] == vertex {
            states.append(UInt32(truncatingIfNeeded: vertexCount + low))
            low += 1
        }
        return states
    }
}

/// A graph of states as it stands in a file: what leaves each, and what enters it.
struct StateGraph {
    let stateCount: Int
    let starts: UnsafePointer<UInt32>
    let tails: UnsafePointer<UInt32>
    let heads: UnsafePointer<UInt32>
    let weights: UnsafePointer<UInt32>
    /// The road of each arc; see ``RoadGraph``.
    let roads: UnsafePointer<UInt32>
    let enteringStarts: UnsafePointer<UInt32>
    /// The arcs that enter each state.
    let entering: UnsafePointer<UInt32>

    @inline(__always)
    func leaving(_ state: UInt32) -> Range<Int> { Int(starts[Int(state)])..<Int(starts[Int(state) &+ 1]) }

    @inline(__always)
    func enteringRange(_ state: UInt32) -> Range<Int> { Int(enteringStarts[Int(state)])..<Int(enteringStarts[Int(state) &+ 1]) }
}
