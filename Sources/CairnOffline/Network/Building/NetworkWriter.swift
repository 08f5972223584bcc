import CairnCore
import CairnGeo
import Foundation

/// Writes a road network into a file.
struct NetworkWriter {
    private var assembly: BlockAssembly
    private let path: String

    init(_ file: FileDescriptor) {
        assembly = BlockAssembly(file, NetworkFormat.kind)
        path = file.path
    }

    mutating func finish() throws { try assembly.finish() }

    private mutating func append(_ section: NetworkFormat.Section, _ numbers: [some BitwiseCopyable]) throws {
        try numbers.withUnsafeBytes { try assembly.append(section.rawValue, $0) }
    }

    // MARK: - Roads

    mutating func append(_ draft: RoadDraft, info: JSONValue) throws {
        try append(.info, Array(info.text().utf8))
        try append(draft.texts)
        try append(.vertices, draft.vertices)
        try append(edges: draft.edges)
        try append(.shape, draft.shape)
        try appendJunctions(draft)
        try appendTree(draft)
    }

    private mutating func append(_ texts: [String]) throws {
        var (bytes, starts) = ([UInt8](), [UInt32(0)])
        for text in texts {
            bytes += text.utf8
            starts.append(UInt32(truncatingIfNeeded: bytes.count))
        }
        try append(.texts, bytes)
        try append(.textStarts, starts)
    }

    private mutating func append(edges: [RoadDraft.Edge]) throws {
        var writer = ByteWriter()
        for edge in edges {
            let isFootFerry = edge.ferryTime < Distance.none && min(edge.drivingTime, edge.drivingTimeBack) >= Distance.none
            let time = isFootFerry ? edge.ferryTime : edge.drivingTime
            for number in [edge.from, edge.to, edge.length, time, edge.drivingTimeBack, edge.name, edge.reference] {
                writer.fixed(number)
            }
            writer.fixed(UInt32(truncatingIfNeeded: edge.shape.lowerBound))
            writer.fixed(UInt32(truncatingIfNeeded: edge.shape.count))
            writer.byte(edge.roadClass.rawValue)
            writer.byte(
                (edge.isRoundabout ? NetworkFormat.Edge.isRoundabout : 0)
                    | (edge.isForWalking ? NetworkFormat.Edge.isForWalking : 0)
                    | (isFootFerry ? NetworkFormat.Edge.isFootFerry : 0))
            writer.fixed(UInt16(0))
        }
        try append(.edges, writer.bytes)
    }

    /// The roads at each vertex: of each the number of its edge twice, and one more where it leaves backward.
    private mutating func appendJunctions(_ draft: RoadDraft) throws {
        var starts = [UInt32](repeating: 0, count: draft.vertices.count + 1)
        for edge in draft.edges { for vertex in [edge.from, edge.to] { starts[Int(vertex) + 1] += 1 } }
        for vertex in draft.vertices.indices { starts[vertex + 1] += starts[vertex] }
        var (next, roads) = (starts, [UInt32](repeating: 0, count: draft.edges.count * 2))
        for (index, edge) in draft.edges.enumerated() {
            for (vertex, isBackward) in [(edge.from, UInt32(0)), (edge.to, 1)] {
                roads[Int(next[Int(vertex)])] = UInt32(truncatingIfNeeded: index) * 2 + isBackward
                next[Int(vertex)] += 1
            }
        }
        try append(.junctionStarts, starts)
        try append(.junctions, roads)
    }

    /// Pieces of roads in a tree, by which what is near a place is found.
    private mutating func appendTree(_ draft: RoadDraft) throws {
        let tree = TreeWriter(RecordSorter(beside: path, memory: LocatorScratch.sorterMemory))
        var pieces: [UInt32] = []
        for (index, edge) in draft.edges.enumerated() {
            let line = [draft.vertices[Int(edge.from)]] + draft.shape[edge.shape] + [draft.vertices[Int(edge.to)]]
            for first in stride(from: 0, to: line.count - 1, by: NetworkFormat.pieceLength) {
                let part = line[first...min(first + NetworkFormat.pieceLength, line.count - 1)]
                let box = part.reduce(into: GeoBox.none) { $0.include(GeoBox(x: $1.longitude, y: $1.latitude)) }
                try tree.append(box, UInt32(truncatingIfNeeded: pieces.count / 2))
                pieces += [UInt32(truncatingIfNeeded: index), UInt32(truncatingIfNeeded: first)]
            }
        }
        try append(.pieces, pieces)
        let scratch = try ScratchFile(beside: path)
        try tree.write(to: scratch)
        try assembly.append(NetworkFormat.Section.tree.rawValue, scratch)
    }

    // MARK: - Travel

    mutating func append(_ graph: RoadGraph, _ hierarchy: HierarchyArrays) throws {
        func put(_ section: NetworkFormat.TravelSection, _ numbers: [some BitwiseCopyable], _ assembly: inout BlockAssembly)
            throws
        {
            try numbers.withUnsafeBytes { try assembly.append(section.number(graph.kind), $0) }
        }
        try put(.copies, graph.copies, &assembly)
        try put(.arcStarts, Self.starts(graph.arcs.tails, graph.stateCount), &assembly)
        try put(.arcTails, graph.arcs.tails, &assembly)
        try put(.arcHeads, graph.arcs.heads, &assembly)
        try put(.arcWeights, graph.arcs.weights, &assembly)
        try put(.arcRoads, graph.roads, &assembly)
        let starts = Self.starts(graph.arcs.heads, graph.stateCount)
        try put(.enteringStarts, starts, &assembly)
        try put(.entering, Self.grouped(graph.arcs.heads, starts), &assembly)
        try put(.numbers, hierarchy.numbers, &assembly)
        try put(.hierarchyStarts, hierarchy.starts, &assembly)
        try put(.hierarchyArcs, hierarchy.arcs, &assembly)
        let parts = hierarchy.parts.map { part in part.input.map { Hierarchy.Parts(input: graph.roads[Int($0)]) } ?? part }
        try put(.hierarchyParts, parts, &assembly)
    }

    /// Where each state's arcs begin, ordered by it.
    private static func starts(_ states: [UInt32], _ count: Int) -> [UInt32] {
        var starts = [UInt32](repeating: 0, count: count + 1)
        for state in states { starts[Int(state) + 1] += 1 }
        for state in 0..<count { starts[state + 1] += starts[state] }
        return starts
    }

    /// The numbers of the arcs, ordered by their states.
    private static func grouped(_ states: [UInt32], _ starts: [UInt32]) -> [UInt32] {
        var (next, arcs) = (starts, [UInt32](repeating: 0, count: states.count))
        for (arc, state) in states.enumerated() {
            arcs[Int(next[Int(state)])] = UInt32(truncatingIfNeeded: arc)
            next[Int(state)] += 1
        }
        return arcs
    }
}
