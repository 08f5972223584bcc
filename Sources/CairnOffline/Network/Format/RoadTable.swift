import CairnCore
import CairnGeo

/// The roads of an open network, their places and their names. Every access is within bounds, and every block is checked when it is first read.
struct RoadTable: Sendable {
    /// Holds the memory: whoever has the table may have let its file go.
    private let file: MappedFile
    private let vertices: MappedSection
    private let edges: MappedSection
    private let shape: MappedSection
    private let texts: MappedSection
    private let textStarts: MappedSection
    private let junctionStarts: MappedSection
    private let junctions: MappedSection

    /// An edge as it was read.
    struct Edge {
        let from: UInt32
        let to: UInt32
        let roadClass: RoadClass
        let isRoundabout: Bool
        let isForWalking: Bool
        /// In millimetres.
        let length: UInt32
        /// In milliseconds; ``Distance/none`` where cars may not go.
        let drivingTime: UInt32
        let drivingTimeBack: UInt32
        /// How long a ferry takes that does not carry cars; else ``Distance/none``.
        let ferryTime: UInt32
        let name: UInt32
        let reference: UInt32
        fileprivate let shapeStart: Int
        fileprivate let shapeCount: Int
    }

    init(_ image: BlockImage) {
        func section(_ section: NetworkFormat.Section) -> MappedSection { image[section.rawValue] }
        file = image.file
        (vertices, edges, shape) = (section(.vertices), section(.edges), section(.shape))
        (texts, textStarts) = (section(.texts), section(.textStarts))
        (junctionStarts, junctions) = (section(.junctionStarts), section(.junctions))
    }

    var vertexCount: Int { vertices.count / 8 }
    var edgeCount: Int { edges.count / NetworkFormat.Edge.size }

    func vertex(_ index: UInt32) throws(BlockDamage) -> RoadDraft.Place { try place(vertices, Int(index)) }

    private func place(_ section: MappedSection, _ index: Int) throws(BlockDamage) -> RoadDraft.Place {
        let bytes = try section.bytes(index * 8, 8)
        return RoadDraft.Place(
            longitude: Int32(littleEndian: bytes.loadUnaligned(as: Int32.self)),
            latitude: Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: Int32.self)))
    }

    func edge(_ index: UInt32) throws(BlockDamage) -> Edge {
        let bytes = try edges.bytes(Int(index) * NetworkFormat.Edge.size, NetworkFormat.Edge.size)
        func number(_ offset: Int) -> UInt32 {
            UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        guard let roadClass = RoadClass(rawValue: bytes.load(fromByteOffset: NetworkFormat.Edge.roadClass, as: UInt8.self)) else {
            throw BlockDamage()
        }
        let flags = bytes.load(fromByteOffset: NetworkFormat.Edge.flags, as: UInt8.self)
        let (time, isFootFerry) = (number(NetworkFormat.Edge.drivingTime), flags & NetworkFormat.Edge.isFootFerry != 0)
        return Edge(
            from: number(NetworkFormat.Edge.from), to: number(NetworkFormat.Edge.to), roadClass: roadClass,
            isRoundabout: flags & NetworkFormat.Edge.isRoundabout != 0,
            isForWalking: flags & NetworkFormat.Edge.isForWalking != 0,
            length: number(NetworkFormat.Edge.length), drivingTime: isFootFerry ? Distance.none : time,
            drivingTimeBack: number(NetworkFormat.Edge.drivingTimeBack), ferryTime: isFootFerry ? time : Distance.none,
            name: number(NetworkFormat.Edge.name),
            reference: number(NetworkFormat.Edge.reference), shapeStart: Int(number(NetworkFormat.Edge.shapeStart)),
            shapeCount: Int(number(NetworkFormat.Edge.shapeCount)))
    }

    /// The places of an edge, from its beginning to its end.
    func line(of edge: Edge) throws(BlockDamage) -> [RoadDraft.Place] {
        guard edge.shapeStart >= 0, edge.shapeCount >= 0, edge.shapeCount <= shape.count / 8 else { throw BlockDamage() }
        var line: [RoadDraft.Place] = []
        line.reserveCapacity(edge.shapeCount + 2)
        line.append(try vertex(edge.from))
        for index in 0..<edge.shapeCount { line.append(try place(shape, edge.shapeStart + index)) }
        line.append(try vertex(edge.to))
        return line
    }

    /// The `index`th place of an edge, of which the first is its beginning.
    @inline(__always)
    func place(_ index: Int, of edge: Edge) throws(BlockDamage) -> RoadDraft.Place {
        if index == 0 { return try vertex(edge.from) }
        return index > edge.shapeCount ? try vertex(edge.to) : try place(shape, edge.shapeStart + index - 1)
    }

    func segmentCount(of edge: Edge) -> Int { edge.shapeCount + 1 }

    func text(_ number: UInt32) throws(BlockDamage) -> String {
        let (start, end) = (try textStarts.number(Int(number)), try textStarts.number(Int(number) + 1))
        guard end > start else { return "" }
        return String(
            decoding: UnsafeRawBufferPointer(start: try texts.bytes(start, end - start), count: end - start), as: UTF8.self)
    }

    /// The roads that meet at a vertex: of each the number of its edge twice, and one more where it leaves backward.
    func roads(at vertex: UInt32) throws(BlockDamage) -> [UInt32] {
        let (start, end) = (try junctionStarts.number(Int(vertex)), try junctionStarts.number(Int(vertex) + 1))
        guard start <= end, end <= junctions.count / 4 else { throw BlockDamage() }
        var roads: [UInt32] = []
        for place in start..<end { roads.append(UInt32(truncatingIfNeeded: try junctions.number(place))) }
        return roads
    }
}
