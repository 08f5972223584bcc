import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct RouteLegsTests {
    private static let rounds = ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] == nil ? 150 : 5000

    @Test func `ways over stops are the cheapest together that come and go as each stop wants`() throws {
        var random = FixedRandom(seed: 61)
        var (found, bound) = (0, 0)
        for round in 0..<Self.rounds {
            let draft = RoadModel.random(&random)
            let built = try BuiltNetwork(draft, [.drivingTime])
            let network = try built.image.network(.drivingTime)
            for _ in 0..<8 {
                var stops: [MatchedStop] = []
                for number in 1...Int.random(in: 2...5, using: &random) {
                    var stop = Stop(point: Self.point(draft, &random))
                    stop.curbApproach = [.eitherSide, .eitherSide, .noUTurn, .rightSide, .leftSide].randomElement(using: &random)!
                    stops.append(try MatchedStop(stop, number: number, in: network, built.image.finder))
                }
                guard stops.allSatisfy({ $0.match != nil }) else { continue }
                let model = StopModel(roads: RoadModel(draft: draft, kind: .drivingTime), stops: stops)
                let expected = model.cost()
                let legs = try? RouteLegs(stops, in: network, around: RoadObstacles())
                #expect(
                    legs?.cost == expected.map(Double.init),
                    "round \(round): \(stops.map { ($0.match!.point, $0.match!.side, $0.stop.curbApproach) })")
                guard let legs else { continue }
                found += 1
                if stops.contains(where: { $0.stop.curbApproach != .eitherSide }) { bound += 1 }
                let time = legs.legs.joined().reduce(0) { $0 + $1.time }
                #expect(abs(time * 1000 - legs.cost) <= Double(legs.legs.joined().count) + 1)
            }
        }
        #expect(found > Self.rounds && bound > Self.rounds / 2)
    }

    /// Beside a road or on it, or at a junction.
    private static func point(_ draft: RoadDraft, _ random: inout FixedRandom) -> MapPoint {
        let edge = draft.edges.randomElement(using: &random)!
        let (from, to) = (draft.vertices[Int(edge.from)].position, draft.vertices[Int(edge.to)].position)
        let share = [0, 1, Double.random(in: 0...1, using: &random)].randomElement(using: &random)!
        let off = [0, 0, 1e-6, -1e-6].randomElement(using: &random)!
        return MapPoint(
            latitude: from.y + (to.y - from.y) * share + off, longitude: from.x + (to.x - from.x) * share - off)
    }
}

/// The same, from road to road: who has come to a stop remembers by which road.
private struct StopModel {
    let roads: RoadModel
    let stops: [MatchedStop]

    private enum State: Hashable {
        /// At a stop, and by which road; nil who has been nowhere else.
        case stop(Int, UInt32?)
        /// At the end of a road, after so many stops.
        case end(Int, UInt32)

        var stopCount: Int {
            switch self {
            case .stop(let index, _): index + 1;
            case .end(let count, _): count
            }
        }
    }

    private func point(_ index: Int) -> EdgePoint {
        let point = stops[index].match!.point
        return stops[index].hasSide ? point.awayFromJunctions : point
    }

    private func vertex(_ index: Int) -> UInt32? { roads.vertex(point(index)) }

    func cost() -> Int? {
        var costs: [State: Int] = [.stop(0, nil): 0]
        var pending: [State] = [.stop(0, nil)]
        while let state = pending.popLast() {
            for (next, step) in moves(from: state) where costs[state]! + step < costs[next] ?? Int(Distance.none) {
                costs[next] = costs[state]! + step
                pending.append(next)
            }
        }
        return costs.filter { if case .stop(stops.count - 1, _) = $0.key { true } else { false } }.map(\.value).min()
    }

    private func moves(from state: State) -> [(State, Int)] {
        let next = state.stopCount
        guard next < stops.count else { return [] }
        var moves: [(State, Int)] = []
        if let vertex = vertex(next) {
            switch state {
            case .end(_, let road) where roads.head(road) == vertex: moves.append((.stop(next, road), 0))
            case .stop(let index, let road) where self.vertex(index) == vertex: moves.append((.stop(next, road), 0))
            default: break
            }
        }
        for (road, share) in departures(from: state) {
            moves.append((.end(next, road), roads.part(road, share, 1)))
            let end = point(next)
            guard vertex(next) == nil, end.edge == road / 2, share <= roads.share(end, road), mayPass(next, road) else {
                continue
            }
            moves.append((.stop(next, road), roads.part(road, share, roads.share(end, road))))
        }
        return moves
    }

    private func departures(from state: State) -> [(UInt32, Double)] {
        switch state {
        case .end(_, let road): return roads.roads.filter { roads.allows(road, $0) }.map { ($0, 0) }
        case .stop(let index, let road):
            let mayTurn = road == nil || stops[index].stop.curbApproach == .eitherSide
            if let vertex = vertex(index) {
                return roads.roads.filter { next in
                    guard let road else { return roads.tail(next) == vertex }
                    return roads.allows(road, next) && (mayTurn || next != road ^ 1)
                }.map { ($0, 0) }
            }
            let edge = point(index).edge
            return [edge * 2, edge * 2 + 1].filter {
                roads.weight($0) != nil && mayPass(index, $0) && (mayTurn || $0 == road)
            }.map { ($0, roads.share(point(index), $0)) }
        }
    }

    private func mayPass(_ index: Int, _ road: UInt32) -> Bool { !stops[index].hasSide || stops[index].mayPass(along: road) }
}
