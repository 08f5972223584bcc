import CairnCore
import Synchronization

/// One kind of travel on an open network: finds ways between places on its roads.
///
/// Any number of tasks may search at once: each takes memory to work with, and gives it back.
package final class TravelNetwork: Sendable {
    let roads: RoadTable
    let memory: TravelMemory
    private let idle = Mutex<[Workspace]>([])
    private let idleReach = Mutex<[ReachSpace]>([])

    /// What one search works with.
    struct Work: ~Copyable {
        var search: HierarchySearch

        init(_ memory: TravelMemory) { search = HierarchySearch(nodeCount: memory.stateCount) }

        /// The roads of the last way that was found.
        mutating func roads(of way: HierarchySearch.Way, in memory: TravelMemory) throws(BlockDamage) -> [UInt32] {
            var path: [UInt32] = []
            do throws(PathDamage) { try search.path(of: way, in: memory.hierarchy, &path) } catch { throw BlockDamage() }
            return path
        }
    }

    /// Whoever has it has it alone, so that its lock is always free.
    private final class Workspace: Sendable {
        let work: Mutex<Work>

        init(_ memory: TravelMemory) { work = Mutex(Work(memory)) }
    }

    init(_ roads: RoadTable, _ memory: TravelMemory) { (self.roads, self.memory) = (roads, memory) }

    private static let mostIdle = 4

    func withWork<Value: Sendable>(
        _ body: (inout sending Work) throws(BlockDamage) -> sending Value
    ) throws(BlockDamage) -> Value {
        let workspace = idle.withLock { $0.popLast() } ?? Workspace(memory)
        defer { idle.withLock { if $0.count < Self.mostIdle { $0.append(workspace) } } }
        return try workspace.work.withLock(body)
    }

    /// What one search for all within a cost works with; see ``Workspace``.
    private final class ReachSpace: Sendable {
        let search: Mutex<ReachSearch>

        init(_ memory: TravelMemory) { search = Mutex(ReachSearch(stateCount: memory.stateCount)) }
    }

    func withReach<Value: Sendable>(_ body: (inout sending ReachSearch) -> sending Value) -> Value {
        let space = idleReach.withLock { $0.popLast() } ?? ReachSpace(memory)
        defer { idleReach.withLock { if $0.count < Self.mostIdle { $0.append(space) } } }
        return space.search.withLock(body)
    }

    // MARK: - Ends

    /// A road in the direction in which it is travelled: the number of its edge twice, and one more for backward.
    typealias Road = UInt32

    /// What a whole road costs; nil where one may not go that way.
    func weight(_ road: Road) throws(BlockDamage) -> UInt32? { try arc(road).map { memory.graph.weights[$0] } }

    /// The arc of a road from the state that forbids nothing.
    private func arc(_ road: Road) throws(BlockDamage) -> Int? {
        let edge = try roads.edge(road / 2)
        let tail = road & 1 == 0 ? edge.from : edge.to
        guard Int(tail) < memory.vertexCount else { throw BlockDamage() }
        return memory.graph.leaving(tail).first { memory.graph.roads[$0] == road }
    }

    /// An end of a way: where the search begins or ends, and along which road it is until there.
    struct End {
        let seed: HierarchySearch.Seed
        /// Nil at a vertex.
        let road: Road?
    }

    /// The ways on from a place.
    ///
    /// - Parameter isAllowed: Whether one may leave along a road.
    func departures(_ place: EdgePoint, _ isAllowed: (Road) -> Bool = { _ in true }) throws(BlockDamage) -> [End] {
        if let vertex = try vertex(place) { return [End(seed: seed(vertex), road: nil)] }
        var ends: [End] = []
        for road in [place.edge * 2, place.edge * 2 + 1] where isAllowed(road) {
            guard let arc = try arc(road) else { continue }
            let left = 1 - Self.share(place, along: road)
            ends.append(End(seed: seed(memory.graph.heads[arc], Self.part(memory.graph.weights[arc], left)), road: road))
        }
        return ends
    }

    /// The ways to a place.
    func arrivals(_ place: EdgePoint, _ isAllowed: (Road) -> Bool = { _ in true }) throws(BlockDamage) -> [End] {
        if let vertex = try vertex(place) { return memory.states(of: vertex).map { End(seed: seed($0), road: nil) } }
        var ends: [End] = []
        for road in [place.edge * 2, place.edge * 2 + 1] where isAllowed(road) {
            guard let arc = try arc(road) else { continue }
            let distance = Self.part(memory.graph.weights[arc], Self.share(place, along: road))
            for state in memory.states(of: memory.graph.tails[arc]) where leaves(state, along: road) {
                ends.append(End(seed: seed(state, distance), road: road))
            }
        }
        return ends
    }

    private func leaves(_ state: UInt32, along road: Road) -> Bool {
        memory.graph.leaving(state).contains { memory.graph.roads[$0] == road }
    }

    func seed(_ state: UInt32, _ distance: UInt32 = 0) -> HierarchySearch.Seed {
        HierarchySearch.Seed(memory.number(state), at: distance)
    }

    /// The vertex that a place is, if it is one.
    private func vertex(_ place: EdgePoint) throws(BlockDamage) -> UInt32? {
        guard place.share <= 0 || place.share >= 1 else { return nil }
        let edge = try roads.edge(place.edge)
        let vertex = place.share <= 0 ? edge.from : edge.to
        guard Int(vertex) < memory.vertexCount else { throw BlockDamage() }
        return vertex
    }

    /// Which part of a road lies before a place, in the direction of travel.
    static func share(_ place: EdgePoint, along road: Road) -> Double { road & 1 == 0 ? place.share : 1 - place.share }

    static func part(_ weight: UInt32, _ share: Double) -> UInt32 {
        UInt32(rounding: Double(weight) * share.clamped(to: 0...1)) ?? 0
    }

    // MARK: - Ways

    /// A way along roads, the first and the last of which may be travelled in part.
    struct Way: Equatable, Sendable {
        /// Milliseconds, or centimetres.
        let cost: UInt32
        let roads: [Road]
        /// From where on the first road, and to where on the last, in the direction of travel.
        let start: Double
        let end: Double
    }

    /// The shortest way between two places; nil if there is none.
    ///
    /// - Parameters:
    ///   - mayLeave: Whether one may set out along a road, where the beginning is not at a junction.
    ///   - mayArrive: Whether one may arrive along a road, where the end is not at a junction.
    func way(
        from start: EdgePoint, to end: EdgePoint, leaving mayLeave: (Road) -> Bool = { _ in true },
        arriving mayArrive: (Road) -> Bool = { _ in true }
    ) throws(BlockDamage) -> Way? {
        let (departures, arrivals) = (try departures(start, mayLeave), try arrivals(end, mayArrive))
        let direct = try directWay(from: start, to: end) { mayLeave($0) && mayArrive($0) }
        return try withWork { (work: inout sending Work) throws(BlockDamage) in
            guard let found = work.search.search(memory.hierarchy, from: departures.map(\.seed), to: arrivals.map(\.seed)),
                found.distance < direct?.cost ?? .max
            else { return direct }
            let between = try work.roads(of: found, in: memory)
            let nodes = work.search.ends(of: found)
            let (first, last) = (Self.end(departures, at: nodes.first), Self.end(arrivals, at: nodes.last))
            return Way(
                cost: found.distance, roads: [first?.road].compactMap(\.self) + between + [last?.road].compactMap(\.self),
                start: first?.road.map { Self.share(start, along: $0) } ?? 0,
                end: last?.road.map { Self.share(end, along: $0) } ?? 1)
        }
    }

    /// What a way between two places costs, without the way itself; nil if there is none.
    func cost(from start: EdgePoint, to end: EdgePoint) throws(BlockDamage) -> UInt32? {
        let (departures, arrivals) = (try departures(start), try arrivals(end))
        let direct = try directWay(from: start, to: end)?.cost
        let found = try withWork { (work: inout sending Work) throws(BlockDamage) in
            work.search.search(memory.hierarchy, from: departures.map(\.seed), to: arrivals.map(\.seed))?.distance
        }
        return [direct, found].compactMap(\.self).min()
    }

    private static func end(_ ends: [End], at node: UInt32) -> End? {
        ends.filter { $0.seed.node == node }.min { $0.seed.distance < $1.seed.distance }
    }

    /// Along one road from one place to another further on.
    private func directWay(
        from start: EdgePoint, to end: EdgePoint, _ isAllowed: (Road) -> Bool = { _ in true }
    ) throws(BlockDamage) -> Way? {
        guard start.edge == end.edge else { return nil }
        var best: Way?
        for road in [start.edge * 2, start.edge * 2 + 1] where isAllowed(road) {
            let (from, to) = (Self.share(start, along: road), Self.share(end, along: road))
            // At a junction nobody has to go along any road to be there.
            guard from < to || from == to && from > 0 && to < 1, let weight = try weight(road) else { continue }
            let way = Way(cost: Self.part(weight, to - from), roads: [road], start: from, end: to)
            if way.cost < best?.cost ?? .max { best = way }
        }
        return best
    }
}
