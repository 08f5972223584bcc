import CairnCore
import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct ReachedPartTests {
    private static let rounds = ProcessInfo.processInfo.environment["CAIRN_LONG_TESTS"] == nil ? 60 : 2000

    @Test(arguments: [false, true]) func `what is reached is what ways lead to within the limit, at their cost`(isToward: Bool)
        throws
    {
        var random = FixedRandom(seed: isToward ? 41 : 42)
        for round in 0..<Self.rounds {
            let draft = RoadModel.random(&random)
            let built = try BuiltNetwork(draft)
            for kind in TravelKind.allCases {
                let network = try built.image.network(kind)
                let start = EdgePoint(
                    edge: UInt32(draft.edges.indices.randomElement(using: &random)!),
                    share: [0, 1, Double.random(in: 0...1, using: &random)].randomElement(using: &random)!)
                let limit = UInt32.random(in: 0...3000, using: &random)
                let parts = try network.reachedParts(of: Terminal(start), isToward: isToward, within: limit)
                #expect(parts.allSatisfy { max($0.fromCost, $0.toCost) <= Double(limit) && $0.from < $0.to })
                for edge in draft.edges.indices {
                    for share in [0.01, 0.3, 0.5, 0.77, 0.99] {
                        let place = EdgePoint(edge: UInt32(edge), share: share)
                        let cost = try isToward ? network.cost(from: place, to: start) : network.cost(from: start, to: place)
                        let reached = parts.compactMap { Self.cost($0, at: place) }.min()
                        let message: Comment =
                            "round \(round), \(kind), \(start), \(place), limit \(limit), \(String(describing: cost))"
                        if let reached {
                            #expect(abs(reached - Double(cost ?? 0)) <= 2, message)
                        } else {
                            #expect(cost == nil || cost! + 2 >= limit, message)
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: [false, true]) func `with tolls, factors and what is closed, each place is reached at what it costs`(
        isToward: Bool
    ) throws {
        var random = FixedRandom(seed: isToward ? 43 : 44)
        for round in 0..<Self.rounds {
            let draft = RoadModel.random(&random)
            let network = try BuiltNetwork(draft).image.network(.drivingTime)
            var obstacles = RoadObstacles()
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                obstacles.add(Self.stretch(&random), on: UInt32(draft.edges.indices.randomElement(using: &random)!))
            }
            let start = Terminal(
                EdgePoint(
                    edge: UInt32(draft.edges.indices.randomElement(using: &random)!),
                    share: [0, 1, Double.random(in: 0...1, using: &random)].randomElement(using: &random)!))
            let limit = UInt32.random(in: 0...3000, using: &random)
            let parts = try network.reachedParts(of: start, isToward: isToward, within: limit, around: obstacles)
            #expect(parts.allSatisfy { max($0.fromCost, $0.toCost) <= Double(limit) && $0.from < $0.to })
            let places = draft.edges.indices.flatMap { edge in
                [0.01, 0.37, 0.5, 0.77, 0.99].map { Terminal(EdgePoint(edge: UInt32(edge), share: $0)) }
            }
            var costs: [UInt32] = []
            try network.forEachCostRow(from: isToward ? places : [start], to: isToward ? [start] : places, around: obstacles) {
                costs += $1
            }
            for (place, cost) in zip(places, costs) {
                let reached = parts.compactMap { Self.cost($0, at: place.point) }.min()
                let message: Comment =
                    "round \(round), \(start.point), \(place.point), limit \(limit), \(cost), \(obstacles.stretches)"
                if let reached {
                    #expect(abs(reached - Double(cost)) <= 3, message)
                } else {
                    #expect(cost + 3 >= limit, message)
                }
            }
        }
    }

    private static func stretch(_ random: inout FixedRandom) -> RoadObstacles.Stretch {
        let (from, length) = (Double.random(in: 0.1...0.3, using: &random), Double.random(in: 0...0.5, using: &random))
        switch Int.random(in: 0...3, using: &random) {
        case 0:
            let ends = [(from, from + 0.05), (0, 0), (1, 1)].randomElement(using: &random)!
            return RoadObstacles.Stretch(from: ends.0, to: ends.1, effect: .closed)
        case 1:
            let place = [from, 0, 1].randomElement(using: &random)!
            return RoadObstacles.Stretch(from: place, to: place, effect: .added(cost: 500, time: 1))
        default:
            let factor = Double.random(in: 0.1...4, using: &random)
            return RoadObstacles.Stretch(from: from, to: from + length, effect: .scaled(cost: factor, time: 1))
        }
    }

    private static func cost(_ part: ReachedPart, at place: EdgePoint) -> Double? {
        guard part.road / 2 == place.edge else { return nil }
        let share = part.road & 1 == 0 ? place.share : 1 - place.share
        guard part.from <= share, share <= part.to else { return nil }
        return part.fromCost + (part.toCost - part.fromCost) * (share - part.from) / (part.to - part.from)
    }

    @Test func `a part is cut at a limit, whichever way its cost runs`() {
        let up = ReachedPart(road: 4, from: 0.5, to: 1, fromCost: 10, toCost: 20)
        let down = ReachedPart(road: 4, from: 0, to: 0.5, fromCost: 20, toCost: 10)
        #expect(up.within(15)?.to == 0.75 && down.within(15)?.from == 0.25 && up.within(9) == nil && down.within(9) == nil)
        #expect(up.within(20)?.to == 1 && up.within(10) == nil)
    }

    @Test func `what lies behind something closed is not reached`() throws {
        var draft = RoadDraft()
        draft.vertices = [RoadDraft.Place(longitude: 0, latitude: 0), RoadDraft.Place(longitude: 10_000, latitude: 0)]
        draft.edges = [
            RoadDraft.Edge(from: 0, to: 1, roadClass: .residential, length: 100_000, drivingTime: 1000, drivingTimeBack: 1000)
        ]
        let network = try BuiltNetwork(draft).image.network(.drivingTime)
        var obstacles = RoadObstacles()
        obstacles.add(RoadObstacles.Stretch(from: 0.7, to: 0.8, effect: .closed), on: 0)
        for isToward in [false, true] {
            let parts = try network.reachedParts(
                of: Terminal(EdgePoint(edge: 0, share: 0.5)), isToward: isToward, within: 10_000, around: obstacles)
            let ends = parts.map { $0.road & 1 == 0 ? ($0.from, $0.to) : (1 - $0.to, 1 - $0.from) }
            #expect(abs((ends.map(\.1).max() ?? 0) - 0.7) < 1e-8 && ends.map(\.0).min() == 0)
            let behind = try network.reachedParts(
                of: Terminal(EdgePoint(edge: 0, share: 0.75)), isToward: isToward, within: 10_000, around: obstacles)
            #expect(behind.isEmpty, "who stands in it does not come out")
        }
    }
}
