import CairnCore

/// Cuts roads where they meet, and puts them together to a network.
struct OSMRoadAssembly {
    private(set) var draft = RoadDraft()
    private(set) var report = OSMImport.Report()
    /// The ids of the roads' nodes, in order.
    private let ids: [Int]
    private let places: [RoadDraft.Place?]
    /// How many roads use each node, up to two: where they end counts twice.
    private var uses: [UInt8]
    private var vertices: [UInt32]
    /// The edges of each way.
    private var edges: [Int: Range<Int>] = [:]
    private static let none = UInt32.max

    init(ids: [Int], places: [RoadDraft.Place?]) {
        (self.ids, self.places) = (ids, places)
        uses = Array(repeating: 0, count: ids.count)
        vertices = Array(repeating: Self.none, count: ids.count)
    }

    // MARK: - Where roads meet

    /// Notes which nodes become vertices: of all roads before the first is appended.
    mutating func count(_ batch: OSMRoadVisitor.Batch) {
        for road in batch.roads {
            let nodes = batch.nodes[road.nodes]
            for node in nodes { use(node, 1) }
            if let first = nodes.first, let last = nodes.last { for end in [first, last] { use(end, 2) } }
        }
        for restriction in batch.restrictions { if let node = restriction.node { use(node, 2) } }
    }

    private mutating func use(_ node: Int, _ count: UInt8) {
        if let index = index(of: node) { uses[index] = min(2, uses[index] + count) }
    }

    mutating func markAsVertex(_ index: Int) { uses[index] = 2 }

    private func index(of id: Int) -> Int? {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low < ids.count && ids[low] == id ? low : nil
    }

    // MARK: - Roads

    mutating func append(_ road: OSMRoad, nodes: ArraySlice<Int>) {
        let first = draft.edges.count
        let line = nodes.map { index(of: $0) }
        let total = road.duration.map { _ in length(of: line) }
        var (start, shape) = (Int?.none, [RoadDraft.Place]())
        for index in line {
            guard let index, let place = places[index] else {
                if start != nil { report.cutRoads += 1 }
                (start, shape) = (nil, [])
                continue
            }
            // The end of a road whose beginning is not in the file may be anywhere on it.
            guard uses[index] > 1 || start == nil else {
                shape.append(place)
                continue
            }
            if let begin = start { append(road, from: begin, to: index, shape, total) }
            (start, shape) = (index, [])
        }
        guard draft.edges.count > first else { return }
        report.roads += 1
        edges[road.id] = first..<draft.edges.count
    }

    private func length(of line: [Int?]) -> Double {
        zip(line, line.dropFirst()).reduce(0) { sum, pair in
            guard let from = pair.0.flatMap({ places[$0] }), let to = pair.1.flatMap({ places[$0] }) else { return sum }
            return sum + RoadLength.metres(from, to)
        }
    }

    private mutating func append(_ road: OSMRoad, from: Int, to: Int, _ shape: [RoadDraft.Place], _ total: Double?) {
        guard let start = places[from], let end = places[to] else { return }
        let metres = RoadLength.metres(along: [start] + shape + [end])
        // A ferry's time is that of the whole line.
        func time(_ speed: Double?) -> UInt32 {
            guard let speed else { return Distance.none }
            if let duration = road.duration, let total, total > 0 { return RoadLength.milliseconds(duration * metres / total) }
            return RoadLength.milliseconds(metres * 3.6 / speed)
        }
        draft.edges.append(
            RoadDraft.Edge(
                from: vertex(from, start), to: vertex(to, end), roadClass: road.roadClass, isRoundabout: road.isRoundabout,
                length: RoadLength.millimetres(metres), drivingTime: time(road.speed), drivingTimeBack: time(road.speedBack),
                isForWalking: road.isForWalking, name: draft.number(of: road.name), reference: draft.number(of: road.reference),
                shape: draft.shape.count..<draft.shape.count + shape.count))
        draft.shape += shape
    }

    private mutating func vertex(_ index: Int, _ place: RoadDraft.Place) -> UInt32 {
        if vertices[index] == Self.none {
            vertices[index] = UInt32(truncatingIfNeeded: draft.vertices.count)
            draft.vertices.append(place)
        }
        return vertices[index]
    }

    // MARK: - Turns

    mutating func block(_ index: Int) {
        guard vertices[index] != Self.none else { return }
        draft.blocked.append(vertices[index])
        report.barriers += 1
    }

    mutating func append(_ restriction: OSMTurnRestriction) {
        if restriction.isOverWays {
            report.restrictionsOverWays += 1
            return
        }
        guard let node = restriction.node, let index = index(of: node), vertices[index] != Self.none else {
            report.restrictionsPassedOver += 1
            return
        }
        let over = vertices[index]
        let from = restriction.from.map { edge(of: $0, at: over, isEntering: true) }
        let to = restriction.to.map { edge(of: $0, at: over, isEntering: false) }
        guard !from.isEmpty, !to.isEmpty, !(from + to).contains(nil) else {
            report.restrictionsPassedOver += 1
            return
        }
        report.restrictions += 1
        for from in from.compactMap(\.self) {
            for to in to.compactMap(\.self) {
                draft.restrictions.append(RoadDraft.TurnRestriction(from: from, over: over, to: to, isOnly: restriction.isOnly))
            }
        }
    }

    /// The edge of a way that cars enter or leave a vertex by; nil if there is none, or several.
    private func edge(of way: Int, at vertex: UInt32, isEntering: Bool) -> UInt32? {
        let candidates = (edges[way] ?? 0..<0).filter { index in
            let edge = draft.edges[index]
            let (ahead, back) = (edge.drivingTime < Distance.none, edge.drivingTimeBack < Distance.none)
            return edge.to == vertex && (isEntering ? ahead : back) || edge.from == vertex && (isEntering ? back : ahead)
        }
        return candidates.count == 1 ? UInt32(truncatingIfNeeded: candidates[0]) : nil
    }
}
