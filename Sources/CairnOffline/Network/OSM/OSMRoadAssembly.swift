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
    /// The nodes at which turns are forbidden, and the edges there of each way.
    private var turns: Set<Int> = []
    private var ends: [WayAtNode: Ends] = [:]
    private var blocked: Set<UInt32> = []
    private static let none = UInt32.max

    private struct WayAtNode: Hashable {
        let way: Int
        let node: Int
    }

    /// The edges of a way by which cars come to a node, and those by which they leave it.
    private struct Ends {
        var entering = Edges.none
        var leaving = Edges.none
    }

    /// Which of several is meant nobody can tell.
    private enum Edges {
        case none
        case one(UInt32)
        case several

        mutating func add(_ edge: UInt32) { if case .none = self { self = .one(edge) } else { self = .several } }

        var only: UInt32? { if case .one(let edge) = self { edge } else { nil } }
    }

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
        for restriction in batch.restrictions {
            guard let node = restriction.node, let index = index(of: node) else { continue }
            uses[index] = 2
            turns.insert(index)
        }
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

    /// - Throws: `CancellationError` if the calling task is cancelled: one road may have millions of nodes.
    mutating func append(_ road: OSMRoad, nodes: ArraySlice<Int>) throws(CancellationError) {
        let first = draft.edges.count
        let line = nodes.map { index(of: $0) }
        let total = road.duration.map { _ in length(of: line) }
        var (start, shape) = (Int?.none, [RoadDraft.Place]())
        for (place, index) in line.enumerated() {
            if place % 4096 == 0, Task.isCancelled { throw CancellationError() }
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
        if draft.edges.count > first { report.roads += 1 }
    }

    private func length(of line: [Int?]) -> Double {
        zip(line, line.dropFirst()).reduce(0) { sum, pair in
            guard let from = pair.0.flatMap({ places[$0] }), let to = pair.1.flatMap({ places[$0] }) else { return sum }
            return sum + RoadLength.metres(from, to)
        }
    }

    private mutating func append(_ road: OSMRoad, from: Int, to: Int, _ shape: [RoadDraft.Place], _ total: Double?) {
        guard let start = places[from], let end = places[to] else { return }
        let line = [start] + shape + [end]
        let metres = RoadLength.metres(along: line)
        // A ferry's time is that of the whole line.
        func time(_ speed: Double?) -> UInt32 {
            guard let speed else { return Distance.none }
            // What is faster than any ferry is a slip.
            if let duration = road.duration, let total, total > 0, duration * RoadTags.speeds.upperBound >= total * 3.6 {
                return RoadLength.milliseconds(duration * metres / total)
            }
            return RoadLength.milliseconds(metres * 3.6 / speed)
        }
        let first = draft.edges.count
        draft.append(
            RoadDraft.Edge(
                from: vertex(from, start), to: vertex(to, end), roadClass: road.roadClass, isRoundabout: road.isRoundabout,
                length: RoadLength.millimetres(metres), drivingTime: time(road.speed), drivingTimeBack: time(road.speedBack),
                isForWalking: road.isForWalking, ferryTime: time(road.ferrySpeed), name: draft.number(of: road.name),
                reference: draft.number(of: road.reference)), along: line)
        let added = first..<draft.edges.count
        if turns.contains(from) { for edge in added { note(edge, of: road.id, at: from) } }
        if to != from, turns.contains(to) { for edge in added { note(edge, of: road.id, at: to) } }
    }

    /// Remembers an edge at a node where turns are forbidden.
    private mutating func note(_ index: Int, of way: Int, at node: Int) {
        let (edge, vertex, number) = (draft.edges[index], vertices[node], UInt32(truncatingIfNeeded: index))
        let (ahead, back) = (edge.drivingTime < Distance.none, edge.drivingTimeBack < Distance.none)
        var ends = ends[WayAtNode(way: way, node: node)] ?? Ends()
        // Of a road that begins and ends here and is open both ways nobody can tell which end is meant.
        for isHere in [edge.to == vertex && ahead, edge.from == vertex && back] where isHere { ends.entering.add(number) }
        for isHere in [edge.from == vertex && ahead, edge.to == vertex && back] where isHere { ends.leaving.add(number) }
        self.ends[WayAtNode(way: way, node: node)] = ends
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
        guard vertices[index] != Self.none, blocked.insert(vertices[index]).inserted else { return }
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
        let from = restriction.from.map { ends[WayAtNode(way: $0, node: index)]?.entering.only }
        let to = restriction.to.map { ends[WayAtNode(way: $0, node: index)]?.leaving.only }
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
}
