import CairnCore
import Foundation

@testable import CairnOffline

/// The same roads, travelled in the plainest way: from road to road, asking of each turn whether it is forbidden.
struct RoadModel {
    let draft: RoadDraft
    let kind: TravelKind
    var obstacles = RoadObstacles()

    func tail(_ road: UInt32) -> UInt32 { road % 2 == 0 ? draft.edges[Int(road / 2)].from : draft.edges[Int(road / 2)].to }
    func head(_ road: UInt32) -> UInt32 { tail(road ^ 1) }

    /// Nil where one may not go.
    func weight(_ road: UInt32) -> Int? {
        let weights = kind.weights(of: draft.edges[Int(road / 2)])
        let weight = road % 2 == 0 ? weights.forward : weights.backward
        return weight == Distance.none ? nil : Int(weight)
    }

    var roads: [UInt32] { (0..<UInt32(draft.edges.count * 2)).filter { weight($0) != nil } }

    func allows(_ from: UInt32, _ to: UInt32) -> Bool {
        let over = head(from)
        guard over == tail(to) else { return false }
        if kind == .walkingTime { return true }
        let rules = draft.restrictions.filter { $0.from == from / 2 && $0.over == over }
        if rules.contains(where: { !$0.isOnly && $0.to == to / 2 }) { return false }
        // A rule that leads nowhere is none.
        let only = rules.filter { rule in rule.isOnly && roads.contains { $0 / 2 == rule.to && tail($0) == over } }
        if !only.isEmpty, !only.contains(where: { $0.to == to / 2 }) { return false }
        return !draft.blocked.contains(over) || to == from ^ 1
    }

    /// How far the end of each road is from a place, by relaxing until nothing changes.
    func ends(from start: EdgePoint) -> [UInt32: Int] {
        var ends: [UInt32: Int] = [:]
        var pending: [UInt32] = []
        func reach(_ road: UInt32, _ cost: Int) {
            if cost < Self.closed, cost < ends[road] ?? .max { (ends[road], _) = (cost, pending.append(road)) }
        }
        if let vertex = vertex(start) {
            for road in roads where tail(road) == vertex { reach(road, part(road, 0, 1)) }
        } else {
            for road in [start.edge * 2, start.edge * 2 + 1] { reach(road, part(road, share(start, road), 1)) }
        }
        while let road = pending.popLast() {
            for next in roads where allows(road, next) { reach(next, ends[road]! + part(next, 0, 1)) }
        }
        return ends
    }

    func cost(from start: EdgePoint, to end: EdgePoint) -> Int? {
        var costs: [Int] = []
        let ends = ends(from: start)
        if let vertex = vertex(end) {
            if self.vertex(start) == vertex { return 0 }
            costs = ends.filter { head($0.key) == vertex }.map(\.value)
        } else {
            for road in [end.edge * 2, end.edge * 2 + 1] {
                let last = part(road, 0, share(end, road))
                costs += ends.filter { allows($0.key, road) }.map { $0.value + last }
                if vertex(start) == tail(road) { costs.append(last) }
                if start.edge == end.edge, share(start, road) <= share(end, road) {
                    costs.append(part(road, share(start, road), share(end, road)))
                }
            }
        }
        return costs.filter { $0 < Self.closed }.min()
    }

    private static let closed = Int(Distance.none)

    /// What a part of a road costs; more than anything where one may not go.
    func part(_ road: UInt32, _ from: Double, _ to: Double) -> Int {
        guard let weight = weight(road).flatMap(UInt32.init(exactly:)) else { return Self.closed }
        return Int(obstacles.cost(of: road, weight, from: from, to: to))
    }

    func vertex(_ point: EdgePoint) -> UInt32? {
        point.share <= 0 ? draft.edges[Int(point.edge)].from : point.share >= 1 ? draft.edges[Int(point.edge)].to : nil
    }

    func share(_ point: EdgePoint, _ road: UInt32) -> Double { road % 2 == 0 ? point.share : 1 - point.share }

    /// Towns as they come: one-ways, footpaths, loops, double roads, parts apart, forbidden turns, bollards.
    static func random(_ random: inout FixedRandom) -> RoadDraft {
        var draft = RoadDraft()
        let count = Int.random(in: 1...14, using: &random)
        for _ in 0..<count {
            draft.vertices.append(
                RoadDraft.Place(
                    longitude: Int32.random(in: -5000...5000, using: &random),
                    latitude: Int32.random(in: -5000...5000, using: &random)))
        }
        let classes: [RoadClass] = [.residential, .residential, .primary, .motorway, .footway, .ferry]
        for _ in 0..<Int.random(in: 1...count * 2, using: &random) {
            let roadClass = classes.randomElement(using: &random)!
            let (time, isDriven) = (UInt32.random(in: 0...1000, using: &random), roadClass.drivingSpeed != nil)
            let direction = Int.random(in: 0...3, using: &random)
            let from = UInt32(Int.random(in: 0..<count, using: &random))
            let to = UInt32(Int.random(in: 0..<count, using: &random))
            draft.edges.append(
                RoadDraft.Edge(
                    from: from, to: to, roadClass: roadClass, length: UInt32.random(in: 0...100_000, using: &random),
                    drivingTime: isDriven && direction != 1 ? time : Distance.none,
                    drivingTimeBack: isDriven && direction != 2 ? time + 7 : Distance.none, isForWalking: roadClass.isForWalking))
        }
        let edges = draft.edges.indices
        for _ in 0..<Int.random(in: 0...count, using: &random) {
            let from = edges.randomElement(using: &random)!
            let over = Bool.random(using: &random) ? draft.edges[from].to : draft.edges[from].from
            let others = edges.filter { draft.edges[$0].from == over || draft.edges[$0].to == over }
            draft.restrictions.append(
                RoadDraft.TurnRestriction(
                    from: UInt32(from), over: over, to: UInt32(others.randomElement(using: &random)!),
                    isOnly: Int.random(in: 0...2, using: &random) == 0))
        }
        if Int.random(in: 0...3, using: &random) == 0 { draft.blocked = [UInt32(Int.random(in: 0..<count, using: &random))] }
        return draft
    }
}

/// A network made of a draft, in a file that goes with it.
final class BuiltNetwork: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).network")
    let image: NetworkImage

    init(_ draft: RoadDraft, _ kinds: [TravelKind] = TravelKind.allCases) throws {
        var writer = NetworkWriter(try FileDescriptor(url.path, O_RDWR | O_CREAT | O_TRUNC))
        try writer.append(draft, info: ["name": "Test", "kinds": .array(kinds.map { .integer(Int($0.rawValue)) })])
        for kind in kinds {
            let graph = RoadGraph(draft, kind)
            try writer.append(graph, Contraction.hierarchy(of: graph.arcs, threads: 1) { _ in })
        }
        try writer.finish()
        image = try NetworkImage(url)
    }

    init(_ source: RoadNetworkBuilder.Source, _ builder: RoadNetworkBuilder = RoadNetworkBuilder(name: "Test")) async throws {
        _ = try await builder.build(source, to: url)
        image = try NetworkImage(url)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
