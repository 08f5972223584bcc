import CairnCore

/// The lines of roads, each read from the file once, however often it is drawn.
struct RoadLines {
    private let roads: RoadTable
    private var places: [RoadDraft.Place] = []
    /// Where the line of an edge begins in `places`, and ends.
    private var ranges: [(start: Int32, end: Int32)]

    init(_ roads: RoadTable) {
        self.roads = roads
        ranges = Array(repeating: (0, 0), count: roads.edgeCount)
    }

    /// The places of an edge, from its beginning to its end.
    mutating func line(of edge: UInt32) throws(BlockDamage) -> ArraySlice<RoadDraft.Place> {
        guard ranges.indices.contains(Int(edge)) else { throw BlockDamage() }
        if ranges[Int(edge)].end == 0 {
            let start = places.count
            places += try roads.line(of: roads.edge(edge))
            guard let end = Int32(exactly: places.count) else { throw BlockDamage() }
            ranges[Int(edge)] = (Int32(truncatingIfNeeded: start), end)
        }
        return places[Int(ranges[Int(edge)].start)..<Int(ranges[Int(edge)].end)]
    }

    /// Calls `body` with the lines of what is covered of edges.
    mutating func forEach(in coverage: EdgeCoverage, _ body: (ArraySlice<RoadDraft.Place>) -> Void) throws(BlockDamage) {
        for edge in coverage.whole.members { body(try line(of: edge)) }
        for stretch in coverage.stretches {
            let line = Array(try line(of: stretch.edge))
            body(RouteStep.part(of: line, from: stretch.from, to: stretch.to, LineMeasure(from: line[0]))[...])
        }
    }
}
